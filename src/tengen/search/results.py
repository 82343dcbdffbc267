"""What a search has found, from the statistics of its trees."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import rows_from_top
from tengen.board.grid import Move
from tengen.board.point import BLACK, PASS, Colour, Point, point_name
from tengen.report.report import ChainReport, MoveReport, Report, win_rate_of
from tengen.search.timing import BELIEVED_SHARE, Standing
from tengen.tree.children import Children
from tengen.tree.companion import ReportExtras, SearchContext
from tengen.tree.node import POINT_BITS, ROOT, Nodes
from tengen.tree.sequence import LONGEST_SEQUENCE, sequences_from


def report_of(context: SearchContext, seconds: float, extras: ReportExtras) -> Report:
    """Return what a search has found so far."""
    colour, size = context.colour, context.game.size
    root = RootMoves(context)
    moves = root.reports(context.komi, extras)
    if context.pass_plays_elsewhere:
        moves = [move for move in moves if move.point != PASS]
    visits = context.visits
    black_wins = sum(float(nodes[0].wins) for nodes, _ in context.trees)
    reward = win_rate_of(black_wins, visits, colour)
    mean_reward = 0.5 if reward is None else reward
    black_win_rate = extras.black_win_rate
    return Report(
        game=context.game,
        colour=colour,
        moves=moves,
        win_rate=mean_reward if black_win_rate is None else _for_colour(black_win_rate, 1, colour),
        mean_reward=mean_reward,
        score=_for_colour(context.score_sum / max(1, context.playouts) - context.komi, 0, colour),
        score_deviation=context.score_deviation,
        visits=visits,
        simulations=extras.simulations,
        seconds=seconds,
        depth=sum(int(tree.depth) for _, tree in context.trees) / max(1, context.own_simulations),
        nodes=sum(int(tree.used) for _, tree in context.trees),
        ownership=_for_colour(rows_from_top(context.owners(), size), 0, colour),
        move_owners=context.move_owners(),
        priors=root.priors(),
        extra_komi=_for_colour(extras.extra_komi, 0, colour),
        has_dynamic_komi=black_win_rate is not None,
        criticality=None if extras.criticality is None else rows_from_top(extras.criticality, size),
        chains=None if extras.chains is None else [_chain_report(*chain, size) for chain in extras.chains],
    )


def _for_colour(blacks: Any, sum_of_both: float, colour: Colour) -> Any:
    """Return an amount from a colour's view, if Black's is known and what both sides' amounts come to."""
    return blacks if colour == BLACK else sum_of_both - blacks


def _chain_report(points: list[Point], survival: float, size: int) -> ChainReport:
    return ChainReport(tuple(point_name(point, size) for point in points), survival)


class RootMoves:
    """The children of the root, those of all trees together."""

    def __init__(self, context: SearchContext) -> None:
        self._children = [(nodes, Children(nodes, int(ROOT))) for nodes, _ in context.trees]
        self._colour = context.colour
        self._size = context.game.size
        self._grid = len(context.board.colour)

    def reports(self, komi: float, extras: ReportExtras) -> list[MoveReport]:
        """Return the moves that have been tried, the most visited first."""
        visits = self._sum("visits")
        tried = np.flatnonzero(visits)
        rates = self._means("wins", "visits")[tried]
        order = np.lexsort((-rates, -visits[tried]))
        points = tried[order]
        columns = (
            visits[points].astype(int).tolist(),
            rates[order].tolist(),
            self._optional(points, "amaf_wins", "amaf_visits"),
            self._optional(points, "prior_wins", "prior_visits"),
            self._leads(points, komi),
            *self._sequences(points),
        )
        return [
            MoveReport(
                Move(self._colour, point, self._size),
                visited,
                rate,
                amaf,
                prior,
                sequence,
                extras.move_criticality.get(point),
                lead,
                sequence_visits,
            )
            for point, visited, rate, amaf, prior, lead, sequence, sequence_visits in zip(
                points.tolist(), *columns, strict=True
            )
        ]

    def priors(self) -> NDArray[np.float64] | None:
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

    def _sum(self, field: str) -> NDArray[np.float64]:
        """Return the sum of a field over all trees, by point."""
        total = np.zeros(self._grid)
        for _, children in self._children:
            total[children["point"]] += children[field]  # no child has the point of another
        return total

    def _means(self, wins: str, games: str) -> NDArray[np.float64]:
        """Return the share of the games that the side to move wins, by point; NaN where there are no games."""
        with np.errstate(invalid="ignore"):
            share = self._sum(wins) / self._sum(games)
        return share if self._colour == BLACK else 1 - share

    def _optional(self, points: NDArray[np.intp], wins: str, games: str) -> list[float | None]:
        """Return the win rates at some points in games that not every search counts; None where there are none."""
        return _without_nan(self._means(wins, games)[points]) if self._has(games) else [None] * len(points)

    def _leads(self, points: NDArray[np.intp], komi: float) -> list[float | None]:
        """Return the mean lead of the side to move after the moves at some points."""
        count, total = np.zeros(self._grid), np.zeros(self._grid)
        for _, children in self._children:
            scores = children["scores"].astype(float)
            count[children["point"]] += scores
            total[children["point"]] += scores * children["mean_score"]
        with np.errstate(invalid="ignore"):
            blacks = (total / count)[points] - komi
        return _without_nan(blacks if self._colour == BLACK else -blacks)

    def _sequences(self, points: NDArray[np.intp]) -> tuple[list[tuple[str, ...]], list[tuple[int, ...]]]:
        """Return the principal variations that begin at some points, as names, and the visits of their moves.

        Each is from the tree that has visited its first move most.
        """
        most = np.zeros(self._grid)
        tree, start = np.zeros(self._grid, int), np.zeros(self._grid, int)
        for number, (_, children) in enumerate(self._children):
            at, visits = children["point"], children["visits"]
            is_more = visits > most[at]
            better = at[is_more]
            most[better], tree[better], start[better] = visits[is_more], number, children.indices[is_more]
        moves, counts = (np.zeros((len(points), LONGEST_SEQUENCE), int) for _ in range(2))
        for number, (nodes, _) in enumerate(self._children):
            rows = tree[points] == number
            moves[rows], counts[rows] = sequences_from(nodes, start[points][rows])
        names = _names(self._size)
        sequences, visits_of = [], []
        for row, visited in zip(moves.tolist(), counts.tolist(), strict=True):
            length = visited.index(0) if 0 in visited else len(visited)
            sequences.append(tuple([names[point] for point in row[:length]]))
            visits_of.append(tuple(visited[:length]))
        return sequences, visits_of


@cache
def _names(size: int) -> list[str]:
    """Return the names of all points, by point."""
    return [point_name(point, size) for point in range((size + 1) * (size + 1))]


def _without_nan(values: NDArray[np.float64]) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]  # NaN differs from itself


def standing_of(context: SearchContext, simulations: int, seconds: float) -> Standing:
    """Return how the moves stand after so many simulations in so many seconds."""
    visits, wins = sum((_counts(context, nodes, int(ROOT)) for nodes, _ in context.trees), np.zeros((2, 1)))
    if context.pass_plays_elsewhere:
        visits[PASS] = 0  # it stands for a move elsewhere, and is not played
    values = wins / np.maximum(visits, 1)
    if context.colour != BLACK:
        values = 1 - values
    second, first = np.lexsort((values, visits))[-2:]
    is_believed = (visits > 0) & (visits >= BELIEVED_SHARE * visits[first])
    return Standing(
        simulations,
        seconds,
        int(visits[first]),
        int(visits[first] - visits[second]),
        float(values[first]),
        float(values[second]) if visits[second] else 0.0,
        _reply_value(context, int(first), float(values[first])),
        float(values[is_believed].max(initial=0.0)),
    )


def _counts(context: SearchContext, nodes: Nodes, node: int) -> NDArray[np.float64]:
    """Return the visits of a node's children by their points, and Black's wins in them."""
    counts = np.zeros((2, len(context.board.colour)))
    children = Children(nodes, node)
    counts[0, children["point"]] = children["visits"]
    counts[1, children["point"]] = children["wins"]
    return counts


def _reply_value(context: SearchContext, point: Point, otherwise: float) -> float:
    """Return the value of a move at the root after the most visited answer to it, for the side that makes the move."""
    visits = wins = 0.0
    for nodes, _ in context.trees:
        move = Children(nodes, int(ROOT)).at(point)
        if move is not None and Children(nodes, move).block:
            counts = _counts(context, nodes, move)
            answer = int(counts[0].argmax())
            visits, wins = visits + counts[0, answer], wins + counts[1, answer]
    if not visits:
        return otherwise
    return float(wins / visits if context.colour == BLACK else 1 - wins / visits)
