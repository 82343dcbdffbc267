"""Nets: the move that catches a chain with two liberties without touching it.

    . X X .
    X O . .
    X . * .
    . . . .

The liberties of O are to its right and below; X at * touches both. Wherever O extends, it has at most two liberties,
loses one of them, and can be captured.
"""

from tengen.board.board import Board, neighbours
from tengen.board.chain import Head, first_liberty
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import THREE, TWO, u64
from tengen.tactics.liberty import captures_something, liberties_after, liberties_after_loss, second_liberty

SAFE = TWO  # liberties of the stone that makes the net


@kernel
def net_point(board: Board, head: Head) -> Point:
    """Return the point from which a chain with two liberties is caught in a net, or PASS if there is none."""
    first = first_liberty(board, head)
    second = second_liberty(board, head, first)
    attacker = THREE - u64(board.colour[head])
    for point in neighbours(board, first):
        if (
            board.colour[point] == EMPTY
            and _touches(board, point, second)
            and is_legal(board, point, attacker)
            and liberties_after(board, point, attacker, SAFE) >= SAFE
            and _is_stopped(board, head, first, point)
            and _is_stopped(board, head, second, point)
        ):
            return point
    return PASS


@inlined
def _touches(board: Board, point: Point, other: Point) -> bool:
    touches = False
    for neighbour in neighbours(board, point):
        if neighbour == other:
            touches = True
    return touches


@inlined
def _is_stopped(board: Board, head: Head, exit: Point, net: Point) -> bool:  # noqa: A002  # the word for it
    """Return whether a chain that extends after the net is made has at most two liberties and captures nothing."""
    colour = u64(board.colour[head])
    return liberties_after_loss(board, exit, colour, net, THREE) <= TWO and not captures_something(board, exit, colour)
