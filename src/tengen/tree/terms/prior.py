"""Prior: count the opinions of the priors as virtual games, added to the real games of a move (Pachi, section 2.3.2).

(v * n + n_prior * Q) / (n + n_prior): their weight shrinks as real games are added.
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
    """Count the opinions of the priors as virtual games."""

    weight: Annotated[float, Meta(ge=0, le=100, description="factor on the virtual games of all priors")] = 1.0


class PriorNode(Node):
    """What is stored for each node."""

    prior_visits: Annotated[float, np.float32]  # number of virtual games
    prior_wins: Annotated[float, np.float32]  # Black's wins among them


@inlined
def add_child(nodes: Nodes, child: int, point: Point, thread: SearchThread, prior: Prior) -> None:
    """Store the virtual games that the priors have given a move."""
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
