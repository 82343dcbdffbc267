"""A view of the children of a node, for plain Python: reports, books, dumps and the sharing of trees use it."""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import Point
from tengen.tree.node import CLAIMED, FORBIDDEN, ROOT, Nodes


class Children:
    """The children of a node except those with forbidden moves, in the order of the arena.

    ``children["visits"]`` is the array of that field for all of them. Reading nodes one by one would take seconds on a
    large board.
    """

    def __init__(self, nodes: Nodes, node: int) -> None:
        first = int(nodes["children"][node])
        count = 0 if first in (0, int(CLAIMED)) else int(nodes["siblings"][first])
        self._nodes = nodes
        self.block = range(first, first + count)
        """The indices of all children, including those with forbidden moves; empty if the node has none yet."""
        is_allowed = nodes["point"][first : first + count] < FORBIDDEN
        self.indices: NDArray[np.intp] = first + np.flatnonzero(is_allowed)
        """The index of each child in the arena."""

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, field: str) -> NDArray[Any]:
        return cast("NDArray[Any]", self._nodes[field][self.indices])

    def at(self, point: Point) -> int | None:
        """Return the index of the child whose move is at a point; None if there is none."""
        found = self.indices[self["point"] == point]
        return int(found[0]) if len(found) else None

    def most_visited(self) -> int | None:
        """Return the index of the child with the most visits (the first, if several have); None if none has visits."""
        visits = self["visits"]
        return int(self.indices[visits.argmax()]) if visits.any() else None


def path_along(nodes: Nodes, points: Iterable[Point]) -> list[int] | None:
    """Return the nodes along a sequence of moves, the root first; None if not all of them are in the tree."""
    path = [int(ROOT)]
    for point in points:
        child = Children(nodes, path[-1]).at(point)
        if child is None:
            return None
        path.append(child)
    return path


def node_after(nodes: Nodes, points: Iterable[Point]) -> int | None:
    """Return the node that a sequence of moves leads to from the root; None if it is not in the tree."""
    path = path_along(nodes, points)
    return None if path is None else path[-1]
