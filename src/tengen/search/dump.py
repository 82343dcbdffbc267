"""The tree itself, or its most visited part, as a list of nodes to print."""

from collections.abc import Iterator
from typing import NamedTuple

from tengen.board.point import BLACK, Colour, Point, other
from tengen.tree.node import CLAIMED, FORBIDDEN, Nodes


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


def children_of(nodes: Nodes, node: int) -> range:
    """Return the children of a node that are there to be read."""
    first = int(nodes[node].children)
    return range(0) if first in (0, int(CLAIMED)) else range(first, first + int(nodes[first].siblings))


def walk(nodes: Nodes, colour: Colour, depth: int, share: float) -> Iterator[NodeReport]:
    """Yield the nodes down to a depth that have a share of the root's visits, each before its children."""
    yield from _below(nodes, 0, colour, depth, max(1.0, share * int(nodes[0].visits)))


def _below(nodes: Nodes, node: int, colour: Colour, depth: int, least: float, level: int = 1) -> Iterator[NodeReport]:
    children = [c for c in children_of(nodes, node) if nodes[c].visits >= least and nodes[c].point < FORBIDDEN]
    for child in sorted(children, key=lambda c: -int(nodes[c].visits)):
        one = nodes[child]
        yield NodeReport(
            level,
            colour,
            int(one.point),
            int(one.visits),
            _mean(one.wins, one.visits, colour) or 0.0,
            _mean(one.amaf_wins, one.amaf_visits, colour),
            _mean(one.prior_wins, one.prior_visits, colour),
        )
        if level < depth:
            yield from _below(nodes, child, other(colour), depth, least, level + 1)


def _mean(wins: float, games: float, colour: Colour) -> float | None:
    if not games:
        return None
    share = float(wins) / float(games)
    return share if colour == BLACK else 1 - share
