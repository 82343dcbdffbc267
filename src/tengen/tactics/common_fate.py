"""Distances in the common fate graph: every chain is one node, because its stones live and die together.

A step leads from a node to an adjacent one, so the distance between stones of a chain is 0. A move at a small distance
from the last move is probably related to it, however long the chains between them are (Graepel et al. 2001).
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, neighbours, size_of
from tengen.board.point import EDGE, EMPTY, Point
from tengen.compiled.jit import kernel
from tengen.compiled.record import Record
from tengen.compiled.word import ONE, ZERO, u64

FAR = u64(255)  # the distance of points beyond the limit


class Fates(Record):
    """Distances from a point, and the queue of the breadth-first search that finds them."""

    distance: Annotated[NDArray[np.uint8], "points"]
    queue: Annotated[NDArray[np.uint16], "points"]


def new_fates(board: Board) -> Fates:
    """Return an empty record of distances for a board."""
    return Fates.new(points=dimensions(size_of(board))["points"])


@kernel
def measure(board: Board, origin: Point, limit: int, fates: Fates) -> None:
    """Compute the distance of every point from ``origin``, up to a limit; FAR beyond it."""
    distance = fates.distance
    distance[:] = FAR
    end = _reach(board, origin, ZERO, fates, ZERO)
    done = ZERO
    while done < end:
        point = u64(fates.queue[done])
        done += ONE
        step = u64(distance[point]) + ONE
        if step > limit:
            return
        for neighbour in neighbours(board, point):
            if board.colour[neighbour] != EDGE and distance[neighbour] == FAR:
                end = _reach(board, neighbour, step, fates, end)


@kernel
def _reach(board: Board, point: Point, step: int, fates: Fates, end: int) -> int:
    """Set the distance of a point, or of the whole chain of a stone, and queue it; return the queue's new end."""
    if board.colour[point] == EMPTY:
        fates.distance[point] = step
        fates.queue[end] = point
        return end + ONE
    head = u64(board.chain[point])
    stone = head
    while True:
        fates.distance[stone] = step
        fates.queue[end] = stone
        end += ONE
        stone = u64(board.next_stone[stone])
        if stone == head:
            return end
