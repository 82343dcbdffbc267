"""Two liberties: attack the chain of the last move if it has two, and rescue own chains that it left with two.

The attack is the atari after which the chain gets fewer liberties by extending. An own chain that could be caught
extends to three liberties, or puts an attacker in atari (Pachi, section 3.4).
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.point import PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import THREE, TWO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics import two_liberties
from tengen.tactics.suggestion import Moves


class TwoLibertiesOptions(Options, frozen=True):
    """Attack and defend chains with two liberties around the last move."""

    chance: Chance = 0.9
    large_chance: LargeChance = 1.0
    liberty_map: Annotated[bool, Meta(description="choose among the suggestions by a liberty map")] = False


@inlined
def suggest(board: Board, options: TwoLibertiesOptions, moves: Moves) -> None:  # noqa: ARG001  # the family's
    """Suggest attacks on the chain of the last move and defences of the chains that it touches."""
    last = u64(board.last)
    if last == PASS:
        return
    colour = u64(board.to_play)
    if board.colour[last] == THREE - colour:
        head = u64(board.chain[last])
        if board.liberty_count[head] == TWO:
            moves.chain = head
            two_liberties.attack(board, head, moves)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if board.liberty_count[head] == TWO:
                moves.chain = head
                two_liberties.defend(board, head, moves)
