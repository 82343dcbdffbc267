"""A worker: an engine with a thread of its own, which does one task after another."""

import logging
import math
import time
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread
from typing import Any

import msgspec
from msgspec import UNSET

from tengen import Engine, Game, Limit
from tengen.analysis.answer import answer_of
from tengen.analysis.messages import Problem
from tengen.analysis.schedule import Schedule
from tengen.analysis.task import Task

MakeEngine = Callable[[Mapping[str, Any]], Engine]
"""Makes an engine, with the options that a query changes."""
Send = Callable[[msgspec.Struct], None]

_log = logging.getLogger("tengen")
_compiling = Lock()  # so that two workers do not compile the same functions


class Worker(Thread):
    """Takes tasks from a schedule, and sends their answers, until the schedule has no more."""

    def __init__(self, schedule: Schedule, new_engine: MakeEngine, send: Send) -> None:
        super().__init__(daemon=True)
        self._schedule = schedule
        self._new_engine = new_engine
        self._send = send
        self._engine: Engine | None = None
        self._options: Mapping[str, Any] = {}
        self._ready_sizes: set[int] = set()
        self._last: Task | None = None
        self._is_stale = False
        self._busy = Lock()

    def run(self) -> None:
        """Do tasks until there are no more."""
        while (task := self._schedule.take(self._last)) is not None:
            with self._busy:
                self._do(task)
                if self._is_stale:
                    self._close()
        with self._busy:
            self._close()

    def forget(self) -> None:
        """Empty the tree: now, or at the end of the search that is running."""
        self._is_stale = True
        if self._busy.acquire(blocking=False):
            self._close()
            self._busy.release()

    def _do(self, task: Task) -> None:
        try:
            self._analyse(task)
        except MemoryError as error:  # another query may need less
            self._fail(task, str(error) or "not enough memory")
        except Exception as error:  # one query must not end the others
            _log.exception("internal error")
            self._fail(task, f"internal error: {type(error).__name__}: {error}")
        finally:
            self._schedule.give_back(task)

    def _fail(self, task: Task, reason: str) -> None:
        if task.finish():
            self._send(Problem(error=reason, id=task.query.id))

    def _analyse(self, task: Task) -> None:
        engine, is_stopped = self._ready_engine(task), Event()

        def stop() -> None:
            is_stopped.set()  # counts even if the search has not begun yet
            engine.stop()  # is quicker

        if not task.begin_search(stop):
            return
        limit = task.limit(engine.limit)
        every, report = _Interval(task), None
        for report in engine.stream(task.game, limit, every.seconds, restriction=task.restriction, until=is_stopped):
            if every.is_due():
                self._send(answer_of(task, report, is_during_search=True))
        self._last = task
        if report is not None and task.finish():
            self._send(answer_of(task, report, is_during_search=False))

    def _ready_engine(self, task: Task) -> Engine:
        """Return the engine with the options of a task, compiled for its board."""
        if self._engine is None or self._options != task.options:
            self._close()
            self._engine, self._options = self._new_engine(task.options), task.options
        if task.game.size not in self._ready_sizes:
            with _compiling:
                warm_up(self._engine, task.game)
            self._ready_sizes.add(task.game.size)
        return self._engine

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.close()
        self._engine, self._last, self._is_stale = None, None, False
        self._ready_sizes.clear()


def warm_up(engine: Engine, game: Game) -> None:
    """Compile, or load, what searches of a board need, so that they can be stopped at once; leaves nothing in the tree.

    The second search goes on with the tree of the first, which is code of its own.
    """
    later = game.copy()
    later.play("pass")
    for one in (game, later):
        engine.analyse(one, Limit(simulations=1))


class _Interval:
    """When to report during a search: first after some seconds, then every so many."""

    def __init__(self, task: Task) -> None:
        every, first = task.query.report_during_search_every, task.query.first_report_during_search_after
        self._every = math.inf if every is UNSET else every
        first_after = self._every if first is UNSET else first
        shortest = min(self._every, first_after)
        self.seconds = 0.0 if shortest == math.inf else shortest
        """How often the search has to report; 0 for never."""
        self._next = time.perf_counter() + first_after

    def is_due(self) -> bool:
        """Return whether to report now, when the search has a report."""
        now = time.perf_counter()
        if now < self._next - self.seconds / 2:
            return False
        self._next = now + self._every
        return True
