"""UCT: Monte-Carlo tree search with whatever parts its options name."""

import math
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import cast

from tengen.board.point import PASS, RESIGN, WHITE, Colour, Point, other
from tengen.engines.engine import Choice, PlayoutJudge, lead_after_pass
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.opening.forced_book import read_forced_book
from tengen.parts.options import OptionError
from tengen.parts.settings import Settings
from tengen.search.clock import Clock
from tengen.search.dump import NodeReport
from tengen.search.options import SearchOptions
from tengen.search.report import MoveReport, Report
from tengen.search.search import Search
from tengen.search.timing import Pace, by_clock, fixed

BOOK_VISITS = 100  # of a node whose children are worth keeping in a book
EXTRA = 2.0  # robust-max: search at most this many times as long until the best move is also the most visited


class TreeSearchEngine(PlayoutJudge):
    """Searches, keeps its tree from move to move, and plays the move that the search found best."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self._seed = seed
        self._search: Search | None = None
        self.report: Report | None = None
        """What the last search found; nothing if the last choice needed none."""
        self.clock: Clock | None = None
        """What is known of the time for the game."""
        self._pondering: Thread | None = None

    def reseed(self, seed: int) -> None:
        """Begin the random numbers anew, with an empty tree."""
        self.rest()
        self._seed = seed
        self._search = None

    @property
    def options(self) -> SearchOptions:
        """Its options, with their type."""
        return cast(SearchOptions, self.settings.options)

    def search(self) -> Search:
        """Return the search with the options as they are now; its tree is kept while they stay the same."""
        if self._search is None or self._search.options != self.options:
            self._search = Search(self.options, self._seed)
        return self._search

    def prepare(self, game: Game) -> None:
        """Compile, or load, what is needed for a game, so that it takes no time of its clock."""
        self.rest()
        search = self.search()
        search.begin(game, game.to_play)
        search.prepare()
        self.final_status(game)

    def choose(self, game: Game, colour: Colour) -> Choice:
        """Return the move that a search finds best; a pass that ends a won game; or RESIGN.

        A pass that would end a lost game, and one in a position that seems lost, is chosen only where there is no
        other move.
        """
        self.rest()
        self.report = None
        known = self._book_move(game, colour)
        if known is not None:
            return Choice(known)
        lead = lead_after_pass(game, colour, self)
        if lead is not None and lead > 0:
            return Choice(int(PASS))
        options, search = self.options, self.search()
        pace = self.pace(game, colour)
        search.begin(game, colour)
        report = search.run(pace)
        if lead is not None and lead < 0:
            report = _without_pass(report)
        self.report = report
        if not report.moves:
            return Choice(int(PASS))
        best = best_move(report, options)
        if best.point == PASS and best.value < 0.5 and lead is None:
            best = best_move(_without_pass(report), options)
        value = best.value if report.won is None else report.won
        if self._is_lost(game, colour, max(value, best.value)):
            return Choice(RESIGN, value, report.simulations)
        return Choice(best.point, value, report.simulations)

    def _book_move(self, game: Game, colour: Colour) -> Point | None:
        """Return what the forced book plays, if there is one and it knows the position."""
        path = self.options.book.forced
        if not path or colour != game.to_play:
            return None
        return read_forced_book(path, game.size).move(game, self._seed)

    def pace(self, game: Game, colour: Colour) -> Pace:
        """Return how long to search: by the clock, unless a user has set simulations or seconds.

        Raises OptionError where nothing sets a limit.
        """
        options, settings = self.options, self.settings
        own = Limit(options.simulations or None, options.seconds or None)
        is_forced = any(settings.is_users(name) for name in ("simulations", "seconds"))
        has_clock = self.clock is not None and not self.clock.is_blank
        if not has_clock and own == Limit():
            raise OptionError("simulations and seconds are both 0, and there is no clock: set one of them")
        if self.clock is None or not has_clock or (own != Limit() and is_forced):
            # Whoever asks for simulations or seconds gets them: the next search goes on with the tree that they make.
            return fixed(own, EXTRA if options.final == "robust-max" else 1.0)
        pace = by_clock(self.clock, colour, game.size**2, len(game.moves), options.time)
        # Which move is best in the end is told by visits alone only where the most visited one is played.
        return pace if options.final in ("robust", "robust-max") else pace._replace(saves=False)

    def analyze(
        self, game: Game, *, simulations: int = 0, seconds: float = 0.0, interval: float = 0.5
    ) -> Iterator[Report]:
        """Search for the side to play, and yield a report every so many seconds and at the end.

        Without a limit it searches until ``stop``, or until no more reports are asked for.
        """
        self.rest()
        search = self.search()
        search.begin(game, game.to_play)
        for report in search.reports(Limit(simulations or None, seconds or None), interval):
            self.report = report
            yield report

    @property
    def may_ponder(self) -> bool:
        """Whether its options want that it searches while it waits for the opponent."""
        return self.options.time.ponder

    def ponder(self, game: Game) -> None:
        """Search for the side to play, which is the opponent, until ``rest`` or until a move is to be chosen.

        What is found below the opponent's move helps then.
        """
        self.rest()
        search = self.search()
        search.begin(game, game.to_play, side=other(game.to_play))
        self._pondering = Thread(target=search.run, args=(Limit(),), daemon=True)
        self._pondering.start()

    def rest(self) -> None:
        """End pondering, and wait until that is so."""
        if self._pondering is not None:
            self.stop()
            self._pondering.join()
            self._pondering = None

    def walk(self, depth: int, share: float) -> Iterator[NodeReport]:
        """Yield the nodes of the tree down to a depth that have a share of the root's visits."""
        return self.search().walk(depth, share)

    def save_book(self, path: Path) -> int:
        """Write the tree of the last search, which was of the empty board, as a book; return how many nodes it has."""
        return self.search().save_book(path, BOOK_VISITS)

    def stop(self) -> None:
        """End the search that is running, soon; may be called from another thread."""
        if self._search is not None:
            self._search.stop()

    def _is_lost(self, game: Game, colour: Colour, value: float) -> bool:
        """Return whether to resign, for the better of two values: with the real komi, and as simulations were judged.

        With a komi against us the first tells the truth; with one in our favour a low first value is no surprise, and
        only the second says that we are farther behind than can be made up for. Who has given handicap stones is
        behind from the first move on, and waits for mistakes: with each stone longer.
        """
        options = self.options
        stones_given = game.handicap if colour == WHITE else 0
        is_early = len(game.moves) < options.resign_after * game.size**2
        return not is_early and value < options.resign / (1 + stones_given)


def _without_pass(report: Report) -> Report:
    """Return a report without the pass, unless that is the only move."""
    return report._replace(moves=[move for move in report.moves if move.point != PASS] or report.moves)


def best_move(report: Report, options: SearchOptions) -> MoveReport:
    """Return the move to play, chosen as the options say. The report must have one."""
    if options.final == "max":
        return max(report.moves, key=lambda move: move.value)
    if options.final == "secure":
        return max(report.moves, key=lambda move: move.value - options.secure_width / math.sqrt(move.visits))
    return report.moves[0]
