"""Kernels for the benchmark: operations of the board, without a playout policy."""

from tengen.board.move import pass_turn, play
from tengen.board.point import PASS
from tengen.compiled.jit import kernel
from tengen.compiled.memory import assign
from tengen.compiled.word import u64
from tengen.playout.state import PlayoutState


@kernel
def copy_root(state: PlayoutState, count: int) -> None:
    """Copy the root to the board a number of times."""
    for _ in range(count):
        assign(state.board, state.root)


@kernel
def replay_trail(state: PlayoutState, count: int) -> None:
    """Play the moves of the last playout again from the root, a number of times."""
    for _ in range(count):
        assign(state.board, state.root)
        for i in range(u64(state.trail.length)):
            point = u64(state.trail.points[i])
            if point == PASS:
                pass_turn(state.board)
            else:
                play(state.board, point)
