"""Boards made from the colours of their points, without playing moves."""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, new_board
from tengen.board.move import put_stone
from tengen.board.point import BLACK, PASS, WHITE, Colour
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, ZERO, u64


def board_of(colours: NDArray[np.uint8], to_play: Colour) -> Board:
    """Return a board with these colours (in the form of ``Board.colour``), without a ko.

    Raises ValueError if a chain has no liberties.
    """
    board = new_board(_size_for(len(colours)))
    if not _put_all(board, colours):
        raise ValueError("the position has a chain without liberties")
    board.to_play = to_play
    return board


def _size_for(points: int) -> int:
    return int((points - 1) ** 0.5 - 0.5)  # points = (size + 1) * (size + 2) + 1


@kernel
def _put_all(board: Board, colours: NDArray[np.uint8]) -> bool:
    """Put all stones; return whether every chain has liberties, which is the case if and only if none was captured."""
    for p in range(u64(len(colours))):
        point = u64(p)
        colour = u64(colours[point])
        if colour == BLACK or colour == WHITE:
            captured = put_stone(board, point, colour)
            if captured != ZERO or board.liberty_count[u64(board.chain[point])] < ONE:
                return False
    board.ko = PASS
    return True
