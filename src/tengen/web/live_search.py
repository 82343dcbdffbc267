"""The live search of one slot of a page: a thread that searches the shown position, slice by slice."""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from tengen import Engine, Game, Limit, NoSearchError, Report
from tengen.board.grid import parse_point
from tengen.web import messages as m
from tengen.web.setups import new_engine
from tengen.web.views import SHOWN_MOVES, analysis_view

if TYPE_CHECKING:
    from tengen.web.shared import Shared

logger = logging.getLogger("tengen.web")

EVERY = 0.2  # seconds of a slice, and between two reports
OUTLINE_CHILDREN = 12  # of an unfolded node, the most visited ones
SEARCH_SECONDS = 3600.0  # a search of one position ends after so much time


class LiveSearch:
    """Searches the positions that it is shown, until it is closed."""

    def __init__(self, shared: "Shared", slot: int, setup: m.Setup, tell: Callable[[m.ANSWERS], None]) -> None:
        """Start the thread; raises OptionError if the setup is not valid."""
        self.slot = slot
        self.setup = setup
        self.engine: Engine = new_engine(setup, shared.limits.engine_megabytes)
        if not self.engine.can_search:
            self.engine.close()
            raise NoSearchError(f"preset {setup.preset!r} searches no tree, so there is nothing to analyse")
        self._shared = shared
        self._tell = tell
        self._changed = threading.Condition()
        self._wanted: tuple[Game, int] | None = None
        self._until = threading.Event()
        self._paths: list[list[str]] = []
        self._is_closed = False
        threading.Thread(target=self._run, name=f"analysis {slot}", daemon=True).start()

    def show(self, game: Game, node: int) -> None:
        """Search another position from now on."""
        with self._changed:
            self._wanted = game, node
            self._until.set()
            self._changed.notify()

    def unfold(self, paths: list[list[str]]) -> None:
        """Report the children of these nodes of the search tree from now on."""
        self._paths = paths

    def close(self) -> None:
        """End the search; returns at once."""
        with self._changed:
            self._is_closed = True
            self._until.set()
            self._changed.notify()

    def _run(self) -> None:
        try:
            while (position := self._next()) is not None:
                self._search(*position)
        except Exception as error:  # the page must hear of it, whatever it is
            logger.exception("an analysis has failed")
            self._tell(m.AnalysisEnded(slot=self.slot, text=f"The analysis has failed: {error}"))
        finally:
            self.engine.close()

    def _next(self) -> tuple[Game, int] | None:
        """Wait for the next position; None if the search was closed."""
        with self._changed:
            while self._wanted is None and not self._is_closed:
                self._changed.wait()
            position, self._wanted = self._wanted, None
            self._until = threading.Event()
            return None if self._is_closed else position

    def _search(self, game: Game, node: int) -> None:
        until = self._until
        self._shared.preparer.prepare(self.engine, self.setup, game.size, is_explained=True)
        reports = self.engine.stream(game, Limit(seconds=SEARCH_SECONDS), EVERY, until=until)
        last = None
        while not until.is_set():
            with self._shared.cores.slice():
                report = next(reports, None)
            if until.is_set():
                return
            if report is None:
                break
            self._report(until, self._view(node, report))
            last = report
        if last is not None:
            self._report(until, msgspec.structs.replace(self._view(node, last), is_final=True))

    def _report(self, until: threading.Event, view: m.Analysis) -> None:
        """Tell the page, unless it wants another position by now, or none: it is told nothing after the end."""
        with self._changed:
            if not until.is_set():
                self._tell(view)

    def _view(self, node: int, report: Report) -> m.Analysis:
        """Return a report with what is inside the tree at the moment."""
        children = self.engine.children((), SHOWN_MOVES, explained=True)
        outline = [(path, self.engine.children(path, OUTLINE_CHILDREN)) for path in self._legal_paths(report.game.size)]
        return analysis_view(self.slot, node, report, children, outline)

    def _legal_paths(self, size: int) -> list[list[str]]:
        """Return the unfolded paths without those that have names of no move, or of another board."""
        return [path for path in self._paths if all(is_move(name, size) for name in path)]


def is_move(name: str, size: int) -> bool:
    """Return whether a name is that of a point on the board, or a pass."""
    try:
        parse_point(name, size)
    except ValueError:
        return False
    return True
