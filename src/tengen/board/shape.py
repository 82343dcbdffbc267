"""3x3 shapes: the colours of a point's eight neighbours as a 16-bit code, which is updated with every stone.

Each neighbour has two bits (EMPTY 0, BLACK 1, WHITE 2, EDGE 3). The order of the neighbours in the code:

    6 3 7
    1 . 2
    4 0 5
"""

from tengen.board.board import Board, stride
from tengen.board.point import Colour, Point
from tengen.compiled.jit import inlined
from tengen.compiled.word import EIGHT, FOUR, FOURTEEN, ONE, SIX, TEN, TWELVE, TWO, ZERO, u64

CODES = 1 << 16
ONE_BIT_EACH = u64(0x55)  # the lower bit of each of the four adjacent neighbours
BELOW, LEFT, RIGHT = u64(1), u64(4), u64(16)  # their bits


@inlined
def stamp(board: Board, point: Point, colour: Colour) -> None:
    """Write a stone to the codes of its neighbours, or remove it if it is there."""
    up = stride(board)
    board.code[point - up] ^= colour << SIX
    board.code[point - ONE] ^= colour << FOUR
    board.code[point + ONE] ^= colour << TWO
    board.code[point + up] ^= colour
    board.code[point - up - ONE] ^= colour << FOURTEEN
    board.code[point - up + ONE] ^= colour << TWELVE
    board.code[point + up - ONE] ^= colour << TEN
    board.code[point + up + ONE] ^= colour << EIGHT


@inlined
def has_empty_neighbour(board: Board, point: Point) -> bool:
    """Return whether one of the four adjacent points is empty."""
    code = u64(board.code[point])
    return (code | (code >> ONE)) & ONE_BIT_EACH != ONE_BIT_EACH


@inlined
def adjacent_stones(board: Board, point: Point, colour: Colour) -> int:
    """Return which of the adjacent points have a colour: bits 0, 2, 4 and 6 for below, left, right and above."""
    differs = u64(board.code[point]) ^ (colour * ONE_BIT_EACH)
    return ~(differs | (differs >> ONE)) & ONE_BIT_EACH


@inlined
def adjacent_point(board: Board, point: Point, bits: int) -> Point:
    """Return the adjacent point of the lowest bit that ``adjacent_stones`` has set. There must be one."""
    if bits & (BELOW | LEFT) != ZERO:
        return point - stride(board) if bits & BELOW != ZERO else point - ONE
    return point + ONE if bits & RIGHT != ZERO else point + stride(board)
