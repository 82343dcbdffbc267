"""Chains, empty regions, groups and seki, in plain Python, for counting at the end of a game."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from tengen.board.board import Board, neighbour_offsets
from tengen.board.point import BLACK, EDGE, EMPTY, WHITE, Point


class Region(NamedTuple):
    """Connected points of some colours, and the heads of the chains of other colours that they touch."""

    points: frozenset[Point]
    heads: frozenset[Point]


def chain_points(board: Board, point: Point) -> list[Point]:
    """Return the points of a chain, given by one of its stones."""
    stones = [int(point)]
    while (stone := int(board.next_stone[stones[-1]])) != point:
        stones.append(stone)
    return stones


def heads_of(board: Board, colour: int) -> list[Point]:
    """Return the heads of all chains of a colour."""
    return sorted({int(board.chain[p]) for p in (board.colour == colour).nonzero()[0]})


def regions_of(board: Board, colours: Collection[int] = (int(EMPTY),)) -> list[Region]:
    """Return the connected regions of the points of some colours, by default of the empty ones."""
    adjacent = neighbour_offsets(len(board.stride_tag))[:4]
    colour, chain = board.colour.tolist(), board.chain.tolist()
    waiting = {p for p, one in enumerate(colour) if one in colours}
    regions = []
    while waiting:
        front = [waiting.pop()]
        points, heads = set(front), set()
        while front:
            here = front.pop()
            for neighbour in (here + step for step in adjacent):
                if neighbour in waiting:
                    waiting.remove(neighbour)
                    points.add(neighbour)
                    front.append(neighbour)
                elif colour[neighbour] not in colours and colour[neighbour] != EDGE:
                    heads.add(chain[neighbour])
        regions.append(Region(frozenset(points), frozenset(heads)))
    return regions


def points_next_to(board: Board, point: Point) -> list[Point]:
    """Return the adjacent points of the board."""
    adjacent = neighbour_offsets(len(board.stride_tag))[:4]
    return [point + step for step in adjacent if board.colour[point + step] != EDGE]


def heads_next_to(board: Board, point: Point) -> set[Point]:
    """Return the heads of the chains that touch a point."""
    adjacent = neighbour_offsets(len(board.stride_tag))[:4]
    return {int(board.chain[point + step]) for step in adjacent if board.colour[point + step] in (BLACK, WHITE)}


class Groups:
    """Chains of one colour that cannot be parted, on a board without dead stones.

    Chains are in one group if they surround the same territory, have two liberties in common, or have one in common
    where an opponent's stone would be in atari at once.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.regions = regions_of(board)
        self._parent = {head: head for colour in (BLACK, WHITE) for head in heads_of(board, int(colour))}
        self._join_around_territory()
        self._join_by_liberties()

    def of(self, head: Point) -> Point:
        """Return the chain that stands for the group of a chain."""
        while self._parent[head] != head:
            head = self._parent[head]
        return head

    def heads(self, group: Point) -> set[Point]:
        """Return the heads of the chains of a group."""
        return {head for head in self._parent if self.of(head) == group}

    def all(self) -> set[Point]:
        """Return all groups."""
        return {self.of(head) for head in self._parent}

    def colour(self, group: Point) -> int:
        """Return the colour of a group."""
        return int(self.board.colour[group])

    def join(self, heads: Iterable[Point]) -> None:
        """Make one group of several chains."""
        first, *others = map(self.of, heads)
        for other in others:
            self._parent[self.of(other)] = first

    def _join_around_territory(self) -> None:
        for region in self.regions:
            if len({int(self.board.colour[head]) for head in region.heads}) == 1:
                self.join(region.heads)

    def _join_by_liberties(self) -> None:
        shared: dict[tuple[Point, Point], int] = {}
        for point in (self.board.colour == EMPTY).nonzero()[0].tolist():
            for colour in (BLACK, WHITE):
                heads = sorted(h for h in heads_next_to(self.board, point) if self.board.colour[h] == colour)
                if len(heads) > 1 and self._is_closed_to(point, 3 - int(colour)):
                    self.join(heads)
                for i, head in enumerate(heads):
                    for other in heads[i + 1 :]:
                        shared[head, other] = shared.get((head, other), 0) + 1
        for pair, count in shared.items():
            if count > 1:
                self.join(pair)

    def _is_closed_to(self, point: Point, colour: int) -> bool:
        """Return whether a stone of a colour would be in atari at once on a point."""
        adjacent = neighbour_offsets(len(self.board.stride_tag))[:4]
        around = [point + step for step in adjacent]
        if any(self.board.colour[p] == colour for p in around):
            return False
        return sum(int(self.board.colour[p] == EMPTY) for p in around) < 2


def weak_groups(groups: Groups) -> set[Point]:
    """Return the groups that may be in seki.

    These are groups without two eyes of their own that share liberties with groups of the opponent which are in the
    same situation. A group with a liberty that a living friend has too is connected to it, and in no seki.
    """
    weak = {group for group in groups.all() if not _has_two_eyes(groups, group)}
    while True:
        left = {group for group in weak if _is_bound(groups, group, weak)}
        if left == weak:
            return weak
        weak = left


def _has_two_eyes(groups: Groups, group: Point) -> bool:
    """Return whether a group has territory for two eyes: two regions, or one of more than two points."""
    heads = groups.heads(group)
    own = [region for region in groups.regions if region.heads and region.heads <= heads]
    return len(own) > 1 or any(len(region.points) > 2 for region in own)


def _is_bound(groups: Groups, group: Point, weak: set[Point]) -> bool:
    """Return whether a group shares liberties with weak groups of the opponent, and none with a strong friend."""
    heads, colour = groups.heads(group), groups.colour(group)
    faces_opponent = False
    for region in groups.regions:
        if not region.heads & heads or region.heads <= heads:
            continue
        for point in region.points:
            around = heads_next_to(groups.board, point)
            if not around & heads:
                continue
            others = {groups.of(head) for head in around - heads}
            if any(groups.colour(other) == colour and other not in weak for other in others):
                return False
            faces_opponent |= any(groups.colour(other) != colour and other in weak for other in others)
    return faces_opponent
