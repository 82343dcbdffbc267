"""Joseki: answer a move in a corner by the joseki dictionary (Pachi, section 3.4)."""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, stride
from tengen.board.move import is_legal
from tengen.board.point import PASS
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, u64
from tengen.parts.options import Options
from tengen.patterns.corner import LEAST_SIZE, SIDE, nearest_corner, place_in_corner
from tengen.patterns.joseki import MOVES, NO_MORE, find_joseki, joseki_point
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.suggestion import Moves, add_move


class JosekiRuleOptions(Options, frozen=True):
    """Play the moves of the joseki dictionary in the corner of the last move."""

    chance: Chance = 0.8
    large_chance: LargeChance = 0.8
    moves: Annotated[
        int, Meta(ge=0, le=1000, description="number of first moves of the game in which the dictionary is used")
    ] = 80


@inlined
def suggest(board: Board, options: JosekiRuleOptions, moves: Moves) -> None:
    """Suggest the moves that the dictionary has for the corner of the last move."""
    if stride(board) > LEAST_SIZE and board.last != PASS and board.turn <= options.moves:
        _look_up(board, moves)


@kernel
def _look_up(board: Board, moves: Moves) -> None:
    size = stride(board) - ONE
    corner = nearest_corner(u64(board.last), size)
    row, column = place_in_corner(u64(board.last), corner, size)
    if row >= SIDE or column >= SIDE:
        return
    colour = u64(board.to_play)
    place = find_joseki(board, corner, colour)
    while MOVES[place] != NO_MORE:
        point = joseki_point(board, corner, place)
        if is_legal(board, point, colour):
            add_move(moves, point)
        place += ONE
