"""How large the extra komi of the simulations is, from one round to the next (Pachi, chapter 4; see ``tree.komi``).

In this file a komi is counted from **our** side, the side that searches: what we pay, negative if it is in our favour.
``in_blacks_view`` turns it into what Black pays, as compiled code and reports count it.
"""

import math
from typing import NamedTuple

from tengen.board.phase import FULL_AT_THE_END, taken_share
from tengen.board.point import BLACK, Colour
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.playout.chance import is_small
from tengen.tree.arena import Tree
from tengen.tree.companion import UNBOUNDED, Companion, ReportExtras, SearchContext
from tengen.tree.komi import KomiOptions


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


def linear_komi(options: KomiOptions, here: Situation) -> float:
    """Return what we pay for handicap stones: Black pays for them, and less with every move (LINEARHANDICAP, 4.3)."""
    left = max(0.0, 1 - here.move / options.moves)
    return in_blacks_view(options.stone * here.handicap * left, here.colour)


def score_rate(options: KomiOptions, taken: float) -> float:
    """Return how much of the mean score is added to the komi: nearly all of it at first, hardly any on a full board.

    Section 4.4.1 prints the phase as taken + s, with which the rate would always be 0; for what its text says and for
    the sign of c to be right, s must be taken away.
    """
    exponent = options.steepness * (taken - options.phase)
    return 1 / (1 + math.exp(min(exponent, 700.0)))


def bounded(options: KomiOptions, here: Situation, komi: float) -> float:
    """Return a komi that is not too much in our favour (section 4.4.2)."""
    return max(komi, -most_in_favour(options, here))


def most_in_favour(options: KomiOptions, here: Situation) -> float:
    """Return how many points the komi may be in our favour: none when the game is nearly over."""
    return 0.0 if here.progress >= options.until else options.most


class DynamicKomi:
    """The extra komi of one game after the other, and what it is changed by."""

    def __init__(self, options: KomiOptions) -> None:
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
    def is_on(self) -> bool:
        """Whether there may be any."""
        return self.options.dynamic != "none"

    @property
    def is_linear(self) -> bool:
        """Whether the komi goes by handicap stones and moves alone now."""
        here = self._here
        if self.options.dynamic in ("none", "linear") or here is None:
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
        if not self.is_on:
            return
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

    def write_to(self, tree: Tree) -> None:
        """Tell the simulations."""
        here = self._here
        if not self.is_on or here is None:
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
        if self.options.dynamic == "score":
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

    def __init__(self, options: KomiOptions) -> None:
        self.komi = DynamicKomi(options)

    def begin(self, context: SearchContext) -> bool:
        """Set the komi for a new root."""
        self.komi.begin(situation_of(context.game, context.side), goes_on=context.continues_game)
        self._write(context)
        return True

    def most_simulations(self, context: SearchContext, limit: Limit) -> int:
        """Return how many simulations are left until the komi has to be looked at again."""
        return self.komi.room

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Adjust the komi by the results so far."""
        wins = sum(float(tree.wins) for _, tree in context.trees)
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
            real_wins = sum(float(tree.real_wins) for _, tree in context.trees)
            extras.black_win_rate = real_wins / context.own_simulations

    def _write(self, context: SearchContext) -> None:
        for _, tree in context.trees:
            self.komi.write_to(tree)
