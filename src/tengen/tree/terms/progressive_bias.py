"""Progressive bias: add H / (n + 1), a heuristic value that matters while a child has few visits (Mango, section 3.1).

H is set by the prior ``heuristic``. With ``tree.fpu.value=100`` unvisited children are tried first, in the order of H.
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
    """Add a heuristic value whose weight shrinks with visits."""

    weight: Annotated[float, Meta(ge=0, le=1000, description="factor on the heuristic value H")] = 1.0


class BiasNode(Node):
    """What is stored for each node."""

    bias: Annotated[float, np.float32]  # the heuristic value H of the move, for its mover


@inlined
def add_child(nodes: Nodes, child: int, point: Point, prior: Prior) -> None:
    """Store the heuristic value of a move."""
    nodes[child].bias = prior.bias[point]


@inlined
def weigh(child: BiasNode, options: ProgressiveBiasOptions, urgency: Urgency) -> None:
    """Add the bias."""
    urgency.bonus += options.weight * child.bias / (child.visits + 1.0)
