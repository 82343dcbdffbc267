"""What a technique does in plain Python around the compiled search.

Some techniques have work to do between the rounds of simulations: dynamic komi looks at the results and changes the
komi, zones estimate the rest of the board before the first round. Each of them is a ``Companion``. The search calls its
companions in turn and knows none of them by name:

    begin             a position has become the root
    start             the search is about to run; this takes time from its limit
    most_simulations  before each round: how long may it be?
    after_round       after each round
    cleared           the tree was emptied in the middle of a search
    report            add to a report
    close             the search is not needed any more
"""

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
from tengen.playout.liberty_map import Ratings
from tengen.tree.arena import Tree
from tengen.tree.node import Nodes
from tengen.tree.thread import SearchThread

if TYPE_CHECKING:
    from tengen.tree.recipe import RecipeOptions

UNBOUNDED = sys.maxsize  # from ``most_simulations``: as long as you like


@dataclass
class SearchContext:
    """The root position, and what is searched with. Companions may change what the last two fields say."""

    game: Game
    """The game whose position is the root; not to be changed."""
    board: Board
    """The root's position, with the side to move at the root."""
    colour: Colour
    """The side to move at the root."""
    side: Colour
    """The side that searches; when pondering, the opponent of ``colour``."""
    continues_game: bool
    """Whether the root before was the same position or an earlier one of the same game."""
    continues_tree: bool
    """Whether the root can also be reached from the root before by moves of alternating colours."""
    trees: list[tuple[Nodes, Tree]]
    threads: list[SearchThread]
    ratings: Ratings
    record: Any
    """The numbers among the options, as the compiled search reads them."""
    on_all_threads: Callable[[Callable[[SearchThread], object]], None]
    """Call a compiled function once with each thread, all at the same time, and wait for them."""
    elapsed: Callable[[], float]
    """Return the seconds since the search started."""
    simulations: int = 0
    """Simulations since the search started, those of other processes included."""
    outside_owner: NDArray[np.float64] = field(default_factory=lambda: np.zeros(1))
    """Who owns the points that the playouts leave out, from -1 (White) to 1 (Black)."""
    pass_plays_elsewhere: bool = False
    """Whether the tree lacks some moves, so that a pass in it stands for a move elsewhere."""

    @property
    def moves(self) -> list[Point]:
        """The points of the moves so far."""
        return [move.point for move in self.game.moves]

    @property
    def komi(self) -> float:
        """What White is ahead by before the first point is counted."""
        return self.game.compensation

    @property
    def own_simulations(self) -> int:
        """Simulations of this process since the root was set."""
        return sum(int(tree.simulations) for _, tree in self.trees)

    @property
    def playouts(self) -> int:
        """Playouts in the tallies of the threads."""
        return sum(int(thread.playout.tally.playouts) for thread in self.threads)

    @property
    def score_sum(self) -> float:
        """Sum of Black's leads in these playouts, without komi."""
        return sum(float(thread.playout.tally.score) for thread in self.threads)

    def owners(self) -> NDArray[np.float64]:
        """Return who owned each point at the end of the playouts on average, from -1 (White) to 1 (Black)."""
        sums = sum((thread.playout.tally.owner for thread in self.threads), np.zeros(1))
        return sums / max(1, self.playouts) + self.outside_owner


@dataclass
class ReportExtras:
    """What companions add to a report. Numbers are from Black's view, arrays are by point."""

    simulations: int
    """Of this search."""
    black_win_rate: float | None = None
    """Share of the simulations that Black wins with the real komi, where simulations have another one."""
    extra_komi: float = 0.0
    """Points that Black pays in the simulations in addition to the real komi."""
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
        """Look at the results so far, of which a share of the search is done.

        Return whether the statistics of the tree are still valid; if not, the search goes on with an empty tree.
        """
        return True

    def cleared(self, context: SearchContext) -> None:
        """Take note that the tree is empty again, and that playouts are counted from 0."""

    def report(self, context: SearchContext, extras: ReportExtras) -> None:
        """Add to a report."""

    def close(self) -> None:
        """Release what the companion holds."""
