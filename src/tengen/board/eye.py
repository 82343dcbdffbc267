"""One-point eyes, which playouts do not fill.

A point surrounded by one colour is a true eye if the opponent has at most one of its diagonals, and none at the edge:

    X X .        X X O                            . X
    X   X        X   X        edge: X   X         X X
    O X X        O X X              X X O         . X    (corner: the only diagonal must be X or empty)
    a true eye   a false eye        a false eye
"""

import numpy as np

from tengen.board.board import Board
from tengen.board.point import BLACK, EDGE, WHITE, Colour, Point
from tengen.board.shape import CODES
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, ZERO, u64

TRUE_EYE = np.zeros(CODES, np.uint8)  # bit c of a code's entry: the point is a true eye of colour c
SURROUNDED = np.zeros(CODES, np.uint8)  # bit c of a code's entry: colour c has all adjacent points


def _fill_tables() -> None:
    codes = np.arange(CODES)
    neighbours = [(codes >> 2 * k) & 3 for k in range(8)]
    at_edge = np.any([n == EDGE for n in neighbours], axis=0)
    for colour, enemy in ((BLACK, WHITE), (WHITE, BLACK)):
        surrounded = np.all([(n == colour) | (n == EDGE) for n in neighbours[:4]], axis=0)
        hostile_diagonals = np.sum([n == enemy for n in neighbours[4:]], axis=0)
        SURROUNDED[surrounded] |= 1 << colour
        TRUE_EYE[surrounded & (hostile_diagonals < np.where(at_edge, 1, 2))] |= 1 << colour


_fill_tables()


@inlined
def is_true_eye(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether an empty point is a true eye of a colour."""
    return (u64(TRUE_EYE[u64(board.code[point])]) >> colour) & ONE != ZERO
