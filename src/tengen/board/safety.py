"""What is certainly alive, dead or territory, without any search, in plain Python.

alive      chains that cannot be captured even if their owner always passes (Benson 1976)
territory  regions inside such chains in which the opponent cannot live: vital ones, and those with no room for
two eyes (Mueller 1997)
"""

from collections.abc import Iterable
from typing import NamedTuple

from tengen.board.board import Board, neighbour_offsets
from tengen.board.life import Region, regions_of
from tengen.board.point import BLACK, EMPTY, WHITE, Colour, Point, other


class Safety(NamedTuple):
    """What certainly belongs to one colour."""

    alive: frozenset[Point]
    """The heads of its unconditionally alive chains."""
    territory: frozenset[Point]
    """Points around which only such chains stand, and where the opponent cannot live; stones on them are dead."""


def safety_of(board: Board, colour: Colour) -> Safety:
    """Return the chains of a colour that are unconditionally alive, and its certain territory."""
    enclosures = enclosures_of(board, colour)
    alive = _unconditionally_alive(board, enclosures)
    certain = [e for e in enclosures if e.heads and e.heads <= alive and not _has_room_for_two_eyes(board, e, colour)]
    return Safety(alive, frozenset(point for enclosure in certain for point in enclosure.points))


def enclosures_of(board: Board, colour: Colour) -> list[Region]:
    """Return the connected regions of points without stones of a colour, with the chains of that colour around them."""
    return regions_of(board, (int(EMPTY), int(other(colour))))


def _unconditionally_alive(board: Board, enclosures: list[Region]) -> frozenset[Point]:
    """Return the heads of the chains that have two vital regions, whose other chains are alive too (Benson).

    A region is vital to a chain if all its empty points are liberties of the chain.
    """
    vital = [(enclosure, _vital_to(board, enclosure)) for enclosure in enclosures]
    alive = frozenset(head for enclosure in enclosures for head in enclosure.heads)
    while True:
        kept = [heads for enclosure, heads in vital if enclosure.heads <= alive]
        left = frozenset(head for head in alive if sum(head in heads for heads in kept) >= 2)
        if left == alive:
            return alive
        alive = left


def _vital_to(board: Board, enclosure: Region) -> frozenset[Point]:
    """Return the heads of the chains that have all empty points of a region as liberties."""
    adjacent = neighbour_offsets(len(board.stride_tag))[:4]
    heads = set(enclosure.heads)
    for point in enclosure.points:
        if board.colour[point] == EMPTY:
            heads &= {int(board.chain[point + step]) for step in adjacent if _is_stone(board, point + step)}
        if not heads:
            break
    return frozenset(heads)


def _has_room_for_two_eyes(board: Board, enclosure: Region, colour: Colour) -> bool:
    """Return whether the opponent of a colour may get two eyes in a region that the colour encloses.

    An eye needs a point that touches no stone of the colour, and two eyes need two such points that do not touch each
    other.
    """
    adjacent = neighbour_offsets(len(board.stride_tag))[:4]
    inner = [p for p in enclosure.points if all(board.colour[p + step] != colour for step in adjacent)]
    return any(not _is_next_to(p, q, adjacent) for i, p in enumerate(inner) for q in inner[i + 1 :])


def _is_next_to(point: Point, other: Point, adjacent: Iterable[int]) -> bool:
    return other - point in adjacent


def _is_stone(board: Board, point: Point) -> bool:
    return int(board.colour[point]) in (int(BLACK), int(WHITE))
