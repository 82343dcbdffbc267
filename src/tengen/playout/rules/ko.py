"""Ko: retake a ko that was taken in the last few moves.

Playouts do not play ko threats; with this rule both sides at least fight for the ko. Pachi tries it with probability
0.2, for kos taken at most four moves ago (section 3.4).
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.liberty import captures_something
from tengen.tactics.suggestion import Moves, add_move


class KoOptions(Options, frozen=True):
    """Retake a ko that was taken recently."""

    chance: Chance = 0.2
    large_chance: LargeChance = 0.2
    age: Annotated[int, Meta(ge=1, le=1000, description="largest number of moves since the ko was taken")] = 4


@inlined
def suggest(board: Board, options: KoOptions, moves: Moves) -> None:
    """Suggest retaking the last ko, if it was taken recently. The side that took it gets no suggestion."""
    point = u64(board.ko_taken)
    if point == PASS or board.turn - board.ko_taken_turn > options.age:
        return
    colour = u64(board.to_play)
    if board.colour[point] == EMPTY and is_legal(board, point, colour) and captures_something(board, point, colour):
        add_move(moves, point)
