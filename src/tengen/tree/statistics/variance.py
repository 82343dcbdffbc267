"""Variance: how much the rewards of a node differ from each other."""

from typing import Annotated

import numpy as np

from tengen.compiled.jit import inlined
from tengen.tree.node import Node, Nodes


class VarianceNode(Node):
    """What is counted for each node."""

    squares: Annotated[float, np.float32]  # sum of the squared rewards


@inlined
def count_visit(node: VarianceNode, reward: float) -> None:
    """Count the square of a reward."""
    node.squares += reward * reward


@inlined
def inherit(nodes: Nodes, child: int, node: int) -> None:
    """Give a child the squares of the simulations that its parent had while it was a leaf."""
    nodes[child].squares = nodes[node].squares


@inlined
def variance(node: VarianceNode) -> float:
    """Return the variance of the rewards of a node; before the first one, as much as it can be."""
    if node.visits == 0:
        return 0.25
    mean = node.wins / node.visits
    return max(0.0, node.squares / node.visits - mean * mean)
