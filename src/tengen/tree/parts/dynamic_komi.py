"""Dynamic komi: judge simulations with an extra komi that makes the game more even (Pachi, chapter 4).

If nearly all simulations have the same winner, all moves look alike. With some points of komi more, or fewer, moves
differ again. The wins with the real komi are counted as well, for reports.

Compiled code has the extra komi from Black's view: it is what **Black pays**, negative if White pays. Its size is
decided between two rounds of simulations, by the companion at the end of this file.
"""

import math
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, cast

import numpy as np
from msgspec import Meta

from tengen.board.board import is_small
from tengen.board.phase import FULL_AT_THE_END, taken_share
from tengen.board.point import BLACK, Colour
from tengen.board.score import share_of_win
from tengen.compiled.atomic import add_to
from tengen.compiled.jit import inlined
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.options import Options
from tengen.tree.arena import Tree
from tengen.tree.companion import UNBOUNDED, Companion, ReportExtras, SearchContext

if TYPE_CHECKING:
    from tengen.tree.recipe import RecipeOptions


class DynamicKomiOptions(Options, frozen=True):
    """Judge simulations with an extra komi."""

    mode: Annotated[
        Literal["linear", "score", "value"],
        Meta(description="what the extra komi depends on: linear: handicap stones; score: mean score; value: win rate"),
    ] = "value"
    stone: Annotated[
        float, Meta(ge=0, le=100, description="linear: extra komi for each handicap stone (Pachi's h)")
    ] = 7.0
    moves: Annotated[
        float,
        Meta(ge=1, le=10**4, description="linear: move number at which the extra komi has shrunk to 0 (Pachi's M)"),
    ] = 200.0
    opening: Annotated[
        int,
        Meta(ge=0, le=10**4, description="score, value: number of first moves that use linear, on boards up to 13x13"),
    ] = 4
    large_opening: Annotated[
        int, Meta(ge=0, le=10**4, description="score, value: number of first moves that use linear, on larger boards")
    ] = 20
    steepness: Annotated[
        float, Meta(ge=0, le=1000, description="score: how abruptly the changes of the komi become small (Pachi's c)")
    ] = 20.0
    phase: Annotated[
        float, Meta(ge=0, le=1, description="score: filled share of the board at which changes are halved (Pachi's s)")
    ] = 0.75
    red: Annotated[float, Meta(ge=0, le=1, description="value: our win rate below which our extra komi is lowered")] = (
        0.45
    )
    green: Annotated[
        float, Meta(ge=0, le=1, description="value: our win rate above which our extra komi is raised")
    ] = 0.5
    step: Annotated[float, Meta(ge=0, le=100, description="value: size of one change, in points")] = 1.0
    ratchet_moves: Annotated[
        int, Meta(ge=0, le=10**4, description="value: moves after which the ratchet is released; 0 for never")
    ] = 0
    adjust: Annotated[
        Literal["online", "offline"],
        Meta(description="change the extra komi during searches (online), or only between them (offline)"),
    ] = "online"
    slice: Annotated[
        int, Meta(ge=1, le=10**9, description="online: simulations between two changes of the extra komi")
    ] = 100
    most: Annotated[float, Meta(ge=0, le=1000, description="largest extra komi in our favour, in points")] = 30.0
    until: Annotated[
        float, Meta(ge=0, le=10, description="share of the game after which no extra komi in our favour is allowed")
    ] = 0.95


class KomiTree(Tree):
    """Fields that all threads share."""

    extra_komi: Annotated[float, np.float64]  # what Black pays on top of the real komi, apart from ``stone_komi``
    stone_komi: Annotated[float, np.float64]  # what Black pays for handicap stones at move 0; it shrinks with each move
    lowest_extra: Annotated[float, np.float64]  # bounds of the sum of both
    highest_extra: Annotated[float, np.float64]
    wins: Annotated[float, np.float64]  # Black's wins since the search began, with the extra komi
    real_wins: Annotated[float, np.float64]  # the same with the real komi


@inlined
def extra_komi(tree: KomiTree, turn: int, options: DynamicKomiOptions) -> float:
    """Return what Black pays on top of the real komi in a simulation from a leaf with this move number.

    The part for handicap stones depends only on the leaf, so a node has the same komi in all its simulations, including
    those of earlier searches.
    """
    extra = tree.extra_komi + tree.stone_komi * max(0.0, 1.0 - float(turn) / options.moves)
    return min(tree.highest_extra, max(tree.lowest_extra, extra))


@inlined
def after_playout(tree: KomiTree, score: float, komi: float) -> None:
    """Count whether Black won a simulation, with its own komi and with the real komi."""
    add_to(tree, "wins", share_of_win(score - komi))
    add_to(tree, "real_wins", share_of_win(score - tree.komi))


# Around the search: the size of the extra komi. From here on it is given from **our** view, that of the side that
# searches: it is what we pay, negative if it is in our favour.


class Situation(NamedTuple):
    """What the extra komi depends on besides the results of simulations."""

    colour: Colour
    """Our colour."""
    move: int
    """Number of moves played."""
    handicap: int
    """Number of Black's handicap stones."""
    taken: float
    """Share of the points that have a stone."""
    is_small: bool
    """Whether the board is at most 13x13."""

    @property
    def progress(self) -> float:
        """Finished share of the game, judged by the filled points; 1 at the usual end, possibly more."""
        return self.taken / FULL_AT_THE_END


def situation_of(game: Game, colour: Colour) -> Situation:
    """Return the situation in a game, for one side."""
    board = game.board
    return Situation(colour, int(board.turn), game.handicap, taken_share(board), bool(is_small(board)))


class Results(NamedTuple):
    """Results of simulations, for one side."""

    simulations: int = 0
    wins: float = 0.0
    """Wins with the komi that the simulations were judged with."""
    score: float = 0.0
    """Sum of the leads without extra komi. Scores are whole numbers, so the order of addition does not matter."""


def in_blacks_view(amount: float, colour: Colour) -> float:
    """Convert an amount from our view to Black's view, or back."""
    return amount if colour == BLACK else 0.0 - amount  # avoids -0.0, which would be printed


def linear_komi(options: DynamicKomiOptions, here: Situation) -> float:
    """Return what we pay for handicap stones: Black pays for each, and less with every move (LINEARHANDICAP, 4.3)."""
    left = max(0.0, 1 - here.move / options.moves)
    return in_blacks_view(options.stone * here.handicap * left, here.colour)


def score_rate(options: DynamicKomiOptions, taken: float) -> float:
    """Return the share of the mean score that is added to the komi: nearly 1 at first, nearly 0 on a full board.

    Section 4.4.1 prints taken + s in the exponent. Then the rate would always be nearly 0; the text of the section and
    the sign of c ask for taken - s.
    """
    exponent = options.steepness * (taken - options.phase)
    return 1 / (1 + math.exp(min(exponent, 700.0)))


def bounded(options: DynamicKomiOptions, here: Situation, komi: float) -> float:
    """Return a komi, limited if it is too much in our favour (section 4.4.2)."""
    return max(komi, -most_in_favour(options, here))


def most_in_favour(options: DynamicKomiOptions, here: Situation) -> float:
    """Return the largest extra komi in our favour: 0 when the game is nearly over."""
    return 0.0 if here.progress >= options.until else options.most


class DynamicKomi:
    """The extra komi, as it changes from search to search and from game to game."""

    def __init__(self, options: DynamicKomiOptions) -> None:
        self.options = options
        self.komi = 0.0
        """What we pay on top of the real komi at the root; negative if it is in our favour."""
        self.ratchet = math.inf
        """An extra komi with which we were losing; we never pay more than this again."""
        self._ratchet_move = 0
        self._here: Situation | None = None
        self._observed = Results()
        self._results = Results()

    @property
    def is_linear(self) -> bool:
        """Whether the komi now depends only on handicap stones and the move number."""
        here = self._here
        if self.options.mode == "linear" or here is None:
            return True
        return here.move < (self.options.opening if here.is_small else self.options.large_opening)

    @property
    def room(self) -> int:
        """Number of simulations until the komi is adjusted."""
        is_open = self.is_linear or self.options.adjust == "offline"
        return UNBOUNDED if is_open else self.options.slice - self._results.simulations

    @property
    def in_blacks_view(self) -> float:
        """What Black pays on top of the real komi at the root."""
        return 0.0 if self._here is None else in_blacks_view(self.komi, self._here.colour)

    def begin(self, here: Situation, *, goes_on: bool) -> None:
        """Begin a search. ``goes_on``: in the same game as the last search, at the same or a later position."""
        before, self._here = self._here, here
        self._observed = Results()
        if before is None or not goes_on:
            self._restart()
        elif before.colour != here.colour:
            # A komi that makes the game even does so for both sides; a ratchet is valid for one side only.
            self._forget_ratchet()
            self.komi, self._results = -self.komi, Results()
        if self.is_linear:
            self._restart()
        elif self.options.adjust == "offline":
            self._adjust()
        if self.options.ratchet_moves and here.move - self._ratchet_move >= self.options.ratchet_moves:
            self._forget_ratchet()
        self.komi = bounded(self.options, here, self.komi)

    def observe(self, found: Results, real_komi: float) -> bool:
        """Count the new ones among all simulations since the search began; return whether the komi may have changed.

        ``found`` is from Black's view, and its score is without any komi.
        """
        before, self._observed = self._observed, found
        simulations, wins = found.simulations - before.simulations, found.wins - before.wins
        lead = found.score - before.score - simulations * real_komi
        is_black = self._here is not None and self._here.colour == BLACK
        return self.count(
            Results(simulations, wins, lead) if is_black else Results(simulations, simulations - wins, -lead)
        )

    def forget_scores(self) -> None:
        """Restart the observed sum of scores at 0, because the search has cleared its own."""
        self._observed = self._observed._replace(score=0.0)

    def count(self, more: Results) -> bool:
        """Count simulations, from our view; return whether the komi may have changed.

        If a search ends within a slice, the next search continues that slice.
        """
        if self.is_linear:
            return False
        done = self._results
        self._results = Results(done.simulations + more.simulations, done.wins + more.wins, done.score + more.score)
        if self.room > 0:
            return False
        self._adjust()
        return True

    def write_to(self, tree: KomiTree) -> None:
        """Write the extra komi into a tree, where simulations read it."""
        here = self._here
        if here is None:
            return
        tree.stone_komi = self.options.stone * here.handicap if self.is_linear else 0.0
        tree.extra_komi = 0.0 if self.is_linear else self.in_blacks_view
        most = most_in_favour(self.options, here)
        tree.lowest_extra = -most if here.colour == BLACK else -math.inf
        tree.highest_extra = math.inf if here.colour == BLACK else most

    def _restart(self) -> None:
        assert self._here is not None
        self._forget_ratchet()
        self.komi, self._results = linear_komi(self.options, self._here), Results()

    def _forget_ratchet(self) -> None:
        self.ratchet = math.inf

    def _adjust(self) -> None:
        """Change the komi by the results since the last change, if there are any."""
        results, self._results = self._results, Results()
        assert self._here is not None
        if not results.simulations:
            return
        if self.options.mode == "score":
            lead = results.score / results.simulations - self.komi
            self.komi += score_rate(self.options, self._here.taken) * lead
        else:
            self._step(results.wins / results.simulations)
        self.komi = bounded(self.options, self._here, self.komi)

    def _step(self, value: float) -> None:
        """Pay less if we are losing; pay more if we are winning, but not beyond the ratchet (VALUESITUATIONAL).

        A komi in our favour sets no ratchet: a side that is behind must remain able to make the game even.
        """
        assert self._here is not None
        if value < self.options.red:
            if self.komi > 0:
                self.ratchet, self._ratchet_move = self.komi, self._here.move
            self.komi -= self.options.step
        elif value > self.options.green and self.komi < self.ratchet:
            self.komi = min(self.ratchet, self.komi + self.options.step)


class KomiCompanion(Companion):
    """Changes the extra komi between rounds, and reports the win rate with the real komi."""

    def __init__(self, options: "RecipeOptions") -> None:
        self.komi = DynamicKomi(options.tree.dynamic_komi)

    def begin(self, context: SearchContext) -> bool:
        """Set the komi for a new root."""
        for tree in komi_trees(context):
            tree.wins = tree.real_wins = 0.0
        self.komi.begin(situation_of(context.game, context.side), goes_on=context.continues_game)
        self._write(context)
        return True

    def most_simulations(self, context: SearchContext, limit: Limit) -> int:
        """Return the number of simulations until the komi is adjusted."""
        return self.komi.room

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Adjust the komi by the results so far."""
        wins = sum(float(tree.wins) for tree in komi_trees(context))
        if self.komi.observe(Results(context.own_simulations, wins, context.score_sum), context.komi):
            self._write(context)
        return True

    def cleared(self, context: SearchContext) -> None:
        """Restart the observed sum of scores."""
        self.komi.forget_scores()

    def report(self, context: SearchContext, extras: ReportExtras) -> None:
        """Add the extra komi, and Black's win rate with the real komi."""
        extras.extra_komi = self.komi.in_blacks_view
        if context.own_simulations:
            real_wins = sum(float(tree.real_wins) for tree in komi_trees(context))
            extras.black_win_rate = real_wins / context.own_simulations

    def _write(self, context: SearchContext) -> None:
        for tree in komi_trees(context):
            self.komi.write_to(tree)


def komi_trees(context: SearchContext) -> list[KomiTree]:
    """Return the trees of a search, which have the fields that this part adds."""
    return cast(list[KomiTree], [tree for _, tree in context.trees])
