"""The four corners of a board, each a square of 9x9 points.

    1 3     Corners are numbered like this: bit 0 is set at the top, bit 1 at the right.
    0 2

A point of a corner is known by its place: its distances from the two edges, from 0. Compiled code and plain Python use
the same functions; all their numbers are unsigned words.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import Point
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, TWO, ZERO, u64

SIDE = 9  # lines of a corner
LEAST_SIZE = 2 * SIDE  # of a board whose corners do not overlap
CORNERS = 4

Place = tuple[int, int]
"""Row and column of a point in its corner: the distances from the corner's two edges, from 0."""


@inlined
def nearest_corner(point: Point, size: int) -> int:
    """Return the corner in whose quarter of the board a point is. The middle lines count as bottom and left."""
    row, column = point // (size + ONE) - ONE, point % (size + ONE) - ONE
    corner = ZERO
    if TWO * row >= size:
        corner |= ONE
    if TWO * column >= size:
        corner |= TWO
    return corner


@inlined
def place_in_corner(point: Point, corner: int, size: int) -> Place:
    """Return the row and the column of a point, counted from a corner's edges."""
    row, column = point // (size + ONE) - ONE, point % (size + ONE) - ONE
    return _from_edge(row, corner & ONE, size), _from_edge(column, corner & TWO, size)


@inlined
def corner_point(corner: int, row: int, column: int, size: int) -> Point:
    """Return the point at a place of a corner."""
    y, x = _from_edge(row, corner & ONE, size), _from_edge(column, corner & TWO, size)
    return (y + ONE) * (size + ONE) + x + ONE


@inlined
def _from_edge(line: int, is_far: int, size: int) -> int:
    """Count a line from the opposite edge if ``is_far`` is not zero."""
    return size - ONE - line if is_far else line


@cache
def corner_points(corner: int, size: int) -> NDArray[np.uint16]:
    """Return all points of a corner, by ``[row, column]``."""
    lines = [u64(line) for line in range(SIDE)]
    points = [[corner_point(u64(corner), row, column, u64(size)) for column in lines] for row in lines]
    return np.array(points, np.uint16)
