"""The engines, and how queries get to them."""

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from msgspec import UNSET

from tengen import OptionError
from tengen.analysis.answer import no_answer
from tengen.analysis.messages import Problem, Query
from tengen.analysis.position import positions, restriction_of, turns
from tengen.analysis.query import QueryError
from tengen.analysis.schedule import Schedule
from tengen.analysis.settings import Overrides, read_overrides
from tengen.analysis.task import Task
from tengen.analysis.worker import Send, Worker
from tengen.parts.options import knobs
from tengen.parts.safe import check_safe

if TYPE_CHECKING:
    from tengen.analysis.server import Setup

PATIENCE = 1.0  # seconds that a worker gets to end when its queries are dropped; one that compiles takes longer


class Pool:
    """Workers with an engine each, and the schedule that they share."""

    def __init__(self, setup: "Setup", send: Send) -> None:
        self._setup = setup
        self._send = send
        self._schedule = Schedule()
        self._workers = [Worker(self._schedule, partial(setup.new_engine, i), send) for i in range(setup.parallel)]
        for worker in self._workers:
            worker.start()

    def submit(self, query: Query) -> None:
        """Put the turns of a query in the queue; raises QueryError if there is something wrong with it.

        Settings that nobody knows are answered with a warning.
        """
        overrides = read_overrides(query, self._option_names)
        self._check(query, overrides)
        tasks = self._tasks(query, overrides)
        if overrides.unknown:
            message = f"Unknown config params: {','.join(overrides.unknown)}"
            self._send(Problem(warning=message, field="overrideSettings", id=query.id))
        for field, value in (
            ("rootFpuReductionMax", query.root_fpu_reduction_max),
            ("rootPolicyTemperature", query.root_policy_temperature),
        ):
            if value is not UNSET:
                self._send(Problem(warning="This engine has no such setting", field=field, id=query.id))
        self._schedule.add(tasks)

    def terminate(self, is_meant: Callable[[Task], bool]) -> None:
        """End queries early: what waits is answered without results, what is searched with those so far."""
        for task in self._schedule.terminate(is_meant):
            self._send(no_answer(task))

    def clear(self) -> None:
        """Empty the trees, those that are being searched at the end of the search."""
        for worker in self._workers:
            worker.forget()

    def finish(self) -> None:
        """Finish all queries; then close the engines."""
        self._schedule.close()
        for worker in self._workers:
            worker.join()

    def abandon(self) -> None:
        """Drop all queries without an answer, and close the engines."""
        self._schedule.close()
        self._schedule.terminate(lambda _: True)
        for worker in self._workers:
            worker.join(PATIENCE)

    def _tasks(self, query: Query, overrides: Overrides) -> list[Task]:
        priorities = _priorities(query)
        view = overrides.known.report_analysis_winrates_as
        restriction = restriction_of(query)
        return [
            Task(
                query=query,
                turn=turn,
                game=game,
                priority=priorities[turn],
                settings=overrides.known,
                options=overrides.options,
                restriction=restriction,
                view=self._setup.view if view is UNSET else view,
            )
            for turn, game in positions(query)
        ]

    def _check(self, query: Query, overrides: Overrides) -> None:
        """Raise QueryError if options of the engine have values that are not valid."""
        if overrides.options:
            try:
                if self._setup.is_safe:
                    with self._setup.new_engine(0, {}) as engine:
                        check_safe(engine.options, overrides.options)
                self._setup.new_engine(0, overrides.options).close()
            except OptionError as error:
                raise QueryError(f"Could not set settings: {error}", "overrideSettings", query.id) from None

    @cache  # noqa: B019  # there is one pool
    def _option_names(self) -> frozenset[str]:
        with self._setup.new_engine(0, {}) as engine:
            return frozenset(leaf.name for leaf in knobs(engine.options))


def _priorities(query: Query) -> dict[int, int]:
    """Return the priority of each turn that a query asks for; raises QueryError if its fields contradict each other."""
    if query.priorities is UNSET:
        return dict.fromkeys(turns(query), 0 if query.priority is UNSET else query.priority)
    if query.priority is not UNSET:
        raise QueryError("Cannot specify both priority and priorities", "priority", query.id)
    if query.analyze_turns is UNSET:
        raise QueryError("Can only specify when also specifying analyzeTurns", "priorities", query.id)
    if len(query.priorities) != len(query.analyze_turns):
        raise QueryError("Must be of matching length to analyzeTurns", "priorities", query.id)
    return dict(zip(turns(query), query.priorities, strict=True))
