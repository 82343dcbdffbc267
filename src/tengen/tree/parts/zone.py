"""Zone: playouts too stay near the last moves (MoGo, section 3.3).

The zone is the group and some steps around it. What the rest of the board is worth is estimated once, by playouts
before the search, and tuned towards a close game.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.point import Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.parts.options import Options
from tengen.playout.state import PlayoutState
from tengen.tree.thread import SearchThread

NEEDS = ("group",)


class ZoneOptions(Options, frozen=True):
    """Play out only near the last moves."""

    margin: Annotated[int, Meta(ge=0, le=100, description="steps that the zone reaches beyond the group")] = 2
    presearch: Annotated[
        int, Meta(ge=1, le=10**6, description="playouts before the search that estimate what is outside of the zone")
    ] = 5000
    alpha: Annotated[
        float, Meta(ge=0, le=1, description="share of the whole board's lead that counts in the zone")
    ] = 0.5


# Playouts


@inlined
def may_play(state: PlayoutState, point: Point) -> bool:
    """Return whether a playout may play at a point."""
    return u64(state.zone.is_inside[point]) != ZERO


@kernel
def restrict(state: PlayoutState) -> None:
    """Strike out the suggestions outside of the zone."""
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
    return thread.playout.zone.is_inside[point] != 0


@inlined
def uncounted_score(thread: SearchThread) -> float:
    """Return what the outside counts for the result of a simulation."""
    return thread.playout.zone.outside


@inlined
def uncounted_mean(thread: SearchThread) -> float:
    """Return the estimate that this was made of."""
    return thread.playout.zone.outside_mean


def tuned_outside(inside: float, outside: float, komi: float, alpha: float) -> float:
    """Return what the outside of the zone counts: s1' = alpha (s1 + s0 - komi) - (s0 - komi), MoGo's formula 2.

    Then an average result in the zone leads by alpha times as much as the whole board does.
    """
    return alpha * (outside + inside - komi) - (inside - komi)
