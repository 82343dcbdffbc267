"""What a search has found, from the statistics of its trees."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import rows_from_top
from tengen.board.point import BLACK, PASS, Colour, Point, point_name
from tengen.report.report import ChainReport, MoveReport, Report, win_rate_of
from tengen.search.root_moves import RootMoves
from tengen.search.timing import BELIEVED_SHARE, Standing
from tengen.tree.children import Children
from tengen.tree.companion import ReportExtras, SearchContext
from tengen.tree.node import ROOT, Nodes


def report_of(context: SearchContext, seconds: float, extras: ReportExtras) -> Report:
    """Return what a search has found so far."""
    colour, size = context.colour, context.game.size
    root = RootMoves(context)
    moves: Sequence[MoveReport] = root.reports(context.komi, extras.move_criticality)
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
        score=_for_colour(_mean_score(context) - context.komi, 0, colour),
        score_deviation=context.score_deviation,
        visits=visits,
        simulations=extras.simulations,
        seconds=seconds,
        depth=sum(int(tree.depth) for _, tree in context.trees) / max(1, context.own_simulations),
        nodes=sum(int(tree.used) for _, tree in context.trees),
        memory_used=max(int(tree.used) / len(nodes) for nodes, tree in context.trees),
        ownership=_for_colour(rows_from_top(context.owners(), size), 0, colour),
        move_owners=context.move_owners(),
        priors=root.priors(),
        extra_komi=_for_colour(extras.extra_komi, 0, colour),
        has_dynamic_komi=black_win_rate is not None,
        criticality=None if extras.criticality is None else rows_from_top(extras.criticality, size),
        chains=None if extras.chains is None else [_chain_report(*chain, size) for chain in extras.chains],
    )


def _mean_score(context: SearchContext) -> float:
    """Return Black's mean score without komi: of the playouts of this search, or of a kept tree that has more."""
    roots = [nodes[0] for nodes, _ in context.trees]
    kept = sum(int(root.scores) for root in roots)
    if kept > context.playouts:
        return sum(float(root.mean_score) * int(root.scores) for root in roots) / kept
    return context.score_sum / max(1, context.playouts)


def _for_colour(blacks: Any, sum_of_both: float, colour: Colour) -> Any:
    """Return an amount from a colour's view, if Black's is known and what both sides' amounts come to."""
    return blacks if colour == BLACK else sum_of_both - blacks


def _chain_report(points: list[Point], survival: float, size: int) -> ChainReport:
    return ChainReport(tuple(point_name(point, size) for point in points), survival)


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
