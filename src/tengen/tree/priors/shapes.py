"""Shapes: prefer moves that make 3x3 shapes which strong players make (Mango, section 4.2; Pachi's patterns).

Half of the games are won if the shape has the usual learned value, and an eighth more for each factor of two above it.
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board
from tengen.board.point import PASS
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.patterns.shape_values import shape_value
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class ShapesOptions(Options, frozen=True):
    """Virtual games by the learned value of the 3x3 shape."""

    weight: Annotated[
        float, Meta(ge=0, le=100, description="virtual games for every move, as a multiple of prior.games")
    ] = 0.5
    usual: Annotated[
        float, Meta(ge=1, le=2433, description="learned value of a shape that is neither good nor bad")
    ] = 30.0


@kernel
def judge(board: Board, options: ShapesOptions, prior: Prior) -> None:
    """Give every move games; the share of won games depends on the learned value of its shape."""
    colour = u64(board.to_play)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS:
            ratio = math.log2(max(1.0, float(shape_value(board, point, colour))) / options.usual)
            add_opinion(prior, point, 0.5 + min(0.5, max(-0.5, 0.125 * ratio)), options.weight)
