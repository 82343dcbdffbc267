"""N liberties: simple moves of a capturing race, for chains with three or four liberties around the last move.

Pachi tries it with probability 0.2 (section 3.4).
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.point import PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import THREE, TWO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics import n_liberties
from tengen.tactics.suggestion import Moves


class NLibertiesOptions(Options, frozen=True):
    """Attack and defend chains with three or four liberties around the last move."""

    chance: Chance = 0.2
    large_chance: LargeChance = 0.2
    liberty_map: Annotated[bool, Meta(description="choose among the suggestions by a liberty map")] = False
    most: Annotated[
        int, Meta(ge=3, le=8, description="largest number of liberties of a chain that is attacked or defended")
    ] = 4


@inlined
def suggest(board: Board, options: NLibertiesOptions, moves: Moves) -> None:
    """Suggest attacks on the chain of the last move and defences of the chains that it touches."""
    last = u64(board.last)
    if last == PASS:
        return
    colour = u64(board.to_play)
    most = u64(options.most)
    if board.colour[last] == THREE - colour:
        head = u64(board.chain[last])
        if TWO < board.liberty_count[head] <= most:
            moves.chain = head
            n_liberties.attack(board, head, moves)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if TWO < board.liberty_count[head] <= most:
                moves.chain = head
                n_liberties.defend(board, head, moves)
