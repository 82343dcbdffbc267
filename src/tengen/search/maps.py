"""What the playouts of a search say about points and chains, where the search counts it."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.life import chain_points, heads_of
from tengen.board.point import BLACK, WHITE
from tengen.search.report import ChainReport
from tengen.tree.thread import SearchThread


def criticality_of(black: Any, winner: Any, games: float, wins: float) -> Any:
    """Return what ``tree.ownership.criticality`` does, for one point or for all: reports wait for no compiler."""
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


def chain_reports(board: Board, threads: Sequence[SearchThread]) -> list[ChainReport]:
    """Return how often each chain of the root survived, the one in most danger first."""
    games = max(1, sum(int(thread.playout.tally.playouts) for thread in threads))
    survivals = sum((thread.playout.tally.survivals for thread in threads), np.zeros(1))
    heads = [head for colour in (BLACK, WHITE) for head in heads_of(board, colour)]
    chains = [ChainReport(sorted(chain_points(board, head)), float(survivals[head]) / games) for head in heads]
    return sorted(chains, key=lambda chain: chain.survival)
