"""Principal variations: from a node, always to the most visited child."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import kernel
from tengen.compiled.word import ZERO, i64, u64
from tengen.tree.node import Nodes, has_children, is_forbidden, point_of

LONGEST_SEQUENCE = 30  # moves


def sequences_from(nodes: Nodes, starts: NDArray[Any]) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]:
    """Return the principal variation from each of some nodes, a row each: the points and the visits of its moves.

    A sequence ends where the visits are 0, or at the end of its row.
    """
    points = np.zeros((len(starts), LONGEST_SEQUENCE), np.uint16)
    visits = np.zeros((len(starts), LONGEST_SEQUENCE), np.uint32)
    follow_most_visited(nodes, starts.astype(np.uint64), points, visits)
    return points, visits


@kernel
def follow_most_visited(
    nodes: Nodes, starts: NDArray[np.uint64], points: NDArray[np.uint16], visits: NDArray[np.uint32]
) -> None:
    """Write the sequence from each node into a row; of several children with the same visits, the first counts."""
    for i in range(len(starts)):
        node = u64(starts[i])
        for depth in range(points.shape[1]):
            points[i, depth] = point_of(nodes, node)
            visits[i, depth] = nodes[node].visits
            if not has_children(nodes, node):
                break
            first = u64(nodes[node].children)
            most = ZERO
            left = i64(nodes[node].visits)  # those that the children not yet looked at can have, all together
            for child in range(first, first + u64(nodes[first].siblings)):
                count = u64(nodes[child].visits)
                if count > most and not is_forbidden(nodes, u64(child)):
                    most = count
                    node = u64(child)
                left -= i64(count)
                if left <= i64(most):
                    break
            if most == ZERO:
                break
