"""Counting positions and sequences of moves on our board, by trying all of them.

Each level of the search has a board of its own in a row of boards, and tries its moves on a copy at the next level.
There is no recursion: Numba's cache may return a broken function where one calls itself (numba issue 6061).
"""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, new_board
from tengen.board.move import is_legal, play, put_stone
from tengen.board.point import EMPTY, WHITE, Colour, Point, all_points
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, ZERO, u64


def legal_positions(size: int) -> int:
    """Return how many ways there are to fill a board so that every chain has a liberty."""
    points = np.array(all_points(size), np.uint64)
    return _count_positions(_row_of_boards(size, len(points) + 1), points)


def sequences(size: int, depth: int) -> int:
    """Return how many sequences of legal moves there are."""
    return _count_sequences(_row_of_boards(size, depth))


def _row_of_boards(size: int, count: int) -> NDArray[np.void]:
    boards = Board.array(count, **dimensions(size))
    boards[0] = new_board(size)
    return boards


@kernel
def _count_positions(boards: NDArray[np.void], points: NDArray[np.uint64]) -> int:
    """Count the ways to fill the points; level n decides point n, and the board after the last one is only counted."""
    tried = np.zeros(len(points), np.uint64)  # at each level, how many of EMPTY, BLACK and WHITE
    count = 0
    level = 0
    while level >= 0:
        if level == len(points):
            count += 1
            level -= 1
            continue
        colour = tried[level]
        if colour > WHITE:
            tried[level] = EMPTY
            level -= 1
            continue
        tried[level] = colour + ONE
        boards[level + 1] = boards[level]
        if colour == EMPTY or _lives(boards[level + 1], points[level], colour):
            level += 1
    return count


@kernel
def _lives(board: Board, point: Point, colour: Colour) -> bool:
    """Put a stone; return whether no chain is left without liberties. As more stones come, none gets any back."""
    captured = put_stone(board, point, colour)
    return captured == ZERO and board.liberty_count[u64(board.chain[point])] != ZERO


@kernel
def _count_sequences(boards: NDArray[np.void]) -> int:
    """Count the sequences that fill the row of boards; the last move is not played, only counted."""
    tried = np.zeros(len(boards), np.uint64)  # at each level, how many of its empty points
    count = 0
    level = 0
    while level >= 0:
        board = boards[level]
        if tried[level] == board.empty_count:
            tried[level] = ZERO
            level -= 1
            continue
        point = u64(board.empty[tried[level]])
        tried[level] += ONE
        if not is_legal(board, point, u64(board.to_play)):
            continue
        if level + 1 == len(boards):
            count += 1
        else:
            boards[level + 1] = board
            play(boards[level + 1], point)
            level += 1
    return count
