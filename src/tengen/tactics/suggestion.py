"""The list of moves that rules and tactics suggest."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.record import Record
from tengen.compiled.rng import Rng, below
from tengen.compiled.word import ONE, ZERO, u64


class Moves(Record):
    """Suggested points, and the working memory for reading ladders."""

    points: Annotated[NDArray[np.uint16], "points"]
    length: Annotated[int, np.uint64]
    chains: Annotated[NDArray[np.uint16], "points"]  # for each point: the chain that it attacks or defends
    chain: Annotated[int, np.uint64]  # the chain of the suggestions that are being added, if the rule sets it
    rule: Annotated[int, np.uint64]  # number of the policy's rule that made them, from 1; 0 for a random move
    reader: Board  # the board on which ladders are read
    line: Annotated[NDArray[np.uint16], "points"]  # the moves of a ladder
    other: Annotated[NDArray[np.uint16], "points"]  # for each of these moves: the alternative to try next


@inlined
def add_move(moves: Moves, point: Point) -> None:
    """Suggest a point."""
    end = u64(moves.length)
    moves.points[end] = point
    moves.chains[end] = moves.chain
    moves.length = end + ONE


@inlined
def add_once(moves: Moves, point: Point) -> None:
    """Suggest a point if it is not in the list yet."""
    if not is_suggested(moves, point):
        add_move(moves, point)


@inlined
def is_suggested(moves: Moves, point: Point) -> bool:
    """Return whether a point is in the list."""
    for i in range(u64(moves.length)):  # noqa: SIM110  # Numba has no generators
        if moves.points[i] == point:
            return True
    return False


@kernel
def drop_illegal(board: Board, moves: Moves) -> None:
    """Remove points that are not on the board and moves that are not legal: for rules that nobody has checked."""
    kept = ZERO
    for i in range(u64(moves.length)):
        point = u64(moves.points[i])
        is_empty = point < u64(len(board.colour)) and board.colour[point] == EMPTY
        if is_empty and is_legal(board, point, u64(board.to_play)):
            moves.points[kept] = moves.points[i]
            moves.chains[kept] = moves.chains[i]
            kept += ONE
    moves.length = kept


@inlined
def pick(moves: Moves, rng: Rng) -> Point:
    """Return one of the suggested points at random. The list must not be empty."""
    return u64(moves.points[below(rng, u64(moves.length))])
