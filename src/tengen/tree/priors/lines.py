"""Lines: on a large board, avoid the first line and prefer the third where no stone is near (Pachi, section 3.3.2).

Near means within the 5x5 square around the point. Small boards and the pass get no games.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, stride
from tengen.board.point import BLACK, PASS, WHITE
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, TWO, u64
from tengen.parts.options import Options
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class LinesOptions(Options, frozen=True):
    """Virtual games by the line of a move."""

    weight: Annotated[
        float,
        Meta(ge=0, le=100, description="games lost (first line) or won (third line), as a multiple of prior.games"),
    ] = 1.0
    least_size: Annotated[int, Meta(ge=2, le=25, description="smallest board size on which the prior is used")] = 15


@kernel
def judge(board: Board, options: LinesOptions, prior: Prior) -> None:
    """Give moves with no stone near lost games on the first line, and won games on the third."""
    size = stride(board) - ONE
    if size < options.least_size:
        return
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point == PASS:
            continue
        row, column = point // stride(board), point % stride(board)
        line = min(row, column, size + ONE - row, size + ONE - column)
        if (line == ONE or line == THREE) and _is_lonely(board, row, column):
            add_opinion(prior, point, 0.0 if line == ONE else 1.0, options.weight)


@inlined
def _is_lonely(board: Board, row: int, column: int) -> bool:
    """Return whether there is no stone within two lines of a point."""
    size = stride(board) - ONE
    for y in range(max(row, THREE) - TWO, min(row + TWO, size) + ONE):
        for x in range(max(column, THREE) - TWO, min(column + TWO, size) + ONE):
            colour = u64(board.colour[u64(y) * stride(board) + u64(x)])
            if colour == BLACK or colour == WHITE:
                return False
    return True
