"""The variance of a node's rewards."""

from tengen.compiled.jit import inlined
from tengen.tree.node import Node


@inlined
def variance(node: Node) -> float:
    """Return the variance of the rewards of a node; before the first one, as much as it can be."""
    if node.visits == 0:
        return 0.25
    mean = node.wins / node.visits
    return max(0.0, node.squares / node.visits - mean * mean)
