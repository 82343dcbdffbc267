"""Nakade: play the vital point of an enemy eye space next to the last move.

Pachi tries it with probability 0.2 (section 3.4).
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import THREE, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.nakade import MOST, killing_point
from tengen.tactics.suggestion import Moves, add_move


class NakadeOptions(Options, frozen=True):
    """Play the vital point of an eye space next to the last move."""

    chance: Chance = 0.2
    large_chance: LargeChance = 0.2
    spare_liberties: Annotated[
        int, Meta(ge=0, le=100, description="largest number of outside liberties of a chain that is attacked")
    ] = 2


@inlined
def suggest(board: Board, options: NakadeOptions, moves: Moves) -> None:
    """Suggest the vital points of the enemy eye spaces that touch the last move."""
    last = u64(board.last)
    # The chain of the last move surrounds every such eye space; with many liberties it is not in danger.
    if last == PASS or board.liberty_count[u64(board.chain[last])] > MOST + u64(options.spare_liberties):
        return
    colour = u64(board.to_play)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == EMPTY:
            point = killing_point(board, neighbour, THREE - colour, u64(options.spare_liberties))
            if point != PASS and is_legal(board, point, colour):
                add_move(moves, point)
