"""The tree itself, or its most visited part, as a list of nodes to print."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tengen.board.grid import Move
from tengen.board.point import Colour, other
from tengen.report.report import NodeReport, win_rate_of
from tengen.tree.children import Children
from tengen.tree.node import ROOT, Nodes


def walk(nodes: Nodes, colour: Colour, size: int, depth: int, share: float) -> Iterator[NodeReport]:
    """Yield the nodes down to a depth that have a share of the root's visits, each before its children."""
    least_visits = max(1.0, share * int(nodes["visits"][ROOT]))
    yield from _Walk(nodes, size, depth, least_visits).below(int(ROOT), colour, 1)


class _Walk:
    def __init__(self, nodes: Nodes, size: int, depth: int, least_visits: float) -> None:
        self._nodes = nodes
        self._size = size
        self._depth = depth
        self._least_visits = least_visits

    def below(self, node: int, colour: Colour, level: int) -> Iterator[NodeReport]:
        """Yield what is below a node at which a colour is to move, most visited first."""
        children = Children(self._nodes, node)
        visits = children["visits"].astype(np.int64)
        for place in np.argsort(-visits, kind="stable"):
            if visits[place] < self._least_visits:
                return
            child = int(children.indices[place])
            yield self._report(child, colour, level)
            if level < self._depth:
                yield from self.below(child, other(colour), level + 1)

    def _report(self, index: int, colour: Colour, level: int) -> NodeReport:
        node = self._nodes[index]
        return NodeReport(
            level,
            Move(colour, int(node.point), self._size),
            int(node.visits),
            win_rate_in(node, "wins", "visits", colour) or 0.0,
            win_rate_in(node, "amaf_wins", "amaf_visits", colour),
            win_rate_in(node, "prior_wins", "prior_visits", colour),
        )


def win_rate_in(node: Any, wins: str, games: str, colour: Colour) -> float | None:
    """Return a colour's share of wins by two fields of a node; None if no part of the search counts them."""
    return win_rate_of(node[wins], node[games], colour) if games in node.dtype.names else None
