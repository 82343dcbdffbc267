"""Ko: prefer to retake a ko that was taken recently (Pachi, section 3.3.2).

Whether or not the last ko threat was answered, the fight is about the ko.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, u64
from tengen.parts.options import Options
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class KoPriorOptions(Options, frozen=True):
    """Won games for retaking a ko."""

    weight: Annotated[
        float, Meta(ge=0, le=100, description="won games for retaking a ko, as a multiple of prior.games")
    ] = 1.0
    age: Annotated[int, Meta(ge=1, le=100, description="largest number of moves since the ko was taken")] = 10


@kernel
def judge(board: Board, options: KoPriorOptions, prior: Prior) -> None:
    """Give the move that retakes the last ko won games, if it still captures exactly one stone."""
    point = u64(board.ko_taken)
    if (
        point != PASS
        and board.colour[point] == EMPTY
        and u64(board.turn) - u64(board.ko_taken_turn) <= options.age
        and is_legal(board, point, u64(board.to_play))
        and _takes_one_stone(board, point)
    ):
        add_opinion(prior, point, 1.0, options.weight)


@inlined
def _takes_one_stone(board: Board, point: Point) -> bool:
    """Return whether a move captures a chain of one stone."""
    enemy = THREE - u64(board.to_play)
    for neighbour in neighbours(board, point):
        if board.colour[neighbour] == enemy:
            head = u64(board.chain[neighbour])
            if board.liberty_count[head] == ONE and board.stones[head] == ONE:
                return True
    return False
