"""Work for the benchmark: the board's own operations without a policy around them."""

from tengen.base.jit import kernel
from tengen.base.memory import assign
from tengen.base.word import u64
from tengen.board.move import pass_turn, play
from tengen.board.point import PASS
from tengen.playout.desk import Desk


@kernel
def copy_root(desk: Desk, count: int) -> None:
    """Copy the root to the board a number of times."""
    for _ in range(count):
        assign(desk.board, desk.root)


@kernel
def replay_trail(desk: Desk, count: int) -> None:
    """Play the moves of the last playout again from the root, a number of times."""
    for _ in range(count):
        assign(desk.board, desk.root)
        for i in range(u64(desk.trail.length)):
            point = u64(desk.trail.points[i])
            if point == PASS:
                pass_turn(desk.board)
            else:
                play(desk.board, point)
