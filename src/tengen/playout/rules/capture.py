"""Capture: take enemy chains that are in atari, wherever they are.

MoGo's simulations look for such a move before they fall back to a random one, and its purely random mode prefers
captures too. All capturable chains are suggested, and one of them is taken with equal probability.
"""

from typing import Annotated

from msgspec import Meta

from tengen.base.jit import inlined
from tengen.base.options import Options
from tengen.base.word import THREE, u64
from tengen.board.board import Board
from tengen.board.chain import first_liberty
from tengen.tactics.suggestion import Moves, add_move


class CaptureOptions(Options, frozen=True):
    """Take enemy chains in atari, wherever they are."""

    chance: Annotated[float, Meta(ge=0, le=1, description="probability that the rule is tried")] = 1.0


@inlined
def suggest(board: Board, options: CaptureOptions, moves: Moves) -> None:  # noqa: ARG001  # the family's signature
    """Suggest the last liberty of each enemy chain in atari, but for a ko that may not be retaken."""
    enemy = THREE - u64(board.to_play)
    for i in range(u64(board.atari_count)):
        head = u64(board.atari[i])
        if board.colour[head] == enemy:
            point = first_liberty(board, head)
            if point != board.ko:
                add_move(moves, point)
