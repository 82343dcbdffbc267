"""Sharing the nodes near the root between searches of the same position, as Pachi's distributed engine does.

Each side keeps a ledger: the visits and wins of the nodes near the root that the other side knows, from its own
simulations or because they were sent. Only what is new since then is sent, and the other side adds it to its tree.
"""

from typing import NamedTuple

from tengen.board.point import Point
from tengen.tree.children import Children
from tengen.tree.node import ROOT, Nodes

MovePath = tuple[Point, ...]
"""The moves that lead from the root to a node."""


class Count(NamedTuple):
    """Statistics of a node."""

    visits: int
    wins: float
    """The sum of Black's rewards."""


Counts = dict[MovePath, Count]


def top_of(nodes: Nodes, depth: int, least_visits: int) -> Counts:
    """Return the counts of the root, and of all nodes down to a depth that have enough visits."""
    found: Counts = {(): Count(int(nodes["visits"][ROOT]), float(nodes["wins"][ROOT]))}
    row: list[tuple[MovePath, int]] = [((), int(ROOT))]
    for _ in range(depth):
        below: list[tuple[MovePath, int]] = []
        for path, node in row:
            children = Children(nodes, node)
            is_shared = children["visits"] >= least_visits
            paths = [(*path, point) for point in children["point"][is_shared].tolist()]
            counts = zip(children["visits"][is_shared].tolist(), children["wins"][is_shared].tolist(), strict=True)
            found |= dict(zip(paths, (Count(*count) for count in counts), strict=True))
            below += zip(paths, children.indices[is_shared].tolist(), strict=True)
        row = below
    return found


def add_to_top(nodes: Nodes, counts: Counts) -> Counts:
    """Add counts to the nodes that exist in the tree; return those that were added. No search may be running."""
    places: dict[MovePath, int] = {(): int(ROOT)}
    added: Counts = {}
    for path in sorted(counts, key=len):
        if path and path[:-1] in places:
            place = Children(nodes, places[path[:-1]]).at(path[-1])
            if place is not None:
                places[path] = place
        if path in places:
            visits, wins = counts[path]
            nodes["visits"][places[path]] += visits
            nodes["wins"][places[path]] += wins
            added[path] = counts[path]
    return added


class Ledger:
    """The counts near our root that the other side knows."""

    def __init__(self, depth: int, least_visits: int) -> None:
        self._depth = depth
        self._least_visits = least_visits
        self._known: Counts = {}

    def restart(self, nodes: Nodes) -> None:
        """Mark everything near the root as known, at the beginning of a search."""
        self._known = top_of(nodes, self._depth, self._least_visits)

    def forget(self) -> None:
        """Mark nothing as known, after the tree was cleared."""
        self._known = {}

    def news(self, nodes: Nodes) -> Counts:
        """Return the counts that the other side does not know yet, and mark them as known."""
        found = {}
        for path, count in top_of(nodes, self._depth, self._least_visits).items():
            before = self._known.get(path, Count(0, 0.0))
            if count.visits > before.visits:
                found[path] = Count(count.visits - before.visits, count.wins - before.wins)
                self._known[path] = count
        return found

    def take(self, nodes: Nodes, counts: Counts) -> None:
        """Add the counts that the other side has sent to the tree, and mark them as known."""
        for path, (visits, wins) in add_to_top(nodes, counts).items():
            before = self._known.get(path, Count(0, 0.0))
            self._known[path] = Count(before.visits + visits, before.wins + wins)
