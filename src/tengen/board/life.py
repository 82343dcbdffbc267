"""What stands and what does not, once the dead stones are off the board: chains, regions and seki."""

from typing import NamedTuple

from tengen.board.board import Board, neighbour_offsets
from tengen.board.point import BLACK, EDGE, EMPTY, WHITE, Point


class Region(NamedTuple):
    """Connected empty points and the heads of the chains around them."""

    points: frozenset[Point]
    heads: frozenset[Point]


def chain_points(board: Board, point: Point) -> list[Point]:
    """Return the stones of the chain of a stone."""
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
    """Return the heads of the chains that live in seki, on a board from which the dead stones are removed.

    Such a chain shares liberties with the enemy and has less than two points that are its own. This is right for the
    usual kinds of seki when the game is over; before that it also names chains that have yet to connect.
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
    """Return the points surrounded by chains in seki, which territory rules do not count."""
    in_seki = seki_heads(board)
    return {p for region in regions_of(board) if region.heads & in_seki for p in region.points}
