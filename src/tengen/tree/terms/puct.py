"""PUCT: explore moves that strong players would probably make (Rosin 2011; Silver et al. 2016).

c * P * sqrt(N) / (1 + n): P is the probability of the move by the prior ``prediction`` (the same for all moves without
it), N the number of visits of the parent, and n that of the child.
"""

import math
from typing import Annotated

import numpy as np
from msgspec import Meta

from tengen.board.point import Point
from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node, Nodes
from tengen.tree.thread import Prior, Urgency


class PuctOptions(Options, frozen=True):
    """Explore the moves that strong players would probably make."""

    c: Annotated[float, Meta(ge=0, le=100, description="weight of the exploration")] = 0.3


class PuctNode(Node):
    """What is stored for each node."""

    chance: Annotated[float, np.float32]  # probability that a strong player makes the move


@inlined
def add_child(nodes: Nodes, child: int, point: Point, prior: Prior) -> None:
    """Store the probability of a move."""
    nodes[child].chance = prior.chance[point]


@inlined
def weigh(child: PuctNode, options: PuctOptions, urgency: Urgency) -> None:
    """Add exploration in proportion to the probability of the move."""
    urgency.exploration += options.c * child.chance * math.sqrt(urgency.parent_visits) / (1.0 + child.visits)
