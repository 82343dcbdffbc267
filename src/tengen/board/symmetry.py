"""The eight symmetries of the board, and which moves of an early position are the same under them.

In the first moves most moves have twins: on the empty 19x19 board 361 moves are only 55 different ones. A search
that tries one of each set of twins saves the other seven.
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
    """Return the image of every point under every symmetry: ``table[symmetry, point]``; 0 is the identity."""
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
    """Return which symmetries leave stones and ko as they are, a bit for each; bit 0, the identity, is always set."""
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
    """Write down the empty points, of each set of twins only the lowest; return how many."""
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
