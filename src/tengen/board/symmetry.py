"""The eight symmetries of the board, and the moves that are equivalent under the symmetries of a position.

On the empty 19x19 board, 55 of the 361 moves are different; the others are their mirror images. A search that tries
one move of each class saves the others.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import EMPTY, PASS, Point, all_points, column_row, point_at
from tengen.compiled.jit import kernel
from tengen.compiled.word import EIGHT, u64

SYMMETRIES = 8


@cache
def symmetry_table(size: int) -> NDArray[np.uint16]:
    """Return the images of all points: ``table[symmetry, point]``. Symmetry 0 is the identity."""
    table = np.zeros((SYMMETRIES, (size + 2) * (size + 1) + 1), np.uint16)
    last = size - 1
    for point in all_points(size):
        x, y = column_row(point, size)
        turned = [(x, y), (y, last - x), (last - x, last - y), (last - y, x)]
        images = turned + [(last - column, row) for column, row in turned]
        table[:, point] = [point_at(column, row, size) for column, row in images]
    table.flags.writeable = False
    return table


@kernel
def symmetries_of(board: Board, table: NDArray[np.uint16]) -> int:
    """Return the symmetries that map the stones and the ko to themselves, a bit for each; bit 0 is the identity."""
    found = u64(0)
    for symmetry in range(EIGHT):
        same = table[symmetry, u64(board.ko)] == board.ko
        for point in range(u64(len(board.colour))):
            image = u64(table[symmetry, point])
            if image != PASS and board.colour[image] != board.colour[point]:
                same = False
                break
        if same:
            found |= u64(1) << u64(symmetry)
    return found


@kernel
def distinct_empty_points(board: Board, table: NDArray[np.uint16], points: NDArray[np.uint16]) -> int:
    """Fill in the empty points, only the lowest of each class of equivalent points; return their number."""
    symmetries = symmetries_of(board, table)
    count = u64(0)
    for point in range(u64(len(board.colour))):
        if board.colour[point] != EMPTY:
            continue
        lowest = True
        for symmetry in range(EIGHT):
            if (symmetries >> u64(symmetry)) & u64(1) and table[symmetry, point] < point:
                lowest = False
        if lowest:
            points[count] = point
            count += u64(1)
    return count


def transformed(point: Point, symmetry: int, size: int) -> Point:
    """Return the image of a point (or of the pass) under a symmetry from 0 to 7."""
    return int(symmetry_table(size)[symmetry, int(point)])
