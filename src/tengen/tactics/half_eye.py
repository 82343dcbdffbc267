"""Half eyes: points surrounded by one colour that are true or false eyes depending on who plays a diagonal next.

    X X *
    X   X
    O X X

The enemy O has one diagonal; a second one makes the eye false. At the edge the first one does. So O spoils the eye at
the empty diagonal *, and X mends it there. If two are empty, O can spoil the eye, but one move of X does not mend it.
"""

import numpy as np

from tengen.board.board import Board, stride
from tengen.board.point import BLACK, EDGE, EMPTY, WHITE, Colour, Point
from tengen.board.shape import CODES
from tengen.compiled.bits import popcount, trailing_zeros
from tengen.compiled.jit import inlined
from tengen.compiled.word import FOUR, ONE, ZERO, u64

DECISIVE = np.zeros(CODES, np.uint8)  # of a code: the empty diagonals of Black's half eye, then those of White's
DIAGONALS = u64(15)  # the bits of one colour


def _fill_table() -> None:
    codes = np.arange(CODES)
    neighbours = [(codes >> 2 * k) & 3 for k in range(8)]
    at_edge = np.any([n == EDGE for n in neighbours], axis=0)
    for colour, enemy, shift in ((BLACK, WHITE, 0), (WHITE, BLACK, 4)):
        surrounded = np.all([(n == colour) | (n == EDGE) for n in neighbours[:4]], axis=0)
        hostile = np.sum([n == enemy for n in neighbours[4:]], axis=0)
        empty = np.sum([(n == EMPTY) << (k + shift) for k, n in enumerate(neighbours[4:])], axis=0)
        half = surrounded & (hostile == np.where(at_edge, 0, 1))
        DECISIVE[half] |= empty[half].astype(np.uint8)


_fill_table()


@inlined
def decisive_diagonals(board: Board, point: Point, owner: Colour) -> int:
    """Return the diagonals that decide an eye of the owner: bits 0 to 3, as in the 3x3 code. 0 if it is no half eye."""
    return (u64(DECISIVE[u64(board.code[point])]) >> (FOUR * (owner - ONE))) & DIAGONALS


@inlined
def can_be_mended(diagonals: int) -> bool:
    """Return whether one move of its owner makes a half eye true."""
    return bool(popcount(diagonals) == ONE)


@inlined
def diagonal_point(board: Board, point: Point, diagonals: int) -> Point:
    """Return the diagonal of the lowest bit. There must be one."""
    number = trailing_zeros(diagonals)
    row = point - stride(board) if number < u64(2) else point + stride(board)
    return row - ONE if number & ONE == ZERO else row + ONE
