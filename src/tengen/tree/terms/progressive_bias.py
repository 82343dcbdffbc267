"""Progressive bias: H / (n + 1), a heuristic that matters while there are few visits (Mango, section 3.1).

H is what the prior ``heuristic`` gives. Unvisited children are tried in its order: give ``fpu`` a value of 100.
"""

from typing import Annotated

import numpy as np
from msgspec import Meta

from tengen.board.point import Point
from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node, Nodes
from tengen.tree.thread import Prior, Urgency


class ProgressiveBiasOptions(Options, frozen=True):
    """Add a heuristic that fades with visits."""

    weight: Annotated[float, Meta(ge=0, le=1000, description="factor on the heuristic")] = 1.0


class BiasNode(Node):
    """What is kept for each node."""

    bias: Annotated[float, np.float32]  # the heuristic value H of the move, for its mover


@inlined
def add_child(nodes: Nodes, child: int, point: Point, prior: Prior) -> None:
    """Keep the heuristic value of a move."""
    nodes[child].bias = prior.bias[point]


@inlined
def weigh(child: BiasNode, options: ProgressiveBiasOptions, urgency: Urgency) -> None:
    """Add the bias."""
    urgency.bonus += options.weight * child.bias / (child.visits + 1.0)
