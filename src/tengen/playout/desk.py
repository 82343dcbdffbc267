"""What a playout leaves behind, and the moves that rules suggest to it."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.base.jit import inlined
from tengen.base.record import Record
from tengen.base.rng import Rng, below, new_rng
from tengen.base.word import ONE, u64
from tengen.board.board import Board, dimensions, size_of
from tengen.board.point import Point

MOVES_A_POINT = 3  # a playout ends after this many moves for each point of the board, at the latest


class Moves(Record):
    """A list of points that rules suggest."""

    points: Annotated[NDArray[np.uint16], "points"]
    length: Annotated[int, np.uint64]


class Trail(Record):
    """The moves of a playout, colours alternating from the one that began; PASS among them."""

    points: Annotated[NDArray[np.uint16], "moves"]
    length: Annotated[int, np.uint64]


class Tally(Record):
    """Results of playouts, all from Black's view."""

    playouts: Annotated[int, np.uint64]
    moves: Annotated[int, np.uint64]  # in all playouts together
    black_wins: Annotated[float, np.float64]  # a draw is half a win
    score: Annotated[float, np.float64]  # sum of the margins without komi
    owner: Annotated[NDArray[np.int64], "points"]  # how often Black owned a point at the end less how often White did
    amaf_visits: Annotated[NDArray[np.int64], 3, "points"]  # playouts in which a colour was the first to play a point
    amaf_wins: Annotated[NDArray[np.float64], 3, "points"]  # how many of them Black won


class Desk(Record):
    """All that one thread needs to play playouts."""

    root: Board  # where they start
    board: Board  # where they are played
    rng: Rng
    moves: Moves
    trail: Trail
    tally: Tally


def new_desk(root: Board, seed: int) -> Desk:
    """Return a desk for playouts from a position, with an empty tally."""
    size = size_of(root)
    desk = Desk.new(**dimensions(size), moves=MOVES_A_POINT * size * size)
    desk.root = root
    desk.rng = new_rng(seed)
    return desk


@inlined
def add_move(moves: Moves, point: Point) -> None:
    """Suggest a point."""
    end = u64(moves.length)
    moves.points[end] = point
    moves.length = end + ONE


@inlined
def pick(moves: Moves, rng: Rng) -> Point:
    """Return one of the suggested points at random. There must be one."""
    return u64(moves.points[below(rng, u64(moves.length))])
