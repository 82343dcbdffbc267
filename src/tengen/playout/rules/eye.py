"""Eye: mend an own half eye, or spoil one of the enemy, next to the last move.

A half eye is true or false depending on who plays its last diagonal (``tactics.half_eye``). The move is made only if a
chain around the eye has few liberties: the others do not need it.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours, stride
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS, Colour, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, ZERO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.half_eye import can_be_mended, decisive_diagonals, diagonal_point
from tengen.tactics.self_atari import is_bad_self_atari
from tengen.tactics.suggestion import Moves, add_once


class EyeRuleOptions(Options, frozen=True):
    """Mend own half eyes and spoil those of the enemy."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0
    mend: Annotated[bool, Meta(description="mend half eyes of the side to play")] = True
    spoil: Annotated[bool, Meta(description="spoil half eyes of the other side")] = True
    liberties: Annotated[
        int, Meta(ge=1, le=100, description="only if a chain around the eye has at most so many liberties")
    ] = 5


@inlined
def suggest(board: Board, options: EyeRuleOptions, moves: Moves) -> None:
    """Suggest the diagonals that decide the half eyes around the last move."""
    last = u64(board.last)
    if last == PASS:
        return
    colour = u64(board.to_play)
    up = stride(board)
    for row in (last - up, last, last + up):
        for point in (row - ONE, row, row + ONE):
            if board.colour[point] == EMPTY:
                if options.mend:
                    _decide(board, point, colour, u64(options.liberties), moves)
                if options.spoil:
                    _decide(board, point, THREE - colour, u64(options.liberties), moves)


@inlined
def _decide(board: Board, point: Point, owner: Colour, most: int, moves: Moves) -> None:
    """Suggest the diagonals that decide an eye of the owner, if there are any."""
    diagonals = decisive_diagonals(board, point, owner)
    if diagonals != ZERO:
        _suggest(board, point, owner, diagonals, most, moves)


@kernel
def _suggest(board: Board, point: Point, owner: Colour, diagonals: int, most: int, moves: Moves) -> None:
    colour = u64(board.to_play)
    if owner == colour and not can_be_mended(diagonals):
        return
    needed = False
    for neighbour in neighbours(board, point):
        if board.colour[neighbour] == owner and board.liberty_count[u64(board.chain[neighbour])] <= most:
            needed = True
    if not needed:
        return
    while diagonals != ZERO:
        diagonal = diagonal_point(board, point, diagonals)
        diagonals &= diagonals - ONE
        if is_legal(board, diagonal, colour) and not is_bad_self_atari(board, diagonal, colour):
            add_once(moves, diagonal)
