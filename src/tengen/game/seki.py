"""Seki: chains that live because neither side can begin to capture, found by shape and then by reading it out."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

import numpy as np

from tengen.board.board import Board
from tengen.board.life import Groups, chain_points, regions_of, weak_groups
from tengen.board.point import BLACK, EMPTY, PASS, Colour, Point, other
from tengen.board.setup import board_of
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.attempt import attempt

MOST_POINTS = 12  # where moves are tried
LARGEST_REGION = 12  # empty points that a group in seki may touch together; with more room it is not in seki
MOST_STONES = 4  # of a chain on whose points moves are tried after its capture
POSITIONS_KEPT = 256  # the end of a game is looked at again and again
MOST_POSITIONS = 1000  # which take a few hundredths of a second


def seki_heads(board: Board) -> set[Point]:
    """Return the heads of the chains that live in seki, on a board without dead stones.

    A shape that is too large to be read out is believed, if none of its groups has much room.
    """
    return {int(board.chain[stone]) for stone in _stones_in_seki(board.colour.tobytes())}


def seki_eyes(board: Board) -> set[Point]:
    """Return the empty points next to chains in seki, which are not territory."""
    in_seki = seki_heads(board)
    return {p for region in regions_of(board) if region.heads & in_seki for p in region.points}


def is_proven_seki(board: Board, head: Point) -> bool:
    """Return whether a chain that simulations find dead lives in seki: its shape says so, and so does reading."""
    return _is_proven_seki(board.colour.tobytes(), int(head))


@lru_cache(maxsize=POSITIONS_KEPT)
def _stones_in_seki(stones: bytes) -> frozenset[Point]:
    """Return a stone of each chain in seki, for a position in the form of ``Board.colour``."""
    groups = Groups(_board(stones))
    found: set[Point] = set()
    for shape in _connected(groups, weak_groups(groups)):
        if all(_holds(groups, group, shape) is not False for group in shape):
            found |= {head for group in shape for head in groups.heads(group)}
    return frozenset(found)


@lru_cache(maxsize=POSITIONS_KEPT)
def _is_proven_seki(stones: bytes, stone: Point) -> bool:
    board = _board(stones)
    groups = Groups(board)
    group = groups.of(int(board.chain[stone]))
    for shape in _connected(groups, weak_groups(groups)):
        if group in shape:
            return all(_holds(groups, one, shape) is True for one in shape)
    return False


def _board(stones: bytes) -> Board:
    return board_of(np.frombuffer(stones, np.uint8).copy(), BLACK)


def _connected(groups: Groups, weak: set[Point]) -> list[set[Point]]:
    """Return the weak groups that share liberties, together."""
    shapes: list[set[Point]] = []
    for region in groups.regions:
        found = {groups.of(head) for head in region.heads} & weak
        touching = [shape for shape in shapes if shape & found]
        if found:
            shapes = [shape for shape in shapes if not shape & found]
            shapes.append(found.union(*touching))
    return shapes


def _holds(groups: Groups, group: Point, shape: set[Point]) -> bool | None:
    """Return whether a group cannot be captured by an opponent who plays first; None if that is too much to read.

    False also if a group of the shape has much room: then it is no seki.

    All moves are tried on the empty points around the groups of a shape and on the points of their small chains.
    """
    board = groups.board
    chains = {head: chain_points(board, head) for one in shape for head in groups.heads(one)}
    regions = [region for region in groups.regions if region.heads & chains.keys()]
    if max(len(region.points) for region in regions) > LARGEST_REGION:
        return False
    points = {p for region in regions for p in region.points}
    for chain in sorted(chains.values(), key=len):
        if len(chain) <= MOST_STONES:
            points.update(chain)
    if len(points) > MOST_POINTS:
        return None
    target = max(groups.heads(group), key=lambda head: len(chains[head]))
    reader = _Reader(points, target, groups.colour(group))
    captured = reader.is_captured(board)
    return None if reader.left <= 0 else not captured


class _Reader:
    """Reads whether a chain can be captured by moves on some points. A position that is repeated captures nothing."""

    def __init__(self, points: set[Point], target: Point, colour: Colour) -> None:
        self.points = sorted(points)
        self.target = target
        self.colour = colour
        self.left = MOST_POSITIONS
        self._known: dict[tuple[int, int, int], bool] = {}

    def is_captured(self, board: Board, *, attacks: bool = True) -> bool:
        """Return whether the chain is captured, with the attacker or its own side to play.

        Its own side may pass, and the attacker need not play on.
        """
        fields = cast(Any, board)  # items are three times as fast as attributes, and this is the time of it all
        if fields["colour"][self.target] != self.colour:
            return True
        position = int(fields["key"]), int(fields["ko"]), int(attacks)
        if position in self._known or self.left <= 0:
            return self._known.get(position, False)
        self._known[position] = False
        if attacks:
            found = any(self.is_captured(after, attacks=False) for after in self._after(board, other(self.colour)))
        else:
            passed = copy_of(board)
            attempt(board, passed, u64(int(PASS)), u64(self.colour))
            found = self.is_captured(passed) and all(self.is_captured(a) for a in self._after(board, self.colour))
        self._known[position] = found
        return found

    def _after(self, board: Board, colour: Colour) -> Iterator[Board]:
        """Yield the positions after the moves of a side."""
        colours = cast(Any, board)["colour"].tolist()
        for point in self.points:
            if colours[point] == EMPTY:
                after = copy_of(board)
                self.left -= 1
                if attempt(board, after, u64(point), u64(colour)) >= 0:
                    yield after
