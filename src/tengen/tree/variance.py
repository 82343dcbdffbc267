"""The variance of a node's rewards."""

from tengen.base.jit import inlined
from tengen.tree.node import Node


@inlined
def variance(node: Node) -> float:
    """Return the variance of the rewards of a node that has been visited."""
    mean = node.wins / node.visits
    return max(0.0, node.squares / node.visits - mean * mean)
