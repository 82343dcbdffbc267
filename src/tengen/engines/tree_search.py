"""Monte-Carlo tree search with whatever parts its options name."""

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from tengen.board.grid import PASS, RESIGN, WHITE, Colour, Point
from tengen.engines.orders import ANY, Orders
from tengen.engines.player import Choice, Player
from tengen.engines.searcher import MakeSearch, Searcher
from tengen.game.clock import Clock
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.opening.forced_book import read_forced_book
from tengen.parts.options import OptionError, Options
from tengen.parts.settings import Settings
from tengen.report.report import MoveReport
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.search.timing import Pace, by_clock, fixed, limit_of

EXTRA = 2.0  # robust-max: search at most this many times as long until the best move is also the most visited


def new_search(options: Options, seed: int) -> Search:
    """Return a search in this process."""
    return Search(cast(SearchOptions, options), seed)


class TreeSearchPlayer(Player):
    """Searches, keeps its tree from move to move, and plays the move that the search found best."""

    searcher: Searcher

    def __init__(self, settings: Settings, seed: int, make_search: MakeSearch = new_search) -> None:
        self.searcher = Searcher(settings, seed, make_search)
        super().__init__(settings, seed)

    @property
    def options(self) -> SearchOptions:
        """Its options, with their type."""
        return cast(SearchOptions, self.settings.options)

    def reseed(self, seed: int) -> None:
        """Restart the random numbers, with an empty tree."""
        super().reseed(seed)
        self.searcher.reseed(seed)

    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return the move that a search finds best; a pass that ends a won game; or RESIGN.

        A pass that would end a lost game, and one in a position that seems lost, is chosen only if there is no other
        move.
        """
        started = time.perf_counter()
        self.searcher.rest()
        self.searcher.report = None
        avoided = orders.restriction.depths(game.size, len(game.board.colour))[colour]
        known = self._book_move(game, colour)
        if known is not None and not avoided[known]:
            return Choice(known)
        lead = self.lead_after_pass(game, colour)
        if lead is not None and lead > 0 and not avoided[PASS]:
            return Choice(PASS)
        clock = orders.clock
        if clock is not None:  # judging dead stones takes time, too
            clock = clock.after_waiting(colour, time.perf_counter() - started)
        pace = self.pace(game, colour, orders.limit, clock)
        report = self.searcher.run(game, colour, pace, orders)
        if lead is not None and lead < 0:
            report = self.searcher.report = replace(report, moves=_without_pass(report.moves))
        if not report.moves:
            return Choice(PASS)
        best = self._best(report.moves)
        if best.point == PASS and best.win_rate < 0.5 and lead is None:
            best = self._best(_without_pass(report.moves))
        # With dynamic komi the moves are judged by another komi than the real one.
        win_rate = report.win_rate if report.has_dynamic_komi else best.win_rate
        point = RESIGN if self._is_lost(game, colour, max(win_rate, best.win_rate)) else best.point
        return Choice(point, win_rate, report.simulations)

    def _book_move(self, game: Game, colour: Colour) -> Point | None:
        """Return what the forced book plays, if there is one and it knows the position."""
        path = self.options.book.forced
        if not path or colour != game.to_play:
            return None
        return read_forced_book(path, game.size).move(game, self._seed)

    def pace(self, game: Game, colour: Colour, limit: Limit | None = None, clock: Clock | None = None) -> Pace:
        """Return how long to search: until a given limit, else one that the user has set, else by the clock.

        Only then the limit of the preset counts. Raises OptionError if there is none of these.
        """
        options = self.options
        own, is_users = limit_of(self.settings)
        has_clock = clock is not None and not clock.is_blank
        if limit is None and own == Limit() and not has_clock:
            raise OptionError("simulations and seconds are both 0, and there is no clock: set one of them")
        if limit is not None or clock is None or not has_clock or is_users:
            # Whoever asks for simulations or seconds gets them: the next search goes on with the tree that they make.
            return fixed(limit or own, EXTRA if options.final == "robust-max" else 1.0)
        pace = by_clock(clock, colour, game.size**2, len(game.moves), options.time)
        # Visits alone tell which move is best in the end only where the most visited one is played.
        return pace if options.final in ("robust", "robust-max") else pace._replace(saves=False)

    def _best(self, moves: Sequence[MoveReport]) -> MoveReport:
        """Return the move to play, chosen as the options say; there must be one."""
        options = self.options
        if options.final == "max":
            return max(moves, key=lambda move: move.win_rate)
        if options.final == "secure":
            return max(moves, key=lambda move: move.win_rate - options.secure_width / math.sqrt(move.visits))
        return moves[0]

    def _is_lost(self, game: Game, colour: Colour, win_rate: float) -> bool:
        """Return whether to resign, for the better of two win rates: with the real komi, and as simulations are judged.

        With a komi against us the first tells the truth. With one in our favour a low first win rate is no surprise,
        and only the second says that we are farther behind than can be made up for. The side that has given handicap
        stones is behind from the first move on, and waits for mistakes: with each stone longer.
        """
        options = self.options
        stones_given = game.handicap if colour == WHITE else 0
        is_early = len(game.moves) < options.resign_after * game.size**2
        return not is_early and win_rate < options.resign / (1 + stones_given)


def _without_pass(moves: Sequence[MoveReport]) -> Sequence[MoveReport]:
    """Return the moves without the pass, unless that is the only one."""
    return [move for move in moves if move.point != PASS] or moves
