"""What a search has found, from the statistics of its trees."""

from collections.abc import Iterator
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

LONGEST_SEQUENCE = 30


def report_of(context: SearchContext, seconds: float, extras: ReportExtras) -> Report:
    """Return what a search has found so far."""
    colour, size = context.colour, context.game.size
    moves = sorted(_move_reports(context, extras), key=lambda move: (-move.visits, -move.win_rate))
    if context.pass_plays_elsewhere:
        moves = [move for move in moves if move.point != PASS]
    visits = sum(int(nodes[0].visits) for nodes, _ in context.trees)
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
        visits=visits,
        simulations=extras.simulations,
        seconds=seconds,
        depth=sum(int(tree.depth) for _, tree in context.trees) / max(1, context.own_simulations),
        nodes=sum(int(tree.used) for _, tree in context.trees),
        ownership=_for_colour(rows_from_top(context.owners(), size), 0, colour),
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


def _move_reports(context: SearchContext, extras: ReportExtras) -> Iterator[MoveReport]:
    """Yield the moves at the root that have been tried, all trees together."""
    by_point: dict[Point, list[tuple[Nodes, int]]] = {}
    for nodes, _ in context.trees:
        children = Children(nodes, int(ROOT))
        tried = children["visits"] > 0
        for point, child in zip(children["point"][tried].tolist(), children.indices[tried].tolist(), strict=True):
            by_point.setdefault(point, []).append((nodes, child))
    for point, found in by_point.items():
        move = Move(context.colour, point, context.game.size)
        yield _move_report(move, found, extras.move_criticality.get(point))


def _move_report(move: Move, found: list[tuple[Nodes, int]], criticality: float | None) -> MoveReport:
    """Return the report on a move that several trees may have as a child of the root."""
    records: list[Any] = [nodes[child] for nodes, child in found]

    def win_rate(wins: str, games: str) -> float | None:
        if games not in records[0].dtype.names:  # no part of this search counts it
            return None
        black_wins, total = (sum(float(record[name]) for record in records) for name in (wins, games))
        return win_rate_of(black_wins, total, move.colour)

    nodes, child = max(found, key=lambda one: int(one[0]["visits"][one[1]]))
    return MoveReport(
        move=move,
        visits=sum(int(record.visits) for record in records),
        win_rate=win_rate("wins", "visits") or 0.0,
        amaf=win_rate("amaf_wins", "amaf_visits"),
        prior=win_rate("prior_wins", "prior_visits"),
        sequence=tuple(point_name(point, move.size) for point in sequence_from(nodes, child)),
        criticality=criticality,
    )


def sequence_from(nodes: Nodes, node: int) -> list[Point]:
    """Return the moves from a node down the most visited children: the principal variation."""
    points: list[Point] = []
    at: int | None = node
    while at is not None and len(points) < LONGEST_SEQUENCE:
        points.append(int(nodes[at].point) & int(POINT_BITS))
        at = Children(nodes, at).most_visited()
    return points


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
