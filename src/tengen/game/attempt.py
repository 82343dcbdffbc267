"""Trying moves on a copy of the board, in compiled code: what they capture, and the position that they lead to."""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.move import end_turn, pass_turn, put_stone, remove_suicide
from tengen.board.point import EMPTY, PASS, Colour, Point
from tengen.compiled.jit import kernel
from tengen.compiled.memory import assign
from tengen.compiled.word import i64

TAKEN, RETAKES_KO = -20_000, -10_000  # less than the loss of any number of stones


@kernel
def attempt(board: Board, after: Board, point: Point, colour: Colour) -> int:
    """Copy a board to ``after`` and play a move or pass there; out of turn, the other side passes first.

    Returns the number of captured stones; minus the number of own stones lost by suicide; TAKEN if there is a stone on
    the point; or RETAKES_KO.
    """
    assign(after, board)
    if after.to_play != colour:
        pass_turn(after)
    if point == PASS:
        pass_turn(after)
        return 0
    if after.colour[point] != EMPTY:
        return TAKEN
    if after.ko == point:
        return RETAKES_KO
    captured = put_stone(after, point, colour)
    end_turn(after, point)
    return i64(captured) - i64(remove_suicide(after, point))


@kernel
def keys_after(
    board: Board, after: Board, colour: Colour, points: NDArray[np.uint64], keys: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Try a colour's move on each point; fill in the keys of the positions after them, return what ``attempt`` does."""
    outcomes = np.empty(len(points), np.int64)
    for i in range(len(points)):
        outcomes[i] = attempt(board, after, points[i], colour)
        keys[i] = after.key
    return outcomes
