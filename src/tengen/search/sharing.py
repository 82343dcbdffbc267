"""Sharing the top of the tree between searches of the same position, on several machines (Pachi's distributed engine).

Each side keeps, in a ledger, what the other knows of the nodes near the root: how often each was visited and won, its
own simulations and those of others that it was told of. What has come on top since then is sent, and added there.
"""

from typing import NamedTuple

from tengen.board.point import Point
from tengen.tree.children import Children
from tengen.tree.node import ROOT, Nodes

Way = tuple[Point, ...]
"""The moves from the root to a node."""


class Count(NamedTuple):
    """Simulations through a node."""

    visits: int
    wins: float
    """Black's rewards."""


Counts = dict[Way, Count]


def top_of(nodes: Nodes, depth: int, least_visits: int) -> Counts:
    """Return the counts of the root, and of nodes down to a depth that have enough visits."""
    found: Counts = {(): Count(int(nodes["visits"][ROOT]), float(nodes["wins"][ROOT]))}
    row: list[tuple[Way, int]] = [((), int(ROOT))]
    for _ in range(depth):
        below: list[tuple[Way, int]] = []
        for way, node in row:
            children = Children(nodes, node)
            is_shared = children["visits"] >= least_visits
            ways = [(*way, point) for point in children["point"][is_shared].tolist()]
            counts = zip(children["visits"][is_shared].tolist(), children["wins"][is_shared].tolist(), strict=True)
            found |= dict(zip(ways, (Count(*count) for count in counts), strict=True))
            below += zip(ways, children.indices[is_shared].tolist(), strict=True)
        row = below
    return found


def add_to_top(nodes: Nodes, counts: Counts) -> Counts:
    """Add counts to the nodes that are there; return those that were added. No search may be running."""
    places: dict[Way, int] = {(): int(ROOT)}
    added: Counts = {}
    for way in sorted(counts, key=len):
        if way and way[:-1] in places:
            place = Children(nodes, places[way[:-1]]).at(way[-1])
            if place is not None:
                places[way] = place
        if way in places:
            visits, wins = counts[way]
            nodes["visits"][places[way]] += visits
            nodes["wins"][places[way]] += wins
            added[way] = counts[way]
    return added


class Ledger:
    """What another side knows of the top of our tree."""

    def __init__(self, depth: int, least_visits: int) -> None:
        self._depth = depth
        self._least_visits = least_visits
        self._known: Counts = {}

    def restart(self, nodes: Nodes) -> None:
        """Take all that is there for known, as at the beginning of a search."""
        self._known = top_of(nodes, self._depth, self._least_visits)

    def forget(self) -> None:
        """Take nothing for known, as the tree has been cleared."""
        self._known = {}

    def news(self, nodes: Nodes) -> Counts:
        """Return what has come on top, and take it for known from now on."""
        found = {}
        for way, count in top_of(nodes, self._depth, self._least_visits).items():
            before = self._known.get(way, Count(0, 0.0))
            if count.visits > before.visits:
                found[way] = Count(count.visits - before.visits, count.wins - before.wins)
                self._known[way] = count
        return found

    def take(self, nodes: Nodes, counts: Counts) -> None:
        """Add what the other side tells to the tree."""
        for way, (visits, wins) in add_to_top(nodes, counts).items():
            before = self._known.get(way, Count(0, 0.0))
            self._known[way] = Count(before.visits + visits, before.wins + wins)
