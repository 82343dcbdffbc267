"""Heuristic: Mango's heuristic value H of a move, for progressive bias and unpruning (section 4.1).

H = (capture + shape) * sum over the last two moves k of 1 / (2 * d_k) ** (1.25 + k / 2), with the Euclidean distance d.
It sets the bias of each move, and adds no virtual games.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, stride
from tengen.board.chain import first_liberty
from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.patterns.shape_values import shape_value
from tengen.tree.thread import Prior


class HeuristicOptions(Options, frozen=True):
    """The bias of each move."""

    unit: Annotated[float, Meta(ge=1, le=1e9, description="value of captures and shape that counts as 1 in H")] = 2433.0
    captured_stone: Annotated[float, Meta(ge=0, le=1e6, description="value of each captured stone")] = 50_000.0
    saved_stone: Annotated[float, Meta(ge=0, le=1e6, description="value of each stone saved from atari")] = 5_000.0


@kernel
def judge(board: Board, options: HeuristicOptions, prior: Prior) -> None:
    """Set the bias of every move."""
    colour = u64(board.to_play)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS:
            prior.bias[point] = float(shape_value(board, point, colour))
    for i in range(u64(board.atari_count)):
        head = u64(board.atari[i])
        worth = options.saved_stone if board.colour[head] == colour else options.captured_stone
        prior.bias[first_liberty(board, head)] += worth * float(board.stones[head])
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS:
            nearness = _nearness(board, point, u64(board.last), 1.25)
            nearness += _nearness(board, point, u64(board.last_but_one), 1.75)
            prior.bias[point] *= nearness / options.unit


@inlined
def _nearness(board: Board, point: Point, move: Point, exponent: float) -> float:
    """Return 1 / (2 * d) ** exponent for the distance d to an earlier move; 1 if there is none or it was a pass."""
    if move == PASS:
        return 1.0
    rows = float(point // stride(board)) - float(move // stride(board))
    columns = float(point % stride(board)) - float(move % stride(board))
    squared = max(1.0, rows * rows + columns * columns)
    return float((4.0 * squared) ** (-0.5 * exponent))
