"""What a search has found, from the statistics of its trees."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import BLACK, PASS, Point
from tengen.search.report import ChainReport, MoveReport, Report
from tengen.search.timing import BELIEVED_SHARE, Standing
from tengen.tree.children import Children
from tengen.tree.companion import ReportExtras, SearchContext
from tengen.tree.node import POINT_BITS, ROOT, Nodes

LONGEST_SEQUENCE = 30


def report_of(context: SearchContext, seconds: float, extras: ReportExtras) -> Report:
    """Return what a search has found so far."""
    is_black = context.colour == BLACK
    moves = sorted(_move_reports(context, extras), key=lambda move: (-move.visits, -move.value))
    if context.pass_plays_elsewhere:
        moves = [move for move in moves if move.point != PASS]
    visits = sum(int(nodes[0].visits) for nodes, _ in context.trees)
    black_wins = sum(float(nodes[0].wins) for nodes, _ in context.trees)
    share = black_wins / visits if visits else 0.5
    won = extras.black_win_rate
    return Report(
        moves=moves,
        value=share if is_black else 1 - share,
        score=context.score_sum / max(1, context.playouts) - context.komi,
        ownership=context.owners(),
        visits=visits,
        simulations=extras.simulations,
        seconds=seconds,
        depth=sum(int(tree.depth) for _, tree in context.trees) / max(1, context.own_simulations),
        nodes=sum(int(tree.used) for _, tree in context.trees),
        colour=context.colour,
        size=context.game.size,
        won=won if won is None or is_black else 1 - won,
        extra_komi=extras.extra_komi,
        criticality=extras.criticality,
        chains=None if extras.chains is None else [ChainReport(*chain) for chain in extras.chains],
    )


def _move_reports(context: SearchContext, extras: ReportExtras) -> Iterator[MoveReport]:
    """Yield the moves at the root that have been tried, all trees together."""
    by_point: dict[Point, list[tuple[Nodes, int]]] = {}
    for nodes, _ in context.trees:
        children = Children(nodes, int(ROOT))
        tried = children["visits"] > 0
        for point, child in zip(children["point"][tried].tolist(), children.indices[tried].tolist(), strict=True):
            by_point.setdefault(point, []).append((nodes, child))
    for point, found in by_point.items():
        yield _move_report(point, found, context.colour == BLACK, extras.move_criticality.get(point))


def _move_report(
    point: Point,
    found: list[tuple[Nodes, int]],
    is_black: bool,  # noqa: FBT001
    criticality: float | None,
) -> MoveReport:
    """Return the report on a move that several trees may have as a child of the root."""
    records: list[Any] = [nodes[child] for nodes, child in found]

    def mean(wins: str, games: str) -> float | None:
        if games not in (records[0].dtype.names or ()):  # no part of this search counts it
            return None
        total = sum(float(record[games]) for record in records)
        share = sum(float(record[wins]) for record in records) / total if total else None
        return share if share is None or is_black else 1 - share

    nodes, child = max(found, key=lambda one: int(one[0]["visits"][one[1]]))
    return MoveReport(
        point,
        sum(int(record.visits) for record in records),
        mean("wins", "visits") or 0.0,
        mean("amaf_wins", "amaf_visits"),
        mean("prior_wins", "prior_visits"),
        sequence_from(nodes, child),
        criticality,
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
