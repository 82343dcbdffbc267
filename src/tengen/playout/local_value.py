"""Local value: how well a move turned out locally, no matter who won the game.

It is a third if the mover owns the point at the end, and a sixth for each of the four neighbours that the mover owns
(Pachi, section 2.4.3).
"""

from tengen.board.board import Board, neighbours
from tengen.board.point import Colour, Point
from tengen.board.score import STONE_OWNER, owner_of
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, SIX, TWO, ZERO, i64

WHOLE = SIX  # local values are counted in sixths


@inlined
def local_value(board: Board, point: Point, colour: Colour) -> int:
    """Return the local value of a colour's move on the final board of a playout, in sixths."""
    wanted = i64(STONE_OWNER[colour])
    value = TWO if owner_of(board, point) == wanted else ZERO
    for neighbour in neighbours(board, point):
        if owner_of(board, neighbour) == wanted:
            value += ONE
    return value
