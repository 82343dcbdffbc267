"""The position, as one record that compiled code works on.

The size of the board is part of the record's type: ``stride(board)`` is a constant for the compiler, and the same
functions are compiled for each size. Points and colours in compiled code are unsigned words: see ``compiled.word``.
"""

from functools import cache
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import BLACK, EDGE, EMPTY, MAX_SIZE, MIN_SIZE, Point, all_points
from tengen.compiled.jit import inlined
from tengen.compiled.record import Record, copy_of
from tengen.compiled.word import ONE, u64

LARGEST_SMALL_STRIDE = u64(14)  # of a 13x13 board; many constants have another value for larger boards
LARGEST_TINY_SIZE = 11  # has ratings of moves of its own, for example

OfPoint = Annotated[NDArray[np.uint16], "points"]


class Board(Record):
    """The stones, the ko and the side to play. The other fields are derived from these and kept up to date."""

    colour: Annotated[NDArray[np.uint8], "points"]  # EMPTY, BLACK, WHITE or EDGE
    to_play: Annotated[int, np.uint8]  # BLACK or WHITE
    ko: Annotated[int, np.uint16]  # where the side to play may not retake a ko; PASS if there is no such point
    last: Annotated[int, np.uint16]  # the point of the last move; PASS if that was a pass, or without a move
    last_but_one: Annotated[int, np.uint16]  # the point of the move before it
    turn: Annotated[int, np.uint16]  # the number of moves that were played, passes included
    ko_taken: Annotated[int, np.uint16]  # the point where the last ko could be retaken; PASS if there was no ko yet
    ko_taken_turn: Annotated[int, np.uint16]  # the turn in which that ko was taken

    key: Annotated[int, np.uint64]  # Zobrist key of the stones, without the side to play and the ko
    code: OfPoint  # the colours of the eight neighbours: see ``shape``

    chain: OfPoint  # of a stone: the head of its chain
    next_stone: OfPoint  # of a stone: the next one in the ring of its chain
    stones: OfPoint  # of a head: the number of stones in its chain
    liberty_count: OfPoint  # of a head: the number of liberties of its chain

    empty: OfPoint  # the empty points, in no order
    empty_index: OfPoint  # the index of an empty point in that list
    empty_count: Annotated[int, np.uint16]
    atari: OfPoint  # the heads of the chains with one liberty, in no order
    atari_index: OfPoint  # the index of such a head in that list
    atari_count: Annotated[int, np.uint16]

    liberties: Annotated[NDArray[np.uint64], "points", "words"]  # of a head: a bit for each liberty

    scratch: Annotated[NDArray[np.uint16], 8]  # for short lists inside a function; not part of the position
    stride_tag: Annotated[NDArray[np.uint8], "stride"]  # never read: its length is the stride


def new_board(size: int) -> Board:
    """Return an empty board with Black to play; raises ValueError unless the size is from 2 to 25."""
    return copy_of(_empty_board(size))


@cache
def _empty_board(size: int) -> Board:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size {size} is not from {MIN_SIZE} to {MAX_SIZE}")
    board = Board.new(**dimensions(size))
    board.colour[:] = EDGE
    board.to_play = BLACK
    on_board = all_points(size)
    board.colour[on_board] = EMPTY
    board.empty[: len(on_board)] = on_board
    board.empty_index[on_board] = range(len(on_board))
    board.empty_count = len(on_board)
    board.code[on_board] = codes_of_colours(board)[on_board]
    return board


def dimensions(size: int) -> dict[str, int]:
    """Return the lengths of a board's fields."""
    stride = size + 1
    return {"points": (size + 2) * stride + 1, "words": (size * stride - 2) // 64 + 1, "stride": stride}


def size_of(board: Board) -> int:
    """Return the number of lines, for plain Python."""
    return len(board.stride_tag) - 1


def rows_from_top(by_point: NDArray[Any], size: int) -> NDArray[Any]:
    """Return a view of values by point, such as ``Board.colour``, as ``size`` rows of ``size``, the top row first."""
    stride = size + 1
    return by_point[stride : stride * stride].reshape(size, stride)[::-1, 1:]


def neighbour_offsets(stride: int) -> tuple[int, ...]:
    """Return the offsets of the eight neighbours in the order of their bits in a 3x3 code: see ``shape``."""
    return (-stride, -1, 1, stride, -stride - 1, -stride + 1, stride - 1, stride + 1)


def codes_of_colours(board: Board) -> NDArray[np.uint64]:
    """Return the 3x3 code of each point, computed from the colours of its neighbours; they mean nothing at the edge."""
    codes, colours = np.zeros(len(board.colour), np.uint64), board.colour.astype(np.uint64)
    for place, offset in enumerate(neighbour_offsets(len(board.stride_tag))):
        codes |= np.roll(colours, -offset) << np.uint64(2 * place)
    return codes


@inlined
def stride(board: Board) -> int:
    """Return the distance between a point and the one above it."""
    return u64(len(board.stride_tag))


@inlined
def is_small(board: Board) -> bool:
    """Return whether a board is at most 13x13. The size is part of the board's type, so this compiles to a constant."""
    return stride(board) <= LARGEST_SMALL_STRIDE


@inlined
def is_tiny(board: Board) -> bool:
    """Return whether a board is at most 11x11. A constant for the compiler, too."""
    return stride(board) <= u64(LARGEST_TINY_SIZE + 1)


@inlined
def north(board: Board, point: Point) -> Point:
    """Return the point above."""
    return point + stride(board)


@inlined
def south(board: Board, point: Point) -> Point:
    """Return the point below."""
    return point - stride(board)


@inlined
def east(point: Point) -> Point:
    """Return the point to the right."""
    return point + ONE


@inlined
def west(point: Point) -> Point:
    """Return the point to the left."""
    return point - ONE


@inlined
def neighbours(board: Board, point: Point) -> tuple[Point, Point, Point, Point]:
    """Return the four adjacent points: below, left, right, above."""
    return south(board, point), west(point), east(point), north(board, point)
