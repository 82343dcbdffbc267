"""The tree itself, or its most visited part, as a list of nodes to print."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from tengen.board.grid import Move
from tengen.board.point import Colour, other
from tengen.report.report import NodeReport, UrgencyReport, win_rate_of
from tengen.tree.children import Children
from tengen.tree.companion import SearchContext
from tengen.tree.node import ROOT, Nodes


def walk(nodes: Nodes, colour: Colour, size: int, depth: int, share: float) -> Iterator[NodeReport]:
    """Yield the nodes down to a depth that have a share of the root's visits, each before its children."""
    least_visits = max(1.0, share * int(nodes["visits"][ROOT]))
    yield from _Walk(nodes, size, depth, least_visits).below(int(ROOT), colour, 1)


def children_of(
    nodes: Nodes, context: SearchContext, path: Sequence[int], most: int | None, urgencies: Mapping[int, UrgencyReport]
) -> list[NodeReport]:
    """Return the children of the last node of a path, the most visited first; at most so many of them."""
    colour = context.colour if len(path) % 2 else other(context.colour)
    children = Children(nodes, path[-1])
    order = np.argsort(-children["visits"].astype(np.int64), kind="stable")[:most]
    return [
        _report(nodes, child, Move(colour, int(nodes["point"][child]), context.game.size), len(path), urgencies)
        for child in children.indices[order].tolist()
    ]


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
            yield _report(self._nodes, child, Move(colour, int(children["point"][place]), self._size), level)
            if level < self._depth:
                yield from self.below(child, other(colour), level + 1)


def _report(
    nodes: Nodes, index: int, move: Move, depth: int, urgencies: Mapping[int, UrgencyReport] = MappingProxyType({})
) -> NodeReport:
    node = nodes[index]
    return NodeReport(
        depth,
        move,
        int(node.visits),
        win_rate_in(node, "wins", "visits", move.colour) or 0.0,
        win_rate_in(node, "amaf_wins", "amaf_visits", move.colour),
        win_rate_in(node, "prior_wins", "prior_visits", move.colour),
        int(np.count_nonzero(Children(nodes, index)["visits"])),
        urgencies.get(index),
    )


def win_rate_in(node: Any, wins: str, games: str, colour: Colour) -> float | None:
    """Return a colour's share of wins by two fields of a node; None if no part of the search counts them."""
    return win_rate_of(node[wins], node[games], colour) if games in node.dtype.names else None
