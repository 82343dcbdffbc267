"""AMAF, all moves as first: count a simulation also for moves that were played later in it.

Only moves of the same colour count, and only if they are the first at their point (Pachi, section 2.3.3). With ``last``
below 1, the later in the simulation a move was played, the less it counts: a move at once as a whole game, one at the
end of the playout as ``last`` games, and those between by their place (Fuego weighs them so, with 0 for the last).
"""

from typing import Annotated

import numpy as np
from msgspec import Meta

from tengen.board.point import PASS, Colour, Point
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, u64
from tengen.parts.options import Options
from tengen.tree.node import Node, Nodes
from tengen.tree.thread import SearchThread, Urgency


class AmafOptions(Options, frozen=True):
    """How moves are counted that were played later in a simulation."""

    last: Annotated[
        float, Meta(ge=0, le=1, description="AMAF games for a move at the end of a playout; one made at once counts 1")
    ] = 1.0


class AmafThread(SearchThread):
    """Scratch space of a thread."""

    amaf_fall: Annotated[float, np.float64]  # by how much a game counts less for each move that comes before


class AmafNode(Node):
    """What is counted for each node."""

    amaf_visits: Annotated[float, np.float32]  # simulations in which the mover was the first to play there, later
    amaf_wins: Annotated[float, np.float32]  # Black's rewards in them


@inlined
def count_visit(thread: AmafThread, options: AmafOptions) -> None:
    """Work out how fast the weight of moves falls after a node of the path."""
    plies = float(u64(thread.length) + u64(thread.playout.trail.length) - u64(thread.ply))
    thread.amaf_fall = (1.0 - options.last) / plies


@inlined
def count_child(child: AmafNode, point: Point, thread: AmafThread, colour: Colour, reward: float) -> None:
    """Count a simulation for a child if its mover was the first to play at its point."""
    if thread.first_colour[point] == colour and point != PASS:
        weight = 1.0 - thread.amaf_fall * float(u64(thread.first_ply[point]) - u64(thread.ply) - ONE)
        child.amaf_visits += weight
        child.amaf_wins += weight * reward


@inlined
def introduce(nodes: Nodes, child: int, urgency: Urgency) -> None:
    """Set the AMAF games of a child, from the mover's view."""
    games, wins = nodes[child].amaf_visits, nodes[child].amaf_wins
    urgency.amaf_games = games
    urgency.amaf_wins = wins if urgency.sign > 0.0 else games - wins
