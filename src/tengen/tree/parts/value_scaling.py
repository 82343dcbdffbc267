"""Value scaling: give the score more weight in the course of a game (Pachi, section 7.1.1).

While much is unsettled, only winning matters; later the score tells good moves from slack ones. The weight of the score
in a reward grows from ``reward.scale`` to ``late_scale``. The thesis names the idea and two measures, the phase of the
game and the number of unstable stones, and gives no numbers.
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

LEAST_PLAYOUTS = 64  # fewest playouts that tell which stones are settled


class ValueScalingOptions(Options, frozen=True):
    """Increase the weight of the score in the reward."""

    mode: Annotated[
        Literal["phase", "settled"],
        Meta(description="what the weight grows with: the filled share of the board, or the share of settled stones"),
    ] = "phase"
    late_scale: Annotated[float, Meta(ge=0, le=0.5, description="weight of the score at the end of the game")] = 0.1
    late_from: Annotated[
        float, Meta(ge=0, le=1, description="phase: share of the game after which the weight grows")
    ] = 0.5
    settled_owner: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="settled: ownership from which a stone counts as settled (0: even, 1: always the same owner)",
        ),
    ] = 0.8


class ScalingCompanion(Companion):
    """Sets the weight of the score at each new root and after each round."""

    def __init__(self, options: "RecipeOptions") -> None:
        self._options = options.tree.value_scaling
        self._scale = options.reward.scale

    def begin(self, context: SearchContext) -> bool:
        """Set the weight for a new root."""
        self._write(context)
        return True

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Set the weight by the playouts so far."""
        self._write(context)
        return True

    def _write(self, context: SearchContext) -> None:
        late = lateness(self._options, context.board, context.owners(), context.playouts)
        context.record["reward"]["scale"] = self._scale + (self._options.late_scale - self._scale) * late


def lateness(options: ValueScalingOptions, board: Board, owners: NDArray[np.float64], playouts: int) -> float:
    """Return how far the weight has grown: 0 for ``reward.scale``, 1 for ``late_scale``."""
    if options.mode == "phase":
        return phase_share(options, board)
    return settled_share(options, board, owners) if playouts >= LEAST_PLAYOUTS else 0.0


def phase_share(options: ValueScalingOptions, board: Board) -> float:
    """Return the finished share of the late part of the game, from 0 to 1, by the filled share of the board."""
    return min(1.0, max(0.0, (progress(board) - options.late_from) / max(1e-9, 1 - options.late_from)))


def settled_share(options: ValueScalingOptions, board: Board, owners: NDArray[np.float64]) -> float:
    """Return the share of stones that are settled; 0 on an empty board."""
    is_stone = (board.colour == BLACK) | (board.colour == WHITE)
    return float((np.abs(owners[is_stone]) >= options.settled_owner).mean()) if is_stone.any() else 0.0
