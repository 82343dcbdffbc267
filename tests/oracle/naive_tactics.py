"""Tactics that are slow and obviously right: every move is played on a naive board, and every line read to its end.

It imports nothing of ours but the naive board.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from oracle.naive_board import ADJACENT, EMPTY, NaiveBoard, Point, symmetries

# Liberties after a move, and what a move captures.


def liberties_after(board: NaiveBoard, point: Point, colour: int, lost: set[Point]) -> set[Point]:
    """Return the liberties of a stone put on a point where it captures nothing; the lost points are none of them."""
    after = board.copy()
    after.stones[point] = colour
    return after.liberties(after.region(point)) - lost


def captures_something(board: NaiveBoard, point: Point, colour: int) -> bool:
    """Return whether a stone on a point takes enemy stones."""
    captured, _ = board.copy().put(point, colour)
    return captured != []


def is_self_atari(board: NaiveBoard, point: Point, colour: int) -> bool:
    """Return whether a stone that captures nothing ends up with one liberty, or none."""
    after = board.copy()
    captured, own = after.put(point, colour)
    return not captured and (own != set() or len(after.liberties(after.region(point))) == 1)


# Ladders.


def is_caught_in_ladder(board: NaiveBoard, stone: Point) -> bool:
    """Return whether a chain in atari is captured with its own side to play, whatever it does and all lines read.

    The chain may extend, or take an enemy chain next to it that is in atari. It gets away as soon as it has three
    liberties on the enemy's turn; with two the enemy takes one of them, with one he takes the chain.
    """
    return all(is_lost(after, stone) for after in _escapes(board, stone))


def _escapes(board: NaiveBoard, stone: Point) -> Iterator[NaiveBoard]:
    colour = board.stones[stone]
    chain = board.region(stone)
    points = set(board.liberties(chain))
    for attacker in board.regions({n for s in chain for n in board.neighbours[s] if board.colour(n) == 3 - colour}):
        liberties = board.liberties(attacker)
        if len(liberties) == 1:
            points |= liberties
    yield from _played(board, points, colour)


def is_lost(board: NaiveBoard, stone: Point) -> bool:
    """Return whether a chain is captured with the enemy to play, who keeps it in atari all the way."""
    liberties = board.liberties(board.region(stone))
    if len(liberties) != 2:
        return len(liberties) < 2
    return any(is_caught_in_ladder(after, stone) for after in _played(board, liberties, 3 - board.stones[stone]))


def _played(board: NaiveBoard, points: set[Point], colour: int) -> Iterator[NaiveBoard]:
    for point in sorted(points):
        if board.is_legal(point, colour):
            after = board.copy()
            after.put(point, colour)
            yield after


# Common fate.


def fate_distances(board: NaiveBoard, origin: Point) -> dict[Point, int]:
    """Return the distance of every point in the graph whose nodes are the chains and the empty points."""
    node = {p: frozenset({p} if board.colour(p) == EMPTY else board.region(p)) for p in board.points}
    distance = {node[origin]: 0}
    queue = deque([node[origin]])
    while queue:
        here = queue.popleft()
        for point in here:
            for neighbour in board.neighbours[point]:
                if node[neighbour] not in distance:
                    distance[node[neighbour]] = distance[here] + 1
                    queue.append(node[neighbour])
    return {point: distance[node[point]] for point in board.points}


# Eye spaces.


def shapes(size: int) -> list[list[Point]]:
    """Return the connected shapes of so many points; of those that are turned or mirrored alike only one."""
    found = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            _normal({*shape, new}) for shape in found for point in shape for new in around(point) if new not in shape
        }
    return [list(shape) for shape in sorted(found)]


def around(point: Point) -> list[Point]:
    """Return the four points beside one."""
    return [(point[0] + dx, point[1] + dy) for dx, dy in ADJACENT]


def _normal(shape: set[Point]) -> tuple[Point, ...]:
    """Return the least of the eight images of a shape, moved to the origin."""
    images = []
    for turn in symmetries(0):
        image = [turn(point) for point in shape]
        left, low = min(x for x, _ in image), min(y for _, y in image)
        images.append(tuple(sorted((x - left, y - low) for x, y in image)))
    return min(images)


class Inside(NamedTuple):
    """A position within an eye space; points are bits."""

    owner: int = 0
    attacker: int = 0
    outside: int = 1  # liberties of the owner's chain outside, which only the attacker fills
    ko: int = 0


CAPTURED = Inside(outside=-1)


class EyeSpace:
    """A space that a solid chain surrounds, played out in every way; lost is where the attacker captures the chain."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points
        self.bits = [1 << i for i in range(len(points))]
        self.beside = {
            bit: sum(1 << points.index(n) for n in around(point) if n in points)
            for bit, point in zip(self.bits, points, strict=True)
        }
        self.at_wall = sum(bit for bit in self.bits if self.beside[bit].bit_count() < 4)
        self.lost = self._lost_positions()  # with whose turn it is: "attacker" or "owner"

    def vital_points(self, *attackers: Point) -> set[Point]:
        """Return where the attacker must begin to capture a chain that would live if its owner began."""
        start = Inside(attacker=sum(1 << self.points.index(point) for point in attackers))
        if (start, "owner") in self.lost:
            return set()
        after = {bit: self._after(start, "attacker", bit) for bit in self.bits}
        return {self.points[bit.bit_length() - 1] for bit, inside in after.items() if (inside, "owner") in self.lost}

    def _lost_positions(self) -> set[tuple[Inside | None, str]]:
        moves: dict[tuple[Inside, str], list[tuple[Inside, str]]] = {}
        to_visit = [(Inside(), "attacker"), (Inside(), "owner")]
        while to_visit:
            node = to_visit.pop()
            if node not in moves and node[0] != CAPTURED:
                moves[node] = list(self._moves(*node))
                to_visit += moves[node]
        lost: set[tuple[Inside | None, str]] = {(CAPTURED, "owner")}
        before = 0
        while len(lost) > before:
            before = len(lost)
            for node, after in moves.items():
                choose = any if node[1] == "attacker" else all
                if choose(one in lost for one in after):
                    lost.add(node)
        return lost

    def _moves(self, inside: Inside, side: str) -> Iterator[tuple[Inside, str]]:
        other = "owner" if side == "attacker" else "attacker"
        yield inside._replace(ko=0), other
        for bit in self.bits:
            after = self._after(inside, side, bit)
            if after:
                yield after, other
        if side == "attacker" and inside.outside:
            after = inside._replace(outside=inside.outside - 1, ko=0)
            yield after if self._chain_liberties(after) else CAPTURED, other

    def _after(self, inside: Inside, side: str, bit: int) -> Inside | None:
        """Return the position after a move, or nothing if it is illegal."""
        owner, attacker, outside, ko = inside
        if bit & (owner | attacker) or bit == ko:
            return None
        if side == "attacker":
            attacker |= bit
            if not self._chain_liberties(Inside(owner, attacker, outside)):
                return CAPTURED
            left = self._with_liberties(owner, attacker, self.at_wall)
            gone, owner = owner & ~left, left
            if not self._with_liberties(attacker, owner, 0) & bit:
                return None
        else:
            owner |= bit
            left = self._with_liberties(attacker, owner, 0)
            gone, attacker = attacker & ~left, left
            if not self._with_liberties(owner, attacker, self.at_wall) & bit:
                return None
            if not self._chain_liberties(Inside(owner, attacker, outside)):
                return None
        alone = not self.beside[bit] & (owner if side == "owner" else attacker)
        single = gone.bit_count() == 1 and alone and not (side == "owner" and bit & self.at_wall)
        in_atari = (self.beside[bit] & ~(owner | attacker)).bit_count() == 1
        return Inside(owner, attacker, outside, gone if single and in_atari else 0)

    def _chain_liberties(self, inside: Inside) -> int:
        """Return the liberties of the surrounding chain with the stones inside that are joined to it."""
        empty = ~(inside.owner | inside.attacker)
        chain = self._flood(inside.owner & self.at_wall, inside.owner)
        return inside.outside + ((self.at_wall | self._next_to(chain)) & empty).bit_count()

    def _with_liberties(self, stones: int, others: int, safe: int) -> int:
        """Return the stones whose chains have a liberty, or touch the surrounding chain."""
        empty = sum(self.bits) & ~(stones | others)
        return self._flood(stones & (safe | self._next_to(empty)), stones)

    def _flood(self, seed: int, stones: int) -> int:
        while True:
            grown = seed | (self._next_to(seed) & stones)
            if grown == seed:
                return seed
            seed = grown

    def _next_to(self, points: int) -> int:
        beside = 0
        for bit in self.bits:
            if bit & points:
                beside |= self.beside[bit]
        return beside
