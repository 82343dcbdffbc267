"""Looking at all children of a node at once: the values of neighbouring moves, and of the same moves before."""

from tengen.board.board import neighbours
from tengen.board.point import PASS
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import u64
from tengen.tree.node import Nodes, has_children, point_of
from tengen.tree.thread import SearchThread

UNKNOWN = -1.0


@kernel
def note_values(nodes: Nodes, node: int, thread: SearchThread) -> None:
    """Write down the value of each visited child for the side to move, by point."""
    thread.value_at[:] = UNKNOWN
    first = u64(nodes[node].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        if nodes[i].visits > 0:
            value = nodes[i].wins / nodes[i].visits
            thread.value_at[point_of(nodes, u64(i))] = value if thread.urgency.sign > 0.0 else 1.0 - value
    thread.value_at[PASS] = UNKNOWN


@inlined
def mean_around(child: int, nodes: Nodes, thread: SearchThread) -> float:
    """Return the mean of the values noted for the points beside a child's; UNKNOWN if there is none."""
    point = point_of(nodes, child)
    if point == PASS:
        return UNKNOWN
    total = 0.0
    known = 0.0
    for neighbour in neighbours(thread.playout.board, point):
        value = thread.value_at[neighbour]
        if value >= 0.0:
            total += value
            known += 1.0
    return total / known if known > 0.0 else UNKNOWN


@kernel
def recall_values(nodes: Nodes, thread: SearchThread) -> None:
    """Give the moves of the node at the end of the path the values that they had at its grandfather, as hints."""
    length = u64(thread.length)
    if length < u64(3):
        return
    grandfather = u64(thread.path[length - u64(3)])
    if not has_children(nodes, grandfather):
        return
    is_black = thread.playout.board.to_play == 1
    first = u64(nodes[grandfather].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        if nodes[i].visits > 0:
            value = nodes[i].wins / nodes[i].visits
            thread.prior.hint[point_of(nodes, u64(i))] = value if is_black else 1.0 - value
