"""Zone: keep a playout's moves in a part of the board (MoGo, section 3.3)."""

from tengen.base.jit import inlined, kernel
from tengen.base.word import ONE, ZERO, u64
from tengen.board.point import Point
from tengen.playout.desk import Desk

DRAWS = 40  # of a sampler that knows no zone, before the move is left to the uniform draw


@inlined
def is_in_zone(desk: Desk, point: Point) -> bool:
    """Return whether a playout may play at a point."""
    return u64(desk.zone.is_inside[point]) != ZERO


@kernel
def keep_in_zone(desk: Desk) -> None:
    """Strike out the suggestions outside of the zone."""
    moves = desk.moves
    kept = ZERO
    for i in range(u64(moves.length)):
        point = u64(moves.points[i])
        if is_in_zone(desk, point):
            moves.points[kept] = point
            moves.chains[kept] = moves.chains[i]
            kept += ONE
    moves.length = kept
