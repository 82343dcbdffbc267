"""False eye: make a false eye true, or leave it alone, instead of filling it at random.

A point surrounded by one colour is a false eye if the opponent has too many of its diagonals. If one of these stones is
in atari, it is captured instead, which makes the eye true. Otherwise the move is refused unless a chain around the eye
has so few liberties that it may need the connection.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours, stride
from tengen.board.chain import first_liberty
from tengen.board.eye import SURROUNDED
from tengen.board.move import is_legal
from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, ZERO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance


class FalseEyeOptions(Options, frozen=True):
    """Do not fill false eyes at random."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0
    liberties: Annotated[
        int, Meta(ge=1, le=100, description="a false eye is filled if a chain around it has at most so many liberties")
    ] = 2


@inlined
def permit(board: Board, point: Point, options: FalseEyeOptions) -> Point:
    """Return the move itself; for a false eye the capture that makes it true, or PASS to leave it alone."""
    if (u64(SURROUNDED[u64(board.code[point])]) >> u64(board.to_play)) & ONE == ZERO:
        return point
    return _instead(board, point, options)


@kernel
def _instead(board: Board, point: Point, options: FalseEyeOptions) -> Point:
    """Return what to play instead of filling a false eye: a capture, the point itself, or PASS for nothing."""
    colour = u64(board.to_play)
    enemy = THREE - colour
    up = stride(board)
    for diagonal in (point - up - ONE, point - up + ONE, point + up - ONE, point + up + ONE):
        if board.colour[diagonal] == enemy:
            head = u64(board.chain[diagonal])
            if board.liberty_count[head] == ONE:
                capture = first_liberty(board, head)
                if is_legal(board, capture, colour):
                    return capture
    for neighbour in neighbours(board, point):
        is_own = board.colour[neighbour] == colour
        if is_own and board.liberty_count[u64(board.chain[neighbour])] <= u64(options.liberties):
            return point
    return PASS
