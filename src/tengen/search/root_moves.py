"""The moves at the root, all trees together, as reports.

A report may be wanted many times a second while the search waits. So the numbers of all moves are copied from the trees
as arrays, and the report on a single move is made from them when it is asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import Move
from tengen.board.point import BLACK, Colour, Point, point_name
from tengen.report.report import MoveReport
from tengen.tree.children import Children
from tengen.tree.companion import SearchContext
from tengen.tree.node import POINT_BITS, ROOT
from tengen.tree.sequence import LONGEST_SEQUENCE, sequences_from

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MoveReports(Sequence[MoveReport]):
    """The reports on the moves that have been tried, the most visited first. Numbers that are not known are NaN."""

    colour: Colour
    size: int
    points: NDArray[np.intp]
    visits: Numbers
    win_rates: Numbers
    amaf: Numbers
    prior: Numbers
    leads: Numbers
    sequences: NDArray[np.uint16]
    sequence_visits: NDArray[np.uint32]
    criticality: Mapping[Point, float]

    def __len__(self) -> int:
        return len(self.points)

    @overload
    def __getitem__(self, index: int) -> MoveReport: ...

    @overload
    def __getitem__(self, index: slice) -> list[MoveReport]: ...

    def __getitem__(self, index: int | slice) -> MoveReport | list[MoveReport]:
        if isinstance(index, slice):
            return [self._report(i) for i in range(*index.indices(len(self)))]
        return self._report(range(len(self))[index])

    def _report(self, i: int) -> MoveReport:
        point = int(self.points[i])
        visits = self.sequence_visits[i].tolist()
        length = visits.index(0) if not visits[-1] else len(visits)
        names = _names(self.size)
        return MoveReport(
            Move(self.colour, point, self.size),
            int(self.visits[i]),
            float(self.win_rates[i]),
            _known(self.amaf[i]),
            _known(self.prior[i]),
            tuple([names[one] for one in self.sequences[i, :length].tolist()]),
            self.criticality.get(point),
            _known(self.leads[i]),
            tuple(visits[:length]),
        )


class RootMoves:
    """The children of the root, those of all trees together."""

    def __init__(self, context: SearchContext) -> None:
        self._children = [(nodes, Children(nodes, int(ROOT))) for nodes, _ in context.trees]
        self._colour = context.colour
        self._size = context.game.size
        self._grid = len(context.board.colour)

    def reports(self, komi: float, criticality: Mapping[Point, float]) -> MoveReports:
        """Return the moves that have been tried, the most visited first."""
        visits, rates = self._sum("visits"), self._rates("wins", "visits")
        tried = np.flatnonzero(visits)
        points = tried[np.lexsort((-rates[tried], -visits[tried]))]
        return MoveReports(
            self._colour,
            self._size,
            points,
            visits[points],
            rates[points],
            self._rates("amaf_wins", "amaf_visits")[points],
            self._rates("prior_wins", "prior_visits")[points],
            self._leads(komi)[points],
            *self._sequences(points),
            criticality,
        )

    def priors(self) -> Numbers | None:
        """Return the prior win rate of every move of the position, by point, also of those that are not searched.

        It is NaN where there is no move; None if the search has no priors.
        """
        if not self._has("prior_visits"):
            return None
        nodes, children = self._children[0]
        found = nodes[children.block.start : children.block.stop]
        blacks = np.full(self._grid, np.nan)
        with np.errstate(invalid="ignore"):
            blacks[found["point"] & POINT_BITS] = found["prior_wins"] / found["prior_visits"]
        return blacks if self._colour == BLACK else 1 - blacks

    def _has(self, field: str) -> bool:
        """Return whether a part of the search counts something."""
        return field in self._children[0][0].dtype.names

    def _sum(self, field: str) -> Numbers:
        """Return the sum of a field over all trees, by point."""
        total = np.zeros(self._grid)
        for _, children in self._children:
            total[children["point"]] += children[field]  # no child has the point of another
        return total

    def _rates(self, wins: str, games: str) -> Numbers:
        """Return the share of some games that the side to move wins, by point; NaN where none are counted."""
        if not self._has(games):
            return np.full(self._grid, np.nan)
        with np.errstate(invalid="ignore"):
            share = self._sum(wins) / self._sum(games)
        return share if self._colour == BLACK else 1 - share

    def _leads(self, komi: float) -> Numbers:
        """Return the mean lead of the side to move after each move, by point; NaN where no scores are known."""
        count, total = np.zeros(self._grid), np.zeros(self._grid)
        for _, children in self._children:
            scores = children["scores"].astype(float)
            count[children["point"]] += scores
            total[children["point"]] += scores * children["mean_score"]
        with np.errstate(invalid="ignore"):
            blacks = total / count - komi
        return blacks if self._colour == BLACK else -blacks

    def _sequences(self, points: NDArray[np.intp]) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]:
        """Return the principal variations that begin at some points, and the visits of their moves.

        Each is from the tree that has visited its first move most.
        """
        most = np.zeros(self._grid)
        tree, start = np.zeros(self._grid, int), np.zeros(self._grid, int)
        for number, (_, children) in enumerate(self._children):
            at, visits = children["point"], children["visits"]
            is_more = visits > most[at]
            better = at[is_more]
            most[better], tree[better], start[better] = visits[is_more], number, children.indices[is_more]
        moves = np.zeros((len(points), LONGEST_SEQUENCE), np.uint16)
        counts = np.zeros((len(points), LONGEST_SEQUENCE), np.uint32)
        for number, (nodes, _) in enumerate(self._children):
            rows = tree[points] == number
            moves[rows], counts[rows] = sequences_from(nodes, start[points][rows])
        return moves, counts


@cache
def _names(size: int) -> list[str]:
    """Return the names of all points, by point."""
    return [point_name(point, size) for point in range((size + 1) * (size + 1))]


def _known(number: float) -> float | None:
    """Return a number; None for NaN, which differs from itself."""
    return float(number) if number == number else None
