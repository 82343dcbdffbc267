"""Counting the points of both sides, Black's first, on a board without dead stones."""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import BLACK, EMPTY, WHITE, Colour
from tengen.board.score import area_owners
from tengen.game.seki import seki_eyes


def area(board: Board) -> tuple[int, int]:
    """Return the stones and surrounded points of both sides."""
    owners = area_owners(board)
    return _count(owners, BLACK), _count(owners, WHITE)


def territory(board: Board) -> tuple[int, int]:
    """Return the surrounded points of both sides, without the eyes of chains in seki."""
    owners = area_owners(board)
    owners[board.colour != EMPTY] = EMPTY
    owners[list(seki_eyes(board))] = EMPTY
    return _count(owners, BLACK), _count(owners, WHITE)


def removed(before: Board, after: Board, colour: Colour) -> int:
    """Return how many stones of a colour were removed from a board."""
    return _count(before.colour, colour) - _count(after.colour, colour)


def _count(colours: NDArray[np.uint8], colour: Colour) -> int:
    return int((colours == colour).sum())
