"""Live: make two eyes by playing the vital point of an own eye space, when the last move touches its chain.

It is the defence against the rule ``nakade``: the same shapes and the same point, played by the owner.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.chain import Head
from tengen.board.move import is_legal
from tengen.board.point import PASS
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, TWO, ZERO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.liberty import lowest_point
from tengen.tactics.nakade import MOST, killing_point
from tengen.tactics.suggestion import Moves, add_once


class LiveOptions(Options, frozen=True):
    """Play the vital point of an own eye space."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0
    spare_liberties: Annotated[
        int, Meta(ge=0, le=100, description="largest number of outside liberties of a chain that is made to live")
    ] = 2


@inlined
def suggest(board: Board, options: LiveOptions, moves: Moves) -> None:
    """Suggest the vital points of the eye spaces of the own chains that touch the last move."""
    last = u64(board.last)
    if last == PASS:
        return
    colour = u64(board.to_play)
    spare = u64(options.spare_liberties)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if TWO < board.liberty_count[head] <= MOST + spare:
                _make_eyes(board, head, spare, moves)


@kernel
def _make_eyes(board: Board, head: Head, spare: int, moves: Moves) -> None:
    """Suggest the vital point of each eye space that a chain of the side to play surrounds."""
    colour = u64(board.to_play)
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            inside = lowest_point(board, word, u64(w))
            word &= word - ONE
            point = killing_point(board, inside, colour, spare)
            if point != PASS and is_legal(board, point, colour):
                add_once(moves, point)
