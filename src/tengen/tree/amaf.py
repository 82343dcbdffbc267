"""All moves as first: a simulation also counts for the moves that were played later in it.

Only by the same colour, and only the first move on a point counts (Pachi, section 2.3.3).
"""

from tengen.base.jit import kernel
from tengen.base.word import u64
from tengen.board.point import PASS, Colour
from tengen.tree.node import Nodes, point_of
from tengen.tree.walker import Walker


@kernel
def count_amaf(nodes: Nodes, node: int, walker: Walker, colour: Colour, reward: float) -> None:
    """Count a simulation for the children of a node whose points a colour was the first to play."""
    first = u64(nodes[node].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        point = point_of(nodes, u64(i))
        if walker.first_colour[point] == colour and point != PASS:
            nodes[i].amaf_visits += 1.0
            nodes[i].amaf_wins += reward
