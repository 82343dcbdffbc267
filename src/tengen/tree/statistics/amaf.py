"""AMAF, all moves as first: count a simulation also for moves that were played later in it.

Only moves of the same colour count, and only if they are the first at their point (Pachi, section 2.3.3).
"""

from typing import Annotated

import numpy as np

from tengen.board.point import PASS, Colour, Point
from tengen.compiled.jit import inlined
from tengen.tree.node import Node, Nodes
from tengen.tree.thread import SearchThread, Urgency


class AmafNode(Node):
    """What is counted for each node."""

    amaf_visits: Annotated[float, np.float32]  # simulations in which the mover was the first to play there, later
    amaf_wins: Annotated[float, np.float32]  # Black's rewards in them


@inlined
def count_child(child: AmafNode, point: Point, thread: SearchThread, colour: Colour, reward: float) -> None:
    """Count a simulation for a child if its mover was the first to play at its point."""
    if thread.first_colour[point] == colour and point != PASS:
        child.amaf_visits += 1.0
        child.amaf_wins += reward


@inlined
def introduce(nodes: Nodes, child: int, urgency: Urgency) -> None:
    """Set the AMAF games of a child, from the mover's view."""
    games, wins = nodes[child].amaf_visits, nodes[child].amaf_wins
    urgency.amaf_games = games
    urgency.amaf_wins = wins if urgency.sign > 0.0 else games - wins
