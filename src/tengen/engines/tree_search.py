"""Monte-Carlo tree search with whatever parts its options name."""

import math
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import NamedTuple, cast

import numpy as np

from tengen.board.grid import BLACK, PASS, RESIGN, WHITE, Colour, Point, other
from tengen.board.phase import taken_share
from tengen.board.rules import rules_named
from tengen.engines.ending import NOT_OVER, ZUGZWANG, Ending, Filling, ending_of, filling_of
from tengen.engines.judge import SIMULATIONS, Judgement, PassCost, owners_by_search, pass_cost
from tengen.engines.orders import ANY, Orders
from tengen.engines.player import LATE, Choice, Player, is_pass_to_answer
from tengen.engines.searcher import MakeSearch, Searcher
from tengen.game.clock import Clock
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.opening.forced_book import read_forced_book
from tengen.parts.options import OptionError, Options
from tengen.parts.settings import Settings
from tengen.playout.status import Owners, status_of
from tengen.report.report import MoveReport, Report
from tengen.search.choice import draw
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.search.timing import Pace, by_clock, fixed, limit_of

CLEAR_OWNER = 0.8  # a point has an owner if one side owns it in nine tenths of the simulations
CLEAR_BOARD = 0.85  # share of such points from which on the game may be over
TIME_TO_JUDGE = 0.2  # share of a move's time to find out whether the game is over
LEAST_TO_JUDGE = 0.2  # seconds: with less for a move there is no time to look whether the game is over
OVERTIME_TO_JUDGE = 0.04  # share of a move's time for that after the search, when the move's time is used up
TIMES_TO_JUDGE = 10  # a weak level judges with at most so many times the simulations of its moves
VISITS_TO_RESIGN = 100  # of the root; with fewer, a position only seems lost
MOVES_TO_WAIT = 8  # of both sides, before one looks again whether a game is over that was not
SURE_TO_WIN = 0.9  # without time to count, a pass is answered by a pass at this win rate
SURELY_COUNTED = 5  # counting in a hurry may take so many times as long as before, if the machine is busy
# How much of the win rate a pass may cost in a game that is called over. Finished games lose at most 0.04; 0.18 with
# a bent four in the corner, and there a move too many costs a point under territory rules.
PASS_MAY_COST = {"area": 0.05, "territory": 0.2}
NEUTRAL_POINTS_COST = 5.0  # points that a pass may cost while neutral points are left; these may decide a close game
PLAYOUTS_TO_PASS = 30  # after a pass, to tell from the search for the move who owns what if the opponent plays first
STRICT = rules_named("cgos")  # to be won, dead stones must be captured
EXTRA = 2.0  # robust-max: search at most this many times as long until the best move is also the most visited


def new_search(options: Options, seed: int) -> Search:
    """Return a search in this process."""
    return Search(cast(SearchOptions, options), seed)


class _Clear(NamedTuple):
    """How much of the board had an owner in the last search for a move."""

    moves: int
    """Moves of the game at that time; if there are fewer now, it is another game."""
    share: float


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
        self._clear: _Clear | None = None
        self._judged_at: int | None = None  # number of moves when the game was last found not to be over
        self._filling: Filling | None = None
        self._judging_seconds = 0.0
        self._counting_seconds = 0.0

    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return the move that a search finds best; a pass that ends the game, or that costs nothing; or RESIGN.

        A pass that would end a lost game, and one in a position that seems lost, is chosen only if there is no other
        sensible move, or if the search is too small to resign after it.
        """
        self.searcher.rest()
        self.searcher.report = None
        avoided = orders.restriction.depths(game.size, len(game.board.colour))[colour]
        known = self._book_move(game, colour)
        if known is not None and not avoided[known]:
            return Choice(known)
        pace = self.pace(game, colour, orders.limit, orders.clock)
        start = perf_counter()
        has_time = self._has_time_to_judge(pace)
        ending = None
        if has_time and self._may_be_over(game, colour):
            ending = self._ending(game, colour, pace, TIME_TO_JUDGE)
        if ending is not None and ending.passes and not avoided[PASS]:
            return Choice(PASS)
        pace = pace.shortened(perf_counter() - start)
        report = self.searcher.run(game, colour, pace, orders)
        self._clear = _Clear(len(game.moves), float((abs(report.ownership) > CLEAR_OWNER).mean()))
        moves = report.moves
        if not moves:
            return Choice(PASS)
        best = self._best(moves)
        # With dynamic komi the moves are judged by another komi than the real one.
        win_rate = report.win_rate if report.has_dynamic_komi else best.win_rate
        if not has_time:
            ending = self._hurried_ending(game, colour, pace, report, win_rate)
        elif ending is None and best.point == PASS:
            ending = self._ending(game, colour, pace, OVERTIME_TO_JUDGE)
        if ending is not None and ending.passes and not avoided[PASS]:
            return Choice(PASS, win_rate, report.simulations)
        if ending is not None:
            moves = ending.sensible(moves)
            self.searcher.report = replace(report, moves=moves)
            best = self._best(moves)
            win_rate = report.win_rate if report.has_dynamic_komi else best.win_rate
        is_known = report.visits >= VISITS_TO_RESIGN
        if ending is not None and ending.is_lost and not is_known and not avoided[PASS]:
            return Choice(PASS, win_rate, report.simulations)
        if is_known and self._is_lost(game, colour, max(win_rate, best.win_rate)):
            return Choice(RESIGN, win_rate, report.simulations)
        others = [move for move in moves if move.point != best.point]
        return Choice(draw([best, *others], self.options.choice, self._random).point, win_rate, report.simulations)

    def clean_up(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return the best move that helps to capture the opponent's dead stones; a pass if none is left."""
        self.searcher.rest()
        points = self.judgement(game).captures(game, colour)
        if not points:
            return Choice(PASS)
        strict = game.copy()
        strict.rules = STRICT
        pace = self.pace(game, colour, orders.limit, orders.clock)
        report = self.searcher.run(strict, colour, pace, orders)
        near = [move for move in report.moves if move.point in points]
        if not near:
            return super().clean_up(game, colour)
        best = self._best(near)
        return Choice(best.point, best.win_rate, report.simulations)

    def owners(self, game: Game, limit: Limit | None = None) -> Owners:
        """Return the mean owners of the points at the end of the game, by a small search for each side."""
        return owners_by_search(self.options, game, limit, self.searcher.recipe)

    def rehearse_ending(self, game: Game) -> None:
        """Compile, or load, what the end of a game needs, given one that is finished."""
        super().rehearse_ending(game)
        short = fixed(Limit(seconds=LEAST_TO_JUDGE))
        for to_play in (game.to_play, other(game.to_play)):
            self._judged = self._filling = None
            self._ending(game, to_play, short, TIME_TO_JUDGE).sensible([])
        judgement = self.judgement(game)
        judgement.captures(game, game.to_play)
        self._counted_ending(game, game.to_play, judgement.owners)
        self._judged, self._filling, self._judging_seconds = None, None, 0.0

    def _may_be_over(self, game: Game, colour: Colour) -> bool:
        """Return whether it is worth looking if the game is over, before any search for a move."""
        if is_pass_to_answer(game, colour):
            return True
        if self._judged_at is not None and 0 <= len(game.moves) - self._judged_at < MOVES_TO_WAIT:
            return False
        if self._clear is None or self._clear.moves > len(game.moves):
            return game.rules.scoring == "territory" and taken_share(game.board) >= LATE
        return self._clear.share >= CLEAR_BOARD

    def _has_time_to_judge(self, pace: Pace) -> bool:
        """Return whether there is time to look if the game is over, by how long that took before.

        On a busy machine it may take longer than the whole move should. Then it is tried again some moves later.
        """
        seconds = pace.desired.seconds
        if seconds is None or seconds >= max(LEAST_TO_JUDGE, 2 * self._judging_seconds):
            return True
        self._judging_seconds /= 2
        return False

    def _ending(self, game: Game, colour: Colour, pace: Pace, share: float) -> Ending:
        """Return how to end a game that may be over. It takes only a share of a move's time."""
        kept = self._filling.ending(game, colour) if self._filling is not None else None
        if kept is not None:
            return kept
        seconds = pace.desired.seconds
        simulations = min(SIMULATIONS, TIMES_TO_JUDGE * (pace.desired.simulations or SIMULATIONS))
        limit = None
        if seconds is not None or simulations < SIMULATIONS:
            limit = Limit(simulations, None if seconds is None else seconds * share / 2)
        start = perf_counter()
        ending = ending_of(game, colour, self.judgement(game, limit))
        if ending.is_settled and not is_pass_to_answer(game, colour):
            cost = pass_cost(self.options, game, colour, limit, self.searcher.recipe)
            ending = ending if _is_credible(ending, cost, game) else NOT_OVER
        self._filling = filling_of(game, ending, self.judgement(game, limit))
        self._judging_seconds = perf_counter() - start
        is_open = not ending.is_settled and game.rules.scoring == "area"  # where a move too many costs nothing
        self._judged_at = len(game.moves) if is_open else None
        return ending

    def _hurried_ending(self, game: Game, colour: Colour, pace: Pace, report: Report, win_rate: float) -> Ending | None:
        """Return how to end a game without a search for that, by what the search for the move found; None to play on.

        If even counting takes too long, the search decides: its pass under territory rules, and its win rate where
        there is a pass to answer.
        """
        owners = _owners_by_first_player(report)
        has_time = (pace.desired.seconds or 0.0) >= SURELY_COUNTED * self._counting_seconds
        if owners is not None and has_time and self._may_be_over(game, colour):
            ending = self._counted_ending(game, colour, owners)
            cost = win_rate - next((move.win_rate for move in report.moves if move.point == PASS), 0.0)
            is_believed = is_pass_to_answer(game, colour) or not ending.is_settled or cost <= ZUGZWANG
            return ending if is_believed else NOT_OVER
        self._counting_seconds /= 2
        if is_pass_to_answer(game, colour) and win_rate > SURE_TO_WIN and game.rules.removes_dead:
            return Ending(passes=True)
        if self._best(report.moves).point != PASS:
            return None
        return Ending(passes=True) if game.rules.scoring == "territory" else NOT_OVER

    def _counted_ending(self, game: Game, colour: Colour, owners: Owners) -> Ending:
        start = perf_counter()
        ending = ending_of(game, colour, Judgement(owners, status_of(game, owners)))
        self._counting_seconds = perf_counter() - start
        return ending

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
        pace = by_clock(clock, colour, game.size**2, len(game.moves), options.time, self.searcher.lag)
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


def _is_credible(ending: Ending, cost: PassCost, game: Game) -> bool:
    """Return whether a game that two small searches call over may be over, by what a pass would cost."""
    if cost.win_rate <= PASS_MAY_COST[game.rules.scoring]:
        return True
    return bool(ending.wanted) and cost.points <= NEUTRAL_POINTS_COST


def _owners_by_first_player(report: Report) -> Owners | None:
    """Return who owns each point if Black plays first, and if White does; None if the pass has too few playouts.

    Simulations through the pass are those in which the opponent plays first.
    """
    if report.move_owners is None or report.move_owners[1][PASS] < PLAYOUTS_TO_PASS:
        return None
    owners, playouts = report.move_owners
    moving = np.delete(owners, PASS, axis=0).sum(axis=0) / max(1, np.delete(playouts, PASS).sum())
    passing = owners[PASS] / playouts[PASS]
    return Owners(moving, passing) if report.colour == BLACK else Owners(passing, moving)
