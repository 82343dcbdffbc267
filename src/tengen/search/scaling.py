"""How much of the score counts in a reward, if that changes in the course of a game (Pachi, section 7.1.1).

The thesis only names the idea and two measures: how far the game is, and how many stones are unstable. While much is
open a win is what counts; when little is, the score tells good moves from slack ones.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.phase import progress
from tengen.board.point import BLACK, WHITE
from tengen.tree.companion import Companion, SearchContext
from tengen.tree.reward import RewardOptions

LEAST_PLAYOUTS = 64  # before which nobody knows what is settled


class ValueScaling(Companion):
    """Sets the weight of the score before a search and after each round."""

    def __init__(self, options: RewardOptions) -> None:
        self._options = options

    def begin(self, context: SearchContext) -> bool:
        """Set the weight for a new root."""
        self._write(context)
        return True

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Set the weight by what the playouts have found so far."""
        self._write(context)
        return True

    def _write(self, context: SearchContext) -> None:
        scale = scale_for(self._options, context.board, context.owners(), context.playouts)
        context.record["reward"]["scale"] = scale


def scale_for(options: RewardOptions, board: Board, owners: NDArray[np.float64], playouts: int) -> float:
    """Return the weight of the score at a position of which so many playouts have told the owners of points."""
    if options.dynamic == "none":
        return options.scale
    if options.dynamic == "phase":
        lateness = phase_share(options, board)
    else:
        lateness = settled_share(options, board, owners) if playouts >= LEAST_PLAYOUTS else 0.0
    return options.scale + (options.late_scale - options.scale) * lateness


def phase_share(options: RewardOptions, board: Board) -> float:
    """Return how far the late part of the game is, from 0 to 1, by how full the board is."""
    return min(1.0, max(0.0, (progress(board) - options.late_from) / max(1e-9, 1 - options.late_from)))


def settled_share(options: RewardOptions, board: Board, owners: NDArray[np.float64]) -> float:
    """Return the share of the stones whose points surely go to one side; 0 on an empty board."""
    is_stone = (board.colour == BLACK) | (board.colour == WHITE)
    return float((np.abs(owners[is_stone]) >= options.settled_owner).mean()) if is_stone.any() else 0.0
