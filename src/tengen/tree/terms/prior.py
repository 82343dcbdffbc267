"""Prior: knowledge counts as virtual games that were played before the first real one (Pachi, section 2.3.2).

(v * n + n_prior * Q) / (n + n_prior): it fades as real games come in.
"""

from typing import Annotated

import numpy as np
from msgspec import Meta

from tengen.board.point import BLACK, Point
from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node, Nodes
from tengen.tree.thread import Prior, SearchThread, Urgency


class PriorTermOptions(Options, frozen=True):
    """Count prior knowledge as games."""

    weight: Annotated[float, Meta(ge=0, le=100, description="factor on the number of virtual games")] = 1.0


class PriorNode(Node):
    """What is kept for each node."""

    prior_visits: Annotated[float, np.float32]  # virtual games of prior knowledge
    prior_wins: Annotated[float, np.float32]  # Black's


@inlined
def add_child(nodes: Nodes, child: int, point: Point, thread: SearchThread, prior: Prior) -> None:
    """Keep the virtual games that the priors have given a move."""
    games, wins = prior.games[point], prior.wins[point]
    nodes[child].prior_visits = games
    nodes[child].prior_wins = wins if thread.playout.board.to_play == BLACK else games - wins


@inlined
def weigh(child: PriorNode, options: PriorTermOptions, urgency: Urgency) -> None:
    """Add the virtual games to the real ones."""
    games = options.weight * child.prior_visits
    urgency.games += games
    wins = options.weight * child.prior_wins
    urgency.wins += wins if urgency.sign > 0.0 else games - wins
