"""The tree search of an engine: it analyses, ponders, and keeps its tree from move to move."""

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Thread

from tengen.board.grid import Colour, other
from tengen.engines.orders import ANY, Orders
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.game.restriction import NO_RESTRICTION, Restriction
from tengen.parts.options import Options
from tengen.parts.settings import Settings
from tengen.report.report import NodeReport, Report
from tengen.search.search import Search
from tengen.search.timing import Pace
from tengen.tree.recipe import Recipe

_log = logging.getLogger("tengen")

BOOK_VISITS = 100  # of a node whose children are worth keeping in a book

MakeSearch = Callable[[Options, int], Search]


class Searcher:
    """Holds a search, and makes a new one when the options have changed.

    Not for several threads, except ``stop`` and ``children``.
    """

    def __init__(self, settings: Settings, seed: int, make_search: MakeSearch) -> None:
        self._settings = settings
        self._seed = seed
        self._make_search = make_search
        self._search: Search | None = None
        self._made_with: Options | None = None
        self._pondering: Thread | None = None
        self.report: Report | None = None
        """What the last search found; None if there was none."""

    def search(self) -> Search:
        """Return the search with the options as they are now; its tree is kept while they stay the same.

        Raises MemoryError, with a text for people, if the system has not the memory for a new tree.
        """
        if self._search is None or self._made_with != self._settings.options:
            self.close()
            try:
                self._search = self._make_search(self._settings.options, self._seed)
            except MemoryError as error:
                reason = f" ({error})" if str(error) else ""
                raise MemoryError(f"the tree needs more memory than there is; set memory lower{reason}") from error
            self._made_with = self._settings.options
        return self._search

    @property
    def recipe(self) -> Recipe | None:
        """How the search with the options as they are now is assembled; None if there is no such search yet."""
        is_made = self._search is not None and self._made_with == self._settings.options
        return self._search.trees.recipe if self._search is not None and is_made else None

    def reseed(self, seed: int) -> None:
        """Restart the random numbers, with an empty tree."""
        self.close()
        self._seed = seed

    def prepare(self, game: Game) -> None:
        """Compile, or load, what a search needs, so that it takes no time later."""
        self.begin(game, game.to_play).prepare()

    def begin(self, game: Game, colour: Colour, restriction: Restriction = NO_RESTRICTION) -> Search:
        """Make a position the root and return the search, ready to run."""
        self.rest()
        self.report = None
        search = self.search()
        search.begin(game, colour, restriction=restriction)
        return search

    def run(self, game: Game, colour: Colour, limit: Limit | Pace, orders: Orders = ANY) -> Report:
        """Search a position and return the report; the orders may ask for more of them on the way."""
        for report in self.begin(game, colour, orders.restriction).reports(limit, orders.every, orders.until):
            self.report = report
            if orders.on_report is not None:
                orders.on_report(report)
        return report

    def stream(self, game: Game, colour: Colour, limit: Limit, orders: Orders) -> Iterator[Report]:
        """Search a position, and yield a report every so many seconds and at the end.

        The reports end early if another search begins.
        """
        search = self.begin(game, colour, orders.restriction)
        root = search.root
        reports = search.reports(limit, orders.every, orders.until)
        while self._search is search and search.has_root(root):
            report = next(reports, None)
            if report is None:
                return
            self.report = report
            yield report

    @property
    def lag(self) -> float:
        """Seconds that the threads of the search have lately waited for a processor, at most."""
        return 0.0 if self._search is None else self._search.trees.lag.seconds

    @property
    def is_pondering(self) -> bool:
        """Whether a search on the opponent's time is running."""
        return self._pondering is not None

    def ponder(self, game: Game) -> None:
        """Search for the side to play, which is the opponent, in the background until ``rest``.

        What is found below the opponent's move is kept for the next search.
        """
        self.rest()
        search = self.search()
        search.begin(game, game.to_play, side=other(game.to_play))
        self._pondering = Thread(target=_work, args=(search,), name="pondering", daemon=True)
        self._pondering.start()

    def rest(self) -> None:
        """Stop pondering, and wait until it has ended."""
        if self._pondering is not None:
            self.stop()
            self._pondering.join()
            self._pondering = None

    def stop(self) -> None:
        """End the search that is running, within a few milliseconds; may be called from another thread."""
        search = self._search
        if search is not None:
            search.stop()

    def walk(self, depth: int, share: float) -> list[NodeReport]:
        """Return the nodes of the tree down to a depth that have a share of the root's visits."""
        return self.search().walk(depth, share)

    def children(self, names: Sequence[str], most: int | None, *, explained: bool) -> list[NodeReport]:
        """Return the children of a node of the tree, also while a search runs; empty if there is no tree."""
        search = self._search
        return [] if search is None else search.children(names, most, explained=explained)

    def save_book(self, path: Path) -> int:
        """Write the tree of the last search, which was of the empty board, as a book; return how many nodes it has."""
        return self.search().save_book(path, BOOK_VISITS)

    def close(self) -> None:
        """Stop pondering, and free the trees and threads. The next search makes new ones."""
        self.rest()
        if self._search is not None:
            self._search.close()
            self._search = None


def _work(search: Search) -> None:
    """Search in the background. An error is logged: nobody waits for the result, and the next search starts afresh."""
    try:
        search.work()
    except Exception as error:  # the thread ends here
        _log.warning("pondering has failed: %s: %s", type(error).__name__, error)
