"""The sheet on which rules and tactics write their suggestions."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import Point
from tengen.compiled.jit import inlined
from tengen.compiled.record import Record
from tengen.compiled.rng import Rng, below
from tengen.compiled.word import ONE, u64


class Moves(Record):
    """A list of points, and what it takes to read ahead."""

    points: Annotated[NDArray[np.uint16], "points"]
    length: Annotated[int, np.uint64]
    chains: Annotated[NDArray[np.uint16], "points"]  # of each point: the chain that it is about, see ``liberty_map``
    chain: Annotated[int, np.uint64]  # that of the suggestions being made, where a rule tells
    rule: Annotated[int, np.uint64]  # which rule of a policy made them, counted from 1; 0 if the move is drawn
    reader: Board
    line: Annotated[NDArray[np.uint16], "points"]  # the moves on the reader
    other: Annotated[NDArray[np.uint16], "points"]  # of each of them: what to try instead


@inlined
def add_move(moves: Moves, point: Point) -> None:
    """Suggest a point."""
    end = u64(moves.length)
    moves.points[end] = point
    moves.chains[end] = moves.chain
    moves.length = end + ONE


@inlined
def add_once(moves: Moves, point: Point) -> None:
    """Suggest a point if it is not suggested yet."""
    if not is_suggested(moves, point):
        add_move(moves, point)


@inlined
def is_suggested(moves: Moves, point: Point) -> bool:
    """Return whether a point is among the suggestions."""
    for i in range(u64(moves.length)):  # noqa: SIM110  # Numba has no generators
        if moves.points[i] == point:
            return True
    return False


@inlined
def pick(moves: Moves, rng: Rng) -> Point:
    """Return one of the suggested points at random. There must be one."""
    return u64(moves.points[below(rng, u64(moves.length))])
