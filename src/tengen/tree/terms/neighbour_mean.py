"""Neighbour mean: prefer moves next to good moves (MoGo talk).

The mean value of the children at the four adjacent points is added to a child's urgency, with a weight that shrinks as
the child's visits grow.
"""

import math
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import neighbours
from tengen.board.point import PASS
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.tree.node import Node, Nodes, point_of
from tengen.tree.thread import SearchThread, Urgency

UNKNOWN = -1.0


class NeighbourMeanOptions(Options, frozen=True):
    """Add the mean value of the adjacent moves."""

    weight: Annotated[float, Meta(ge=0, le=10, description="weight of the mean value of the adjacent moves")] = 0.2


class NeighbourThread(SearchThread):
    """Scratch space of a thread."""

    value_at: Annotated[NDArray[np.float32], "points"]  # values of a node's children for the mover, or UNKNOWN
    neighbours: Annotated[float, np.float64]  # mean value next to the child that is weighed, or UNKNOWN


@kernel
def prepare(nodes: Nodes, node: int, thread: NeighbourThread) -> None:
    """Note the value of each visited child for the side to move, by point."""
    thread.value_at[:] = UNKNOWN
    first = u64(nodes[node].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        if nodes[i].visits > 0:
            value = nodes[i].wins / nodes[i].visits
            thread.value_at[point_of(nodes, u64(i))] = value if thread.urgency.sign > 0.0 else 1.0 - value
    thread.value_at[PASS] = UNKNOWN


@inlined
def introduce(nodes: Nodes, child: int, thread: NeighbourThread) -> None:
    """Compute the mean value of the points adjacent to a child."""
    point = point_of(nodes, child)
    total, known = 0.0, 0.0
    if point != PASS:
        for neighbour in neighbours(thread.playout.board, point):
            value = thread.value_at[neighbour]
            if value >= 0.0:
                total += value
                known += 1.0
    thread.neighbours = total / known if known > 0.0 else UNKNOWN


@inlined
def weigh(child: Node, options: NeighbourMeanOptions, urgency: Urgency, thread: NeighbourThread) -> None:
    """Add the mean."""
    if thread.neighbours >= 0.0:
        urgency.bonus += options.weight * (thread.neighbours - 0.5) / math.sqrt(child.visits + 1.0)
