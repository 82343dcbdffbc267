"""Joseki: on a large board, prefer moves that strong players choose in the same corner position (Pachi, 3.3.2)."""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, stride
from tengen.board.move import is_legal
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, u64
from tengen.parts.options import Options
from tengen.patterns.corner import CORNERS, LEAST_SIZE
from tengen.patterns.joseki import MOVES, NO_MORE, find_joseki, joseki_point
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class JosekiPriorOptions(Options, frozen=True):
    """Won games for the moves of the joseki dictionary."""

    weight: Annotated[
        float, Meta(ge=0, le=100, description="won games for a move of the dictionary, as a multiple of prior.games")
    ] = 1.0


@kernel
def judge(board: Board, options: JosekiPriorOptions, prior: Prior) -> None:
    """Give the moves that the dictionary has for each corner won games."""
    if stride(board) - ONE < LEAST_SIZE:
        return
    colour = u64(board.to_play)
    for corner in range(u64(CORNERS)):
        place = find_joseki(board, u64(corner), colour)
        while MOVES[place] != NO_MORE:
            point = joseki_point(board, u64(corner), place)
            if is_legal(board, point, colour):
                add_opinion(prior, point, 1.0, options.weight)
            place += ONE
