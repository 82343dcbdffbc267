"""Reports: what a search has found so far.

All numbers of a report are from the view of the side to move at the root, ``report.colour``: win rates, the score, the
extra komi, and who owns each point. Maps of the board are arrays of ``size`` rows and columns, the top row first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from tengen.board.board import rows_from_top
from tengen.board.grid import BLACK, PASS, Colour, Move, Point, column_row
from tengen.board.picture import Mark, svg
from tengen.game.game import Game

DRAWN_MOVES = 10
POLICY_TEMPERATURE = 0.05  # difference of prior win rates that makes a move e times as likely
WILSON_Z = 1.96  # standard deviations of an interval of 95 %


class MoveReport(msgspec.Struct, frozen=True):
    """One move at the root."""

    move: Move
    visits: int
    win_rate: float
    """Share of its simulations that the side to move wins; with dynamic komi as they were judged, extra komi included.

    Where the score counts in a simulation's reward, it counts here too.
    """
    amaf: float | None
    """Win rate of the simulations in which the move was played later on, if the search counts that."""
    prior: float | None
    """Win rate of the virtual games that the search began with, if there were any."""
    sequence: tuple[str, ...]
    """The principal variation that begins with the move: the names of the moves."""
    criticality: float | None = None
    """Criticality of its point, from -0.5 to 0.5, if the search counts that: see ``Report.criticality``."""
    score: float | None = None
    """Mean lead of the side to move at the end of its simulations, komi included.

    None if all simulations come from a book or from other processes, which send no scores.
    """
    sequence_visits: tuple[int, ...] = ()
    """The visits of each move of the sequence."""

    @property
    def lower_bound(self) -> float:
        """Lower confidence bound of the win rate: the lower end of its Wilson interval of 95 %."""
        n, squared = self.visits, WILSON_Z**2
        if not n:
            return 0.0
        rate = min(1.0, max(0.0, self.win_rate))
        centre = rate + squared / (2 * n)
        width = WILSON_Z * math.sqrt(rate * (1 - rate) / n + squared / (4 * n * n))
        return max(0.0, (centre - width) / (1 + squared / n))

    @property
    def name(self) -> str:
        """The name of the move, such as ``E5`` or ``pass``."""
        return self.move.name

    @property
    def point(self) -> Point:
        """Its point."""
        return self.move.point


@dataclass(frozen=True)
class ChainReport:
    """A chain on the board of the root."""

    stones: tuple[str, ...]
    """The names of its points."""
    survival: float
    """Share of the simulations in which it was not captured."""


@dataclass(frozen=True, eq=False)
class Report:
    """A search at some moment. See the module for the viewpoint of all numbers."""

    game: Game
    """The position that was searched."""
    colour: Colour
    """The side to move."""
    moves: Sequence[MoveReport]
    """The moves that have been tried, most visited first."""
    win_rate: float
    """Probability that the side to move wins, with the real komi."""
    mean_reward: float
    """Mean reward of all simulations through the root. It is the win rate, unless there is dynamic komi."""
    score: float
    """Mean lead of the side to move at the end of playouts, komi included."""
    visits: int
    """Visits of the root: simulations of this search, and those kept from earlier ones."""
    simulations: int
    """Simulations of this search."""
    seconds: float
    """Duration of this search."""
    depth: float
    """Mean depth of the leaves, in moves from the root."""
    nodes: int
    """Nodes in the tree."""
    ownership: NDArray[np.float64]
    """Who owns each point at the end of playouts: from 1, always the side to move, to -1, always the opponent."""
    move_owners: tuple[NDArray[Any], NDArray[Any]] | None = field(default=None, repr=False)
    """For each move, by point: Black's ownerships of each point less White's, and the playouts."""
    priors: NDArray[np.float64] | None = field(default=None, repr=False)
    """Prior win rate of each move, by point; for ``policy``."""
    memory_used: float = 0.0
    """Share of the tree's memory that is in use, from 0 to 1."""
    score_deviation: float = 0.0
    """Standard deviation of the lead at the end of playouts."""
    extra_komi: float = 0.0
    """Points that the side to move pays in the simulations in addition to the real komi."""
    has_dynamic_komi: bool = False
    """Whether simulations may have another komi than the real one. Moves are then judged with the extra komi."""
    criticality: NDArray[np.float64] | None = None
    """Criticality of each point, if the search counts that: twice the covariance of owning it and winning."""
    chains: Sequence[ChainReport] | None = None
    """The chains on the board, the one in most danger first, if the search counts their survival."""

    @property
    def size(self) -> int:
        """Number of lines of the board."""
        return self.game.size

    @property
    def best(self) -> MoveReport:
        """The most visited move; raises LookupError if no move has been tried."""
        if not self.moves:
            raise LookupError("the search has tried no move")
        return self.moves[0]

    @property
    def simulations_per_second(self) -> float:
        """Speed of this search; 0 if it took no time."""
        return self.simulations / self.seconds if self.seconds else 0.0

    def ownership_after(self, move: MoveReport | Move) -> NDArray[np.float64]:
        """Return who owns each point at the end of the playouts after a move; in the form of ``ownership``.

        Only playouts of this search count. A move that has none has the ownership of the position.
        """
        if self.move_owners is None or not self.move_owners[1][move.point]:
            return self.ownership
        owners, playouts = (values[move.point] for values in self.move_owners)
        blacks = rows_from_top(owners / playouts, self.size)
        return blacks if self.colour == BLACK else -blacks

    @cached_property
    def policy(self) -> NDArray[np.float64]:
        """How promising each move seems before any search, as probabilities that add up to 1; -1 for illegal moves.

        All points row by row from the top left corner, the pass last. The probabilities come from the priors of the
        search: see ``POLICY_TEMPERATURE``. Without priors all legal moves have the same.
        """
        legal = [int(PASS), *self.game.legal_points(self.colour)]
        priors = np.zeros(len(self.game.board.colour)) if self.priors is None else np.nan_to_num(self.priors)
        weights = np.exp((priors[legal] - priors[legal].max()) / POLICY_TEMPERATURE)
        shares = np.full(len(priors), -1.0)
        shares[legal] = weights / weights.sum()
        return np.append(rows_from_top(shares, self.size).ravel(), shares[PASS])

    def policy_of(self, move: MoveReport | Move) -> float:
        """Return the probability of a move in ``policy``."""
        if move.point == PASS:
            return float(self.policy[-1])
        column, row = column_row(move.point, self.size)
        return float(self.policy[(self.size - 1 - row) * self.size + column])

    def to_dict(self, moves: int | None = None, view: Literal["side", "black", "white"] = "side") -> dict[str, Any]:
        """Return the report as numbers, texts, lists and dicts, ready for JSON; only the best moves if told so.

        All numbers are from the view of the side to move, or of a colour.
        """
        from tengen.report.facts import report_facts

        return report_facts(self, moves, view)

    def __str__(self) -> str:
        from tengen.report.text import summary, table

        return f"{summary(self)}\n{table(self, 10)}"

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook: the best moves with win rate and visits, and who owns each point."""
        owners = self.ownership if self.colour == BLACK else -self.ownership
        marks = [
            Mark(move.point, f"{move.win_rate:.0%}", _short(move.visits), move.visits / self.best.visits)
            for move in self.moves[:DRAWN_MOVES]
        ]
        return svg(self.game.board, last=self.game.last_point, marks=marks, shade=owners)


@dataclass(frozen=True)
class UrgencyReport:
    """The urgency of a move as a sum. The next simulation goes to the move with the greatest total of its siblings."""

    total: float
    """The number that is compared: ``base`` and all addends."""
    base: float
    """Mean reward of the move's simulations for its side.

    Without simulations it is 0 if a part gives the move an estimate or a first-play urgency, else 1,000,000: such moves
    are tried first.
    """
    addends: dict[str, float]
    """What each part adds, by its name, in the order in which the parts are called."""
    is_considered: bool
    """Whether selection compares the move at all; progressive unpruning leaves moves out for a while."""


@dataclass(frozen=True)
class NodeReport:
    """A node of the tree; win rates are those of the side that moved there."""

    depth: int
    """1 for a move at the root."""
    move: Move
    visits: int
    win_rate: float
    """Share of its simulations that this side wins; 0 without simulations."""
    amaf: float | None
    """Win rate of the simulations in which the move was played later on, if the search counts that."""
    prior: float | None
    """Win rate of the virtual games that the search began with, if there were any."""
    children: int = 0
    """The number of its children that have been visited."""
    urgency: UrgencyReport | None = None
    """Its urgency as a sum, if that was asked for."""

    @property
    def point(self) -> Point:
        """The point of its move."""
        return self.move.point


def _short(count: int) -> str:
    """Return a count in a few letters, such as 950, 1.2k or 35k."""
    return str(count) if count < 1000 else f"{count / 1000:.1f}k" if count < 10_000 else f"{count // 1000}k"


def win_rate_of(black_wins: float, games: float, colour: Colour) -> float | None:
    """Return the share of games that a colour wins, of which Black wins some; None without games."""
    if not games:
        return None
    share = float(black_wins) / float(games)
    return share if colour == BLACK else 1 - share
