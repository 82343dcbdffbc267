"""Chains, empty regions and seki, in plain Python, for counting territory at the end of a game."""

from typing import NamedTuple

from tengen.board.board import Board, neighbour_offsets
from tengen.board.point import BLACK, EDGE, EMPTY, WHITE, Point


class Region(NamedTuple):
    """Connected empty points, and the heads of the chains that they touch."""

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


def regions_of(board: Board) -> list[Region]:
    """Return the empty regions of the board."""
    adjacent = neighbour_offsets(len(board.stride_tag))[:4]
    waiting = {int(p) for p in (board.colour == EMPTY).nonzero()[0]}
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
                elif board.colour[neighbour] not in (EMPTY, EDGE):
                    heads.add(int(board.chain[neighbour]))
        regions.append(Region(frozenset(points), frozenset(heads)))
    return regions


def seki_heads(board: Board) -> set[Point]:
    """Return the heads of the chains that live in seki, on a board without dead stones.

    These are the chains that share liberties with the opponent and have fewer than two points of territory. That finds
    the usual kinds of seki in a finished game; earlier it also finds chains that are not connected yet.
    """
    regions = regions_of(board)
    found = set()
    for colour in (BLACK, WHITE):
        for head in heads_of(board, int(colour)):
            around = [region for region in regions if head in region.heads]
            own = [r for r in around if all(board.colour[h] == colour for h in r.heads)]
            if len(own) < len(around) and sum(len(r.points) for r in own) < 2:
                found.add(head)
    return found


def seki_eyes(board: Board) -> set[Point]:
    """Return the empty points next to chains in seki, which are not territory."""
    in_seki = seki_heads(board)
    return {p for region in regions_of(board) if region.heads & in_seki for p in region.points}
