"""Criticality in reports: of points, of moves at the root, and how often chains survive."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.life import chain_points, heads_of
from tengen.board.point import BLACK, WHITE, Point
from tengen.tree.arena import Tree
from tengen.tree.children import Children
from tengen.tree.companion import Companion, ReportExtras, SearchContext
from tengen.tree.node import ROOT, Nodes
from tengen.tree.thread import SearchThread


class CriticalityReport(Companion):
    """Adds criticality and the survival of chains to reports."""

    def report(self, context: SearchContext, extras: ReportExtras) -> None:
        """Add what has been counted, if anything has."""
        extras.criticality = criticality_map(context.threads)
        extras.move_criticality = root_criticality(context.trees, len(context.board.colour))
        if extras.criticality is not None:
            extras.chains = chain_survival(context.board, context.threads)


def criticality_of(black: Any, winner: Any, games: float, wins: float) -> Any:
    """Return the criticality of one point or of all, as ``tree.ownership`` defines it; reports wait for no compiler."""
    b, w = black / games, wins / games
    return winner / games - (2 * b * w - b - w + 1)


def criticality_map(threads: Sequence[SearchThread]) -> NDArray[np.float64] | None:
    """Return the criticality of each point by the owners of stones; None if it was not counted."""
    tallies = [thread.playout.tally for thread in threads]
    games = sum(int(tally.playouts) for tally in tallies)
    winner = sum((tally.winner_owner for tally in tallies), np.zeros(1))
    if not games or not winner.any():
        return None
    black = sum(((tally.playouts + tally.owner) / 2 for tally in tallies), np.zeros(1))
    wins = sum(float(tally.black_wins) for tally in tallies)
    return cast(NDArray[np.float64], criticality_of(black, winner, games, wins))


def root_criticality(trees: Sequence[tuple[Nodes, Tree]], points: int) -> dict[Point, float]:
    """Return the criticality of the moves at the root that have been tried, all trees together."""
    owned, passes = np.zeros((2, points)), np.zeros((2, points))
    for nodes, _ in trees:
        children = Children(nodes, int(ROOT))
        if not len(children):
            continue
        first = children.block.start
        tried = children["visits"] > 0
        at = children["point"][tried]
        # The node of the pass has the games that were counted, and Black's wins in them: see ``tree.ownership``.
        counted = nodes[first + int(nodes[first].pass_place)]
        for i, field in enumerate(("owned_black", "owned_winner")):
            owned[i, at] += children[field][tried]
            passes[i, at] += float(counted[field])
    games, wins = passes
    return {
        int(point): float(criticality_of(owned[0, point], owned[1, point], games[point], wins[point]))
        for point in np.flatnonzero(games)
    }


def chain_survival(board: Board, threads: Sequence[SearchThread]) -> list[tuple[list[Point], float]]:
    """Return the chains of the root and how often each survived, the one in most danger first."""
    games = max(1, sum(int(thread.playout.tally.playouts) for thread in threads))
    survivals = sum((thread.playout.tally.survivals for thread in threads), np.zeros(1))
    heads = [head for colour in (BLACK, WHITE) for head in heads_of(board, colour)]
    chains = [(sorted(chain_points(board, head)), float(survivals[head]) / games) for head in heads]
    return sorted(chains, key=lambda chain: chain[1])
