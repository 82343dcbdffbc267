"""Eye: do not fill one's own eyes (Pachi, section 3.3.2).

It matters where ``tree.fill-eyes`` lets such moves into the tree at all.
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
    """Lost games for filling a true eye."""

    weight: Annotated[float, Meta(ge=0, le=100, description="factor on the usual number of virtual games")] = 1.0


@kernel
def judge(board: Board, options: EyeOptions, prior: Prior) -> None:
    """Give moves into an own true eye lost games."""
    colour = u64(board.to_play)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS and is_true_eye(board, point, colour):
            add_opinion(prior, point, 0.0, options.weight)
