"""Prediction: prefer moves that strong players would probably make (Coulom 2007).

A move gets won games in proportion to the square root of its probability: a move with a probability of 1 % gets a tenth
of the games of a certain move, not a hundredth.
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board
from tengen.board.point import PASS
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.patterns.move_features import look_over
from tengen.patterns.prediction import rate
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class PredictionOptions(Options, frozen=True):
    """Won games for moves that strong players would make."""

    weight: Annotated[
        float, Meta(ge=0, le=100, description="won games for a move with probability 1, as a multiple of prior.games")
    ] = 8.0


@kernel
def judge(board: Board, options: PredictionOptions, prior: Prior) -> None:
    """Give every move won games in proportion to the square root of its probability."""
    total = 0.0
    look_over(board, prior.sight)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS:
            prior.chance[point] = math.exp(rate(board, point, prior.sight, prior.moves))
            total += prior.chance[point]
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS:
            prior.chance[point] /= total
            add_opinion(prior, point, 1.0, options.weight * math.sqrt(prior.chance[point]))
