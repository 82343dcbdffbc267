"""The tree itself, or its most visited part, as a list of nodes to print."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tengen.board.point import BLACK, Colour, Point, other
from tengen.tree.children import Children
from tengen.tree.node import Nodes


class NodeReport(NamedTuple):
    """A node; values are the probability that the side which moved there wins."""

    depth: int
    """1 for a move at the root."""
    colour: Colour
    point: Point
    visits: int
    value: float
    amaf: float | None
    prior: float | None


def walk(nodes: Nodes, colour: Colour, depth: int, share: float) -> Iterator[NodeReport]:
    """Yield the nodes down to a depth that have a share of the root's visits, each before its children."""
    yield from _below(nodes, 0, colour, depth, max(1.0, share * int(nodes[0].visits)))


def _below(nodes: Nodes, node: int, colour: Colour, depth: int, least: float, level: int = 1) -> Iterator[NodeReport]:
    children = Children(nodes, node)
    visits = children["visits"]
    for place in np.argsort(-visits.astype(np.int64), kind="stable"):
        if visits[place] < least:
            return
        index = int(children.indices[place])
        one = nodes[index]
        yield NodeReport(
            level,
            colour,
            int(one.point),
            int(one.visits),
            _mean(one, "wins", "visits", colour) or 0.0,
            _mean(one, "amaf_wins", "amaf_visits", colour),
            _mean(one, "prior_wins", "prior_visits", colour),
        )
        if level < depth:
            yield from _below(nodes, index, other(colour), depth, least, level + 1)


def _mean(node: Any, wins: str, games: str, colour: Colour) -> float | None:
    if games not in node.dtype.names or not node[games]:  # no part of this search counts it, or nothing was counted
        return None
    share = float(node[wins]) / float(node[games])
    return share if colour == BLACK else 1 - share
