"""Save: save chains that the last move put in atari, as MoGo does.

A chain is saved by extending it or by capturing an attacker. An extension that stays in atari is not suggested. Ladders
are not read (INRIA report 6062, section 3.2).
"""

from tengen.board.board import Board, neighbours
from tengen.board.point import PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.atari import save_from_atari
from tengen.tactics.suggestion import Moves


class SaveOptions(Options, frozen=True):
    """Save chains that the last move put in atari."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0


@inlined
def suggest(board: Board, options: SaveOptions, moves: Moves) -> None:  # noqa: ARG001  # the family's signature
    """Suggest moves that save the chains in atari which the last move touches."""
    last = u64(board.last)
    if last == PASS or board.atari_count == 0:
        return
    colour = u64(board.to_play)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if board.liberty_count[head] == ONE:
                save_from_atari(board, head, moves)
