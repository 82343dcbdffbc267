"""Grandfather: try unvisited moves in the order of their values two moves earlier (MoGo, section 3.2.2).

Since then each side has made one move, and most other moves are worth as much as before.
"""

from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.point import BLACK, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import THREE, u64
from tengen.parts.options import Options
from tengen.tree.node import Node, Nodes, has_children, point_of
from tengen.tree.thread import SearchThread, Urgency

UNKNOWN = -1.0


class GrandfatherOptions(Options, frozen=True):
    """Order unvisited children by their values two moves earlier."""

    weight: Annotated[float, Meta(ge=0, le=10, description="weight of the earlier value in the first-play urgency")] = (
        0.5
    )


class HintNode(Node):
    """What is kept for each node."""

    hint: Annotated[float, np.float32]  # the move's value for its mover two moves earlier, or UNKNOWN


class HintThread(SearchThread):
    """Scratch space of a thread."""

    hints: Annotated[NDArray[np.float32], "points"]  # these values of the listed moves, by point


@kernel
def arrange(nodes: Nodes, thread: HintThread) -> None:
    """Look up the values of the listed moves at the grandfather of their nodes."""
    thread.hints[:] = UNKNOWN
    length = u64(thread.length)
    if length < THREE:
        return
    grandfather = u64(thread.path[length - THREE])
    if not has_children(nodes, grandfather):
        return
    is_black = thread.playout.board.to_play == BLACK
    first = u64(nodes[grandfather].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        if nodes[i].visits > 0:
            value = nodes[i].wins / nodes[i].visits
            thread.hints[point_of(nodes, u64(i))] = value if is_black else 1.0 - value


@inlined
def add_child(nodes: Nodes, child: int, point: Point, thread: HintThread) -> None:
    """Store the value that was found for a move."""
    nodes[child].hint = thread.hints[point]


@inlined
def weigh(child: HintNode, options: GrandfatherOptions, urgency: Urgency) -> None:
    """Add the earlier value to the first-play urgency."""
    if child.hint >= 0.0:
        urgency.first_play += options.weight * (child.hint - 0.5)
