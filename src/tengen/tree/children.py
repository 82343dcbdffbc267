"""The children of a node, read from plain Python: one view for reports, books, dumps and the sharing of trees."""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import Point
from tengen.tree.node import CLAIMED, FORBIDDEN, ROOT, Nodes


class Children:
    """The children of a node whose moves may be played, in the order of the node array.

    ``children["visits"]`` is that field of all of them as one array: to read records one by one would take seconds on a
    large board.
    """

    def __init__(self, nodes: Nodes, node: int) -> None:
        first = int(nodes["children"][node])
        count = 0 if first in (0, int(CLAIMED)) else int(nodes["siblings"][first])
        self._nodes = nodes
        self.block = range(first, first + count)
        """The indices of all children, those of forbidden moves too; empty if the node has none yet."""
        is_allowed = nodes["point"][first : first + count] < FORBIDDEN
        self.indices: NDArray[np.intp] = first + np.flatnonzero(is_allowed)
        """The index of each child in the node array."""

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, field: str) -> NDArray[Any]:
        return cast("NDArray[Any]", self._nodes[field][self.indices])

    def at(self, point: Point) -> int | None:
        """Return the index of the child whose move is at a point."""
        found = self.indices[self["point"] == point]
        return int(found[0]) if len(found) else None

    def most_visited(self) -> int | None:
        """Return the index of the child with the most visits, the first of several; None if none has any."""
        visits = self["visits"]
        return int(self.indices[visits.argmax()]) if visits.any() else None


def node_after(nodes: Nodes, points: Iterable[Point]) -> int | None:
    """Return the node that moves lead to from the root; None if the tree does not have them."""
    node = int(ROOT)
    for point in points:
        child = Children(nodes, node).at(point)
        if child is None:
            return None
        node = child
    return node
