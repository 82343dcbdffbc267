"""Zone: keep a playout's moves in a part of the board (MoGo, section 3.3)."""

from tengen.board.point import Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.playout.state import PlayoutState

DRAWS = 40  # of a sampler that knows no zone, before the move is left to the uniform draw


@inlined
def is_in_zone(state: PlayoutState, point: Point) -> bool:
    """Return whether a playout may play at a point."""
    return u64(state.zone.is_inside[point]) != ZERO


@kernel
def keep_in_zone(state: PlayoutState) -> None:
    """Strike out the suggestions outside of the zone."""
    moves = state.moves
    kept = ZERO
    for i in range(u64(moves.length)):
        point = u64(moves.points[i])
        if is_in_zone(state, point):
            moves.points[kept] = point
            moves.chains[kept] = moves.chains[i]
            kept += ONE
    moves.length = kept
