"""What the engine does in a game on the server: it plays its moves, and counts a game that has ended.

It thinks in a thread of its own, without the table's lock. Its move counts only if the game is still where it was.
"""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from tengen import Engine
from tengen.report.count import judged, with_dead
from tengen.web import messages as m
from tengen.web.table_engines import TableEngines

if TYPE_CHECKING:
    from tengen.web.table import Table

logger = logging.getLogger("tengen.web")

MOVE_SECONDS = 60.0  # a move without a clock takes no longer

Work = Literal["move", "count"]


class _Job:
    """Something that the engine is doing."""

    def __init__(self, what: Work) -> None:
        self.what: Work = what
        self.until = threading.Event()


class EngineWork:
    """The engines of a table, and what they are doing. Methods are called with the table's lock held."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._engines = TableEngines(table.shared)
        self._job: _Job | None = None
        self._is_closed = False

    @property
    def doing(self) -> Work | None:
        """What the engine is doing."""
        return None if self._job is None else self._job.what

    @property
    def has_opponent(self) -> bool:
        """Whether the person's opponent is ready to play."""
        return self._engines.has_opponent(self._table.setup.opponent)

    def adviser(self) -> Engine:
        """Return the engine that gives hints and estimates, ready for the board; needs no lock."""
        return self._engines.adviser(self._table.record.size)

    def go_on(self) -> None:
        """Do what is due: play a move, or count a game that has ended."""
        table = self._table
        if self._job is not None or self._is_closed or table.result is not None or not table.has_watchers:
            return
        game = table.game()
        if game.is_over:
            if table.counting.dead is None and (table.human is not None or not table.is_record):
                self._start("count", self._count)
                table.position_changed()
        elif table.human is not None and game.to_play != table.human:
            self._start("move", self._think)

    def cancel(self) -> None:
        """Forget what the engine is doing."""
        if self._job is not None:
            self._job.until.set()
            self._job = None

    def end(self) -> None:
        """Do nothing from now on."""
        self._is_closed = True
        self.cancel()

    def close(self) -> None:
        """Free the engines, after ``end``; needs no lock."""
        self._engines.close()

    def _start(self, what: Work, work: Callable[[_Job], None]) -> None:
        table = self._table
        self._job = job = _Job(what)

        def run() -> None:
            table.tell(m.Thinking(what=what, is_busy=True))
            try:
                work(job)
            except Exception as error:  # the page must hear of it, whatever it is
                logger.exception("the engine has failed")
                with table.lock:
                    table.tell(m.Problem(text=f"The engine has failed: {error}"))
            finally:
                with table.lock:
                    if self._job is job:
                        self._job = None
                        table.position_changed()  # it has failed: the game can be played on
                table.tell(m.Thinking(what=what, is_busy=False))
                if not table.has_watchers:
                    table.shared.leave(table)

        threading.Thread(target=run, name=f"{what}", daemon=True).start()

    def _think(self, job: _Job) -> None:
        """Choose and play the engine's move."""
        table = self._table
        with table.lock:
            game, node, setup = table.game(), table.live, table.setup
        engine = self._engines.opponent(setup.opponent, game.size)
        with table.lock:
            if self._job is not job:
                return
            if table.clock is not None and not table.clock.is_running:
                table.begin_turn(keep_waited=True)
            clock = None if table.clock is None else table.clock.shown(game.to_play)
        timer = threading.Timer(MOVE_SECONDS, job.until.set)
        timer.daemon = True
        if clock is None:
            timer.start()
        cores = table.shared.cores
        try:
            with cores.slice():
                move = engine.play(game, clock=clock, until=job.until, on_report=lambda _: cores.give_way())
        finally:
            timer.cancel()
        with table.lock:
            if self._job is not job or table.live != node or table.result is not None:
                return
            self._job = None
            played = m.EnginePlayed(node=node, move=move.name, win_rate=engine.win_rate, simulations=engine.simulations)
            if move.is_resign:
                table.tell(played)
                table.resigned(move.colour)
            else:
                new = table.make(node, move, None)
                table.tell(msgspec.structs.replace(played, node=new))

    def _count(self, job: _Job) -> None:
        """Find the dead stones of a game that has ended."""
        table = self._table
        with table.lock:
            game, node = table.game(), table.live
        if not game.rules.removes_dead:
            with table.lock:
                if self._job is job and table.live == node:
                    self._job = None
                    table.finish(str(with_dead(game, ()).score))
            return
        adviser = self.adviser()
        with table.shared.cores.slice():
            status = adviser.final_status(game)
            count = judged(game, status)
        with table.lock:
            if self._job is job and table.live == node:
                self._job = None
                table.begin_count(set(status.dead_stones), count)
