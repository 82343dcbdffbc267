"""Even: give every move virtual games of which half are won (Pachi, section 3.3.2).

Without them the first game of a child alone would decide its value.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class EvenOptions(Options, frozen=True):
    """Virtual games for every move, half of them won."""

    weight: Annotated[
        float, Meta(ge=0, le=100, description="virtual games for every move, as a multiple of prior.games")
    ] = 1.0


@kernel
def judge(board: Board, options: EvenOptions, prior: Prior) -> None:  # noqa: ARG001  # the family's signature
    """Give every move games of which half are won."""
    for i in range(u64(prior.length)):
        add_opinion(prior, u64(prior.points[i]), 0.5, options.weight)
