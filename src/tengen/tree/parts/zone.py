"""Zone: restrict the playouts, too, to points near the last moves (MoGo, section 3.3).

The zone is the group and some steps around it. The score of the rest of the board is estimated once, by playouts before
the search, and then adjusted so that the game is close.
"""

import math
from functools import partial
from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from tengen.board.board import dimensions, size_of
from tengen.board.point import Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.game.limit import Limit
from tengen.parts.options import Options
from tengen.playout.policy import Policy
from tengen.playout.state import PlayoutState, Tally
from tengen.tree.companion import Companion, SearchContext
from tengen.tree.parts.group import Area, area_for, whole_area
from tengen.tree.thread import SearchThread

if TYPE_CHECKING:
    from tengen.tree.recipe import RecipeOptions

NEEDS = ("group",)
AFTER = ("group",)
CHUNK = 50  # playouts of a thread between two looks at the clock
MOST_TIME = 0.25  # largest share of the seconds of a search that the estimate may take


class ZoneOptions(Options, frozen=True):
    """Play out only near the last moves."""

    margin: Annotated[
        int, Meta(ge=0, le=100, description="number of steps by which the zone is wider than the group")
    ] = 2
    presearch: Annotated[
        int, Meta(ge=1, le=10**6, description="playouts before the search that estimate the score outside the zone")
    ] = 5000
    alpha: Annotated[
        float,
        Meta(
            ge=0, le=1, description="factor by which the lead on the whole board is scaled down, to keep the game close"
        ),
    ] = 0.5


# Playouts


@inlined
def may_play(state: PlayoutState, point: Point) -> bool:
    """Return whether a playout may play at a point."""
    return u64(state.zone.is_inside[point]) != ZERO


@kernel
def restrict(state: PlayoutState) -> None:
    """Remove suggestions outside the zone."""
    moves = state.moves
    kept = ZERO
    for i in range(u64(moves.length)):
        point = u64(moves.points[i])
        if may_play(state, point):
            moves.points[kept] = point
            moves.chains[kept] = moves.chains[i]
            kept += ONE
    moves.length = kept


# The score


@inlined
def is_counted(thread: SearchThread, point: Point) -> bool:
    """Return whether a point is in the zone."""
    return may_play(thread.playout, point)


@inlined
def uncounted_score(thread: SearchThread) -> float:
    """Return the adjusted score of the points outside the zone."""
    return thread.playout.zone.outside


@inlined
def uncounted_mean(thread: SearchThread) -> float:
    """Return the estimated score of the points outside the zone, before the adjustment."""
    return thread.playout.zone.outside_mean


def tuned_outside(inside: float, outside: float, komi: float, alpha: float) -> float:
    """Return the adjusted score outside the zone: s1' = alpha (s1 + s0 - komi) - (s0 - komi), MoGo's formula 2.

    With it, an average result in the zone leads by alpha times the lead on the whole board.
    """
    return alpha * (outside + inside - komi) - (inside - komi)


# Around the search


class ZoneCompanion(Companion):
    """Gives the threads of a search their zone, and the score outside it."""

    def __init__(self, options: "RecipeOptions") -> None:
        self._options = options.tree.zone
        self._group_options = options.tree.group
        self._policy = Policy(options.playout)
        self._area: Area | None = None

    def begin(self, context: SearchContext) -> bool:
        """Find the zone for a new root. With a zone the kept tree is not valid: it depends on an old estimate."""
        area = area_for(context, self._group_options, self._options.margin)
        self._take(area, context)
        return area.is_whole

    def _take(self, area: Area, context: SearchContext) -> None:
        self._area = None if area.zone.all() else area
        context.outside_owner = np.zeros(1)
        for thread in context.threads:
            thread.playout.zone.is_inside[:] = area.zone
            thread.playout.zone.outside = thread.playout.zone.outside_mean = 0.0

    def start(self, context: SearchContext, limit: Limit) -> None:
        """Estimate the score outside the zone by playouts on the whole board, once for each root.

        A search by time spends at most a quarter of its seconds on this, but always plays one chunk.
        """
        area, self._area = self._area, None
        if area is None:
            return
        threads, komi = context.threads, context.komi
        for thread in threads:
            self._policy.survey(thread.playout, komi, 0)  # compile it before the time counts
        started = context.elapsed()
        longest = math.inf if limit.seconds is None else MOST_TIME * limit.seconds
        left = math.ceil(self._options.presearch / len(threads))
        while left > 0 and context.elapsed() - started < longest:
            count = min(CHUNK, left)
            context.on_all_threads(partial(survey, self._policy, komi, count))
            left -= count
        self._use_estimate(area, context)

    def _use_estimate(self, area: Area, context: SearchContext) -> None:
        owner = context.owners()
        context.outside_owner = np.where(area.zone, 0.0, owner)
        inside, outside = float(owner[area.zone != 0].sum()), float(context.outside_owner.sum())
        for thread in context.threads:
            thread.playout.zone.outside = tuned_outside(inside, outside, context.komi, self._options.alpha)
            thread.playout.zone.outside_mean = outside
        restart_tallies(context)

    def cleared(self, context: SearchContext) -> None:
        """Play out on the whole board if the search has left its group."""
        if not context.pass_plays_elsewhere:
            self._take(whole_area(context.board), context)


def survey(policy: Policy, komi: float, count: int, thread: SearchThread) -> None:
    """Run playouts on the whole board, and count the owners of points."""
    policy.survey(thread.playout, komi, count)


def restart_tallies(context: SearchContext) -> None:
    """Clear the results of the playouts so far."""
    for thread in context.threads:
        thread.playout.tally = Tally.new(**dimensions(size_of(context.board)))
