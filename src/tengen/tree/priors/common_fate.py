"""Common fate: prefer moves near the last move in the common fate graph (Pachi, section 3.3.2).

The nearer a move is to the last move, the more won games it gets.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board
from tengen.board.point import PASS
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, u64
from tengen.parts.options import Options
from tengen.tactics.common_fate import measure
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class CommonFateOptions(Options, frozen=True):
    """Won games for moves near the last move."""

    one: Annotated[
        float,
        Meta(ge=0, le=100, description="won games at distance 1 from the last move, as a multiple of prior.games"),
    ] = 1.0
    two: Annotated[float, Meta(ge=0, le=100, description="won games at distance 2, as a multiple of prior.games")] = (
        0.75
    )
    three: Annotated[float, Meta(ge=0, le=100, description="won games at distance 3, as a multiple of prior.games")] = (
        0.5
    )


@kernel
def judge(board: Board, options: CommonFateOptions, prior: Prior) -> None:
    """Give the moves up to distance 3 from the last move won games."""
    if board.last == PASS:
        return
    measure(board, u64(board.last), u64(3), prior.fates)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        distance = u64(prior.fates.distance[point])
        if point == PASS or distance > u64(3):
            continue
        weight = options.one if distance <= ONE else options.two if distance == u64(2) else options.three
        add_opinion(prior, point, 1.0, weight)
