"""Variance: how much the rewards of a node vary."""

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
    """Copy the sum of a former leaf to the child that inherits its simulations."""
    nodes[child].squares = nodes[node].squares


@inlined
def variance(node: VarianceNode) -> float:
    """Return the variance of the rewards of a node; before the first reward the largest possible, 0.25."""
    if node.visits == 0:
        return 0.25
    mean = node.wins / node.visits
    return max(0.0, node.squares / node.visits - mean * mean)
