"""What a technique does in plain Python around the compiled search.

Some techniques have work to do between the rounds of simulations: dynamic komi looks at the results and changes the
komi, zones estimate the rest of the board before the first round. Each of them is a ``Companion``. The search calls its
companions in turn and knows none of them by name:

    begin             a position has become the root
    start             the search is about to run; this takes time from its limit
    most_simulations  before each round: the largest number of simulations it may have
    after_round       after each round
    cleared           the tree was emptied during a search
    report            add to a report
    close             the search is not needed any more
"""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import Colour, Point
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.game.restriction import NO_RESTRICTION, Restriction
from tengen.playout.liberty_map import Ratings
from tengen.tree.arena import Tree
from tengen.tree.node import Nodes
from tengen.tree.thread import SearchThread

if TYPE_CHECKING:
    from tengen.tree.recipe import RecipeOptions

UNBOUNDED = sys.maxsize  # what ``most_simulations`` returns for no limit


@dataclass
class SearchContext:
    """The root position, and the trees and threads of its search. Companions may set the last two fields."""

    game: Game
    """The game whose position is the root; companions must not change it."""
    board: Board
    """The root position."""
    colour: Colour
    """The side to move at the root."""
    side: Colour
    """The side that searches; when pondering, the opponent of ``colour``."""
    continues_game: bool
    """Whether the root before was the same position or an earlier one of the same game."""
    continues_tree: bool
    """Whether the root can also be reached from the root before by moves of alternating colours, as in the tree."""
    trees: list[tuple[Nodes, Tree]]
    threads: list[SearchThread]
    ratings: Ratings
    record: Any
    """The numbers among the options, as the compiled search reads them."""
    on_all_threads: Callable[[Callable[[SearchThread], object]], None]
    """Call a compiled function once with each thread, all at the same time, and wait for them."""
    elapsed: Callable[[], float]
    """Return the seconds since the search started."""
    restriction: Restriction = NO_RESTRICTION
    """The moves that are left out."""
    simulations: int = 0
    """Simulations since the search started, those of other processes included."""
    outside_owner: NDArray[np.float64] = field(default_factory=lambda: np.zeros(1))
    """Mean owner of the points outside the searched zone, from -1 (White) to 1 (Black); 0 elsewhere."""
    pass_plays_elsewhere: bool = False
    """Whether the tree contains only some of the moves, so that a pass in it stands for a move elsewhere."""

    @property
    def moves(self) -> list[Point]:
        """The points of the game's moves so far."""
        return [move.point for move in self.game.moves]

    @property
    def komi(self) -> float:
        """White's komi, with any compensation for handicap stones."""
        return self.game.compensation

    @property
    def own_simulations(self) -> int:
        """Simulations of this process since the root was set."""
        return sum(int(tree.simulations) for _, tree in self.trees)

    @property
    def visits(self) -> int:
        """Visits of the root: those of this search, and those kept from earlier ones."""
        return sum(int(nodes[0].visits) for nodes, _ in self.trees)

    @property
    def playouts(self) -> int:
        """Playouts in the tallies of the threads."""
        return sum(int(thread.playout.tally.playouts) for thread in self.threads)

    @property
    def score_sum(self) -> float:
        """Sum of Black's scores in these playouts, without komi."""
        return sum(float(thread.playout.tally.score) for thread in self.threads)

    @property
    def score_deviation(self) -> float:
        """Standard deviation of these scores."""
        squares = sum(float(thread.playout.tally.score_squares) for thread in self.threads)
        count = max(1, self.playouts)
        return math.sqrt(max(0.0, squares / count - (self.score_sum / count) ** 2))

    def owners(self) -> NDArray[np.float64]:
        """Return the mean owner of each point at the end of the playouts, from -1 (White) to 1 (Black)."""
        sums = sum((thread.playout.tally.owner for thread in self.threads), np.zeros(1))
        return sums / max(1, self.playouts) + self.outside_owner

    def move_owners(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return, for each move at the root by its point, the sum of each point's owners, and the playouts."""
        tallies = [thread.playout.tally for thread in self.threads]
        playouts = sum((tally.move_playouts for tally in tallies), np.zeros(1, int))
        owners: NDArray[Any] = sum((tally.move_owner for tally in tallies), np.zeros(1, np.int32))
        if self.outside_owner.any():
            owners = owners + playouts[:, np.newaxis] * self.outside_owner
        return owners, playouts


@dataclass
class ReportExtras:
    """What companions add to a report. Numbers are from Black's view, arrays are by point."""

    simulations: int
    """Simulations of this search."""
    black_win_rate: float | None = None
    """Black's win rate with the real komi, if the simulations are judged with another komi; else None."""
    extra_komi: float = 0.0
    """Points that Black pays in the simulations in addition to the real komi; negative if White pays."""
    criticality: NDArray[np.float64] | None = None
    move_criticality: dict[Point, float] = field(default_factory=dict)
    chains: list[tuple[list[Point], float]] | None = None
    """The chains on the board, each with the share of simulations in which it was not captured."""


class Companion:
    """Base of all companions; every method does nothing. A part that needs one defines a subclass in its module."""

    def __init__(self, options: "RecipeOptions") -> None:
        """Take the options of the whole search."""

    def begin(self, context: SearchContext) -> bool:
        """Get ready for a new root; return whether the statistics of the kept tree are still valid."""
        return True

    def start(self, context: SearchContext, limit: Limit) -> None:
        """Prepare the search that is about to run."""

    def most_simulations(self, context: SearchContext, limit: Limit) -> int:
        """Return the largest number of simulations that the next round may have; at least 1."""
        return UNBOUNDED

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Look at the results after a round; ``share_done`` is the finished share of the search.

        Return whether the statistics of the tree are still valid; if not, the search goes on with an empty tree.
        """
        return True

    def cleared(self, context: SearchContext) -> None:
        """React to an emptied tree: playouts are counted from 0 again."""

    def report(self, context: SearchContext, extras: ReportExtras) -> None:
        """Add results to a report."""

    def close(self) -> None:
        """Release the resources of the companion."""
