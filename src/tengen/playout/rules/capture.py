"""Capture: capture enemy chains in atari anywhere on the board.

MoGo's playouts look for such a move before they play a random one, and its purely random mode prefers captures too. All
captures are suggested, and one of them is chosen with equal probability. Captures of a ko are not suggested: with two
kos on the board, capturing whenever possible would never end.
"""

from tengen.board.board import Board
from tengen.board.chain import first_liberty
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, THREE, ZERO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.liberty import liberties_after
from tengen.tactics.suggestion import Moves, add_move


class CaptureOptions(Options, frozen=True):
    """Capture enemy chains in atari anywhere on the board."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0


@inlined
def suggest(board: Board, options: CaptureOptions, moves: Moves) -> None:  # noqa: ARG001  # the family's signature
    """Suggest the last liberty of each enemy chain in atari, except kos."""
    colour = u64(board.to_play)
    for i in range(u64(board.atari_count)):
        head = u64(board.atari[i])
        if board.colour[head] == THREE - colour:
            point = first_liberty(board, head)
            if board.stones[head] > ONE or liberties_after(board, point, colour, ONE) != ZERO:
                add_move(moves, point)
