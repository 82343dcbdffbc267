"""All moves as first: a simulation also counts for the moves that were played later in it.

Only by the same colour, and only the first move on a point counts (Pachi, section 2.3.3).
"""

from tengen.board.point import PASS, Colour
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.tree.node import Nodes, point_of
from tengen.tree.thread import SearchThread


@kernel
def count_amaf(nodes: Nodes, node: int, thread: SearchThread, colour: Colour, reward: float) -> None:
    """Count a simulation for the children of a node whose points a colour was the first to play."""
    first = u64(nodes[node].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        point = point_of(nodes, u64(i))
        if thread.first_colour[point] == colour and point != PASS:
            nodes[i].amaf_visits += 1.0
            nodes[i].amaf_wins += reward
