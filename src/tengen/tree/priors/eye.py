"""Eye: avoid moves that fill the mover's own eyes (Pachi, section 3.3.2).

It matters only with ``tree.fill-eyes=true``: otherwise the tree contains no such moves.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.point import PASS
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class EyeOptions(Options, frozen=True):
    """Lost games for moves that fill an own true eye."""

    weight: Annotated[
        float, Meta(ge=0, le=100, description="lost games for filling an own true eye, as a multiple of prior.games")
    ] = 1.0


@kernel
def judge(board: Board, options: EyeOptions, prior: Prior) -> None:
    """Give moves into an own true eye lost games."""
    colour = u64(board.to_play)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS and is_true_eye(board, point, colour):
            add_opinion(prior, point, 0.0, options.weight)
