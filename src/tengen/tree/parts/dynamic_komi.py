"""Dynamic komi: simulations are judged as if the game were closer than it is (Pachi, chapter 4).

Where nearly all simulations end the same way, all moves look the same. So White is credited with some points more than
the rules give her, or with fewer, and the search sees differences again. The real komi is counted beside it.

Compiled code, and reports, count the extra komi as komi is always counted: what **Black pays**, negative if White does.
How many points those are is decided between two rounds of simulations, by the companion at the end of this file.
"""

import math
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, cast

import numpy as np
from msgspec import Meta

from tengen.board.phase import FULL_AT_THE_END, taken_share
from tengen.board.point import BLACK, Colour
from tengen.compiled.atomic import add_to
from tengen.compiled.jit import inlined
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.options import Options
from tengen.playout.chance import is_small
from tengen.tree.arena import Tree
from tengen.tree.companion import UNBOUNDED, Companion, ReportExtras, SearchContext

if TYPE_CHECKING:
    from tengen.tree.recipe import RecipeOptions


class DynamicKomiOptions(Options, frozen=True):
    """Judge simulations with another komi than the real one."""

    mode: Annotated[
        Literal["linear", "score", "value"],
        Meta(description="what the extra komi goes by: handicap stones, the mean score, or the share of wins"),
    ] = "value"
    stone: Annotated[float, Meta(ge=0, le=100, description="linear: points for a handicap stone (Pachi's h)")] = 7.0
    moves: Annotated[
        float, Meta(ge=1, le=10**4, description="linear: move at which they have dwindled to 0 (Pachi's M)")
    ] = 200.0
    opening: Annotated[
        int, Meta(ge=0, le=10**4, description="moves before which score and value are linear, on boards up to 13x13")
    ] = 4
    large_opening: Annotated[int, Meta(ge=0, le=10**4, description="the same on larger boards")] = 20
    steepness: Annotated[
        float, Meta(ge=0, le=1000, description="score: how suddenly the changes become small (Pachi's c)")
    ] = 20.0
    phase: Annotated[
        float, Meta(ge=0, le=1, description="score: share of points taken at which they are halved (Pachi's s)")
    ] = 0.75
    red: Annotated[float, Meta(ge=0, le=1, description="value: share of wins below which we pay less")] = 0.45
    green: Annotated[float, Meta(ge=0, le=1, description="value: share of wins above which we pay more")] = 0.5
    step: Annotated[float, Meta(ge=0, le=100, description="value: points of one change")] = 1.0
    ratchet_moves: Annotated[
        int, Meta(ge=0, le=10**4, description="value: moves after which the ratchet is forgotten; 0 for never")
    ] = 0
    adjust: Annotated[
        Literal["online", "offline"], Meta(description="change it in the middle of searches, or between them")
    ] = "online"
    slice: Annotated[int, Meta(ge=1, le=10**9, description="online: simulations between two changes")] = 100
    most: Annotated[float, Meta(ge=0, le=1000, description="points that it may be in our favour")] = 30.0
    until: Annotated[float, Meta(ge=0, le=10, description="share of the game from which it may not be at all")] = 0.95


class KomiTree(Tree):
    """What all threads share."""

    extra_komi: Annotated[float, np.float64]  # what Black pays on top of the real komi
    stone_komi: Annotated[float, np.float64]  # what Black pays on top before the first move, for handicap stones
    lowest_extra: Annotated[float, np.float64]  # bounds of both together
    highest_extra: Annotated[float, np.float64]
    wins: Annotated[float, np.float64]  # Black's since the search began, with the extra komi
    real_wins: Annotated[float, np.float64]  # the same with the real komi


@inlined
def extra_komi(tree: KomiTree, turn: int, options: DynamicKomiOptions) -> float:
    """Return what Black pays on top of the real komi in a simulation from a leaf; the linear part ends at ``moves``.

    The linear part depends on the leaf and on nothing else, so that a node has the same komi in all its simulations,
    also those of earlier searches.
    """
    extra = tree.extra_komi + tree.stone_komi * max(0.0, 1.0 - float(turn) / options.moves)
    return min(tree.highest_extra, max(tree.lowest_extra, extra))


@inlined
def after_playout(tree: KomiTree, score: float, komi: float) -> None:
    """Count who won a simulation, with the komi that it had and with the real one."""
    add_to(tree, "wins", share_of_win(score - komi))
    add_to(tree, "real_wins", share_of_win(score - tree.komi))


@inlined
def share_of_win(lead: float) -> float:
    """Return how much of a win Black's lead is: 1, 0, or 0.5 for a draw."""
    return 1.0 if lead > 0.0 else 0.5 if lead == 0.0 else 0.0


# Around the search: how large the extra komi is, from one round to the next. A komi is counted from **our** side here,
# the side that searches: what we pay, negative if it is in our favour.


class Situation(NamedTuple):
    """What the komi depends on beside the results of simulations."""

    colour: Colour
    """Ours."""
    move: int
    """How many were played."""
    handicap: int
    """Black's stones."""
    taken: float
    """Share of the points that have a stone."""
    is_small: bool
    """Whether the board is one of those up to 13x13."""

    @property
    def progress(self) -> float:
        """How much of the game is over, by how full the board is; 1 at the usual end, and perhaps more."""
        return self.taken / FULL_AT_THE_END


def situation_of(game: Game, colour: Colour) -> Situation:
    """Return the situation in a game, for one side."""
    board = game.board
    return Situation(colour, int(board.turn), game.handicap, taken_share(board), bool(is_small(board)))


class Results(NamedTuple):
    """What simulations have come to, for one side."""

    simulations: int = 0
    wins: float = 0.0
    """With the komi that they had."""
    score: float = 0.0
    """The sum of the leads without extra komi. No fractions come in, so it is the same however it is added up."""


def in_blacks_view(amount: float, colour: Colour) -> float:
    """Return what Black pays or leads by, if it is our amount; and the other way round."""
    return amount if colour == BLACK else 0.0 - amount  # and so never -0.0, which would be printed


def linear_komi(options: DynamicKomiOptions, here: Situation) -> float:
    """Return what we pay for handicap stones: Black pays for them, and less with every move (LINEARHANDICAP, 4.3)."""
    left = max(0.0, 1 - here.move / options.moves)
    return in_blacks_view(options.stone * here.handicap * left, here.colour)


def score_rate(options: DynamicKomiOptions, taken: float) -> float:
    """Return how much of the mean score is added to the komi: nearly all of it at first, hardly any on a full board.

    Section 4.4.1 prints the phase as taken + s, with which the rate would always be 0; for what its text says and for
    the sign of c to be right, s must be taken away.
    """
    exponent = options.steepness * (taken - options.phase)
    return 1 / (1 + math.exp(min(exponent, 700.0)))


def bounded(options: DynamicKomiOptions, here: Situation, komi: float) -> float:
    """Return a komi that is not too much in our favour (section 4.4.2)."""
    return max(komi, -most_in_favour(options, here))


def most_in_favour(options: DynamicKomiOptions, here: Situation) -> float:
    """Return how many points the komi may be in our favour: none when the game is nearly over."""
    return 0.0 if here.progress >= options.until else options.most


class DynamicKomi:
    """The extra komi of one game after the other, and what it is changed by."""

    def __init__(self, options: DynamicKomiOptions) -> None:
        self.options = options
        self.komi = 0.0
        """What we pay on top of the real komi at the root."""
        self.ratchet = math.inf
        """The komi that was too much for us, which we never go beyond again."""
        self._ratchet_move = 0
        self._here: Situation | None = None
        self._observed = Results()
        self._results = Results()

    @property
    def is_linear(self) -> bool:
        """Whether the komi goes by handicap stones and moves alone now."""
        here = self._here
        if self.options.mode == "linear" or here is None:
            return True
        return here.move < (self.options.opening if here.is_small else self.options.large_opening)

    @property
    def room(self) -> int:
        """How many simulations may be done before the komi has to be looked at again."""
        is_open = self.is_linear or self.options.adjust == "offline"
        return UNBOUNDED if is_open else self.options.slice - self._results.simulations

    @property
    def in_blacks_view(self) -> float:
        """What Black pays on top of the real komi at the root."""
        return 0.0 if self._here is None else in_blacks_view(self.komi, self._here.colour)

    def begin(self, here: Situation, *, goes_on: bool) -> None:
        """Begin a search; say whether it is in the same game as the one before, a later position or the same."""
        before, self._here = self._here, here
        self._observed = Results()
        if before is None or not goes_on:
            self._restart()
        elif before.colour != here.colour:
            # What makes the game even for one side makes it even for the other; what was too much is not known.
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
        """Look at all simulations since the search began; return whether the komi may have changed by the new ones.

        They are counted from Black's view, and her leads without any komi.
        """
        before, self._observed = self._observed, found
        simulations, wins = found.simulations - before.simulations, found.wins - before.wins
        lead = found.score - before.score - simulations * real_komi
        is_black = self._here is not None and self._here.colour == BLACK
        return self.count(
            Results(simulations, wins, lead) if is_black else Results(simulations, simulations - wins, -lead)
        )

    def forget_scores(self) -> None:
        """Take the sum of leads for 0 from now on, as the search has begun to add them up anew."""
        self._observed = self._observed._replace(score=0.0)

    def count(self, more: Results) -> bool:
        """Count simulations from our side; return whether the komi may have changed by them.

        What is left over of a slice at the end of a search counts in the next one.
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
        """Tell the simulations."""
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
        """Change the komi by what simulations with it have come to, if there are any."""
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
        """Pay less where we are losing, and more where we are winning, but never beyond the ratchet (VALUESITUATIONAL).

        A komi in our favour sets no ratchet: a side that is behind shall keep trying to make the game even.
        """
        assert self._here is not None
        if value < self.options.red:
            if self.komi > 0:
                self.ratchet, self._ratchet_move = self.komi, self._here.move
            self.komi -= self.options.step
        elif value > self.options.green and self.komi < self.ratchet:
            self.komi = min(self.ratchet, self.komi + self.options.step)


class KomiCompanion(Companion):
    """Changes the komi of the simulations between rounds, and reports the real win rate."""

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
        """Return how many simulations are left until the komi has to be looked at again."""
        return self.komi.room

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Adjust the komi by the results so far."""
        wins = sum(float(tree.wins) for tree in komi_trees(context))
        if self.komi.observe(Results(context.own_simulations, wins, context.score_sum), context.komi):
            self._write(context)
        return True

    def cleared(self, context: SearchContext) -> None:
        """Expect the scores to be added up from 0 again."""
        self.komi.forget_scores()

    def report(self, context: SearchContext, extras: ReportExtras) -> None:
        """Add the extra komi, and the win rate without it."""
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
