"""Value scaling: let the score count more in the course of a game (Pachi, section 7.1.1).

The thesis only names the idea and two measures: how far the game is, and how many stones are unstable. While much is
open a win is what counts; when little is, the score tells good moves from slack ones. ``reward.scale`` is the weight
to begin with.
"""

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.phase import progress
from tengen.board.point import BLACK, WHITE
from tengen.parts.options import Options
from tengen.tree.companion import Companion, SearchContext

if TYPE_CHECKING:
    from tengen.tree.recipe import RecipeOptions

LEAST_PLAYOUTS = 64  # before which nobody knows what is settled


class ValueScalingOptions(Options, frozen=True):
    """Let the weight of the score in a reward grow."""

    mode: Annotated[
        Literal["phase", "settled"], Meta(description="grow as the board fills, or as stones are settled")
    ] = "phase"
    late_scale: Annotated[float, Meta(ge=0, le=0.5, description="weight of the score at the end")] = 0.1
    late_from: Annotated[float, Meta(ge=0, le=1, description="phase: share of the game from which it grows")] = 0.5
    settled_owner: Annotated[
        float,
        Meta(ge=0, le=1, description="settled: how surely a stone's point must go to one side (0 even, 1 always)"),
    ] = 0.8


class ScalingCompanion(Companion):
    """Sets the weight of the score before a search and after each round."""

    def __init__(self, options: "RecipeOptions") -> None:
        self._options = options.tree.value_scaling
        self._scale = options.reward.scale

    def begin(self, context: SearchContext) -> bool:
        """Set the weight for a new root."""
        self._write(context)
        return True

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Set the weight by what the playouts have found so far."""
        self._write(context)
        return True

    def _write(self, context: SearchContext) -> None:
        late = lateness(self._options, context.board, context.owners(), context.playouts)
        context.record["reward"]["scale"] = self._scale + (self._options.late_scale - self._scale) * late


def lateness(options: ValueScalingOptions, board: Board, owners: NDArray[np.float64], playouts: int) -> float:
    """Return how much of the late weight counts, from 0 to 1, after so many playouts have told the owners of points."""
    if options.mode == "phase":
        return phase_share(options, board)
    return settled_share(options, board, owners) if playouts >= LEAST_PLAYOUTS else 0.0


def phase_share(options: ValueScalingOptions, board: Board) -> float:
    """Return how far the late part of the game is, from 0 to 1, by how full the board is."""
    return min(1.0, max(0.0, (progress(board) - options.late_from) / max(1e-9, 1 - options.late_from)))


def settled_share(options: ValueScalingOptions, board: Board, owners: NDArray[np.float64]) -> float:
    """Return the share of the stones whose points surely go to one side; 0 on an empty board."""
    is_stone = (board.colour == BLACK) | (board.colour == WHITE)
    return float((np.abs(owners[is_stone]) >= options.settled_owner).mean()) if is_stone.any() else 0.0
