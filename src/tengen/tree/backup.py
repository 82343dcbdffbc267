"""Back up, the last step of a simulation: count its reward for every node of the path. A template."""

from typing import Any

from tengen.board.point import WHITE, Colour
from tengen.compiled.atomic import add_to
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, THREE, ZERO, u64
from tengen.tree.hooks import appraise, count_child, count_root, count_visit, fade
from tengen.tree.node import Nodes, has_children, point_of
from tengen.tree.thread import SearchThread


@kernel
def back_up(nodes: Nodes, thread: SearchThread, leaf_colour: Colour, reward: float, options: Any) -> None:
    """Count the reward for every node of the path."""
    # 1. Find who played first at each point in the playout. Going backwards, earlier moves overwrite later ones.
    trail, first_colour, first_ply = thread.playout.trail, thread.first_colour, thread.first_ply
    first_colour[:] = 0
    left = u64(trail.length)
    while left > ZERO:
        left -= ONE
        point = u64(trail.points[left])
        first_colour[point] = leaf_colour if left & ONE == ZERO else THREE - leaf_colour
        first_ply[point] = u64(thread.length) + left
    appraise(thread, reward, options)

    # 2. Go up the path. Before the parent is updated, the node's move is added: it came later than the parent.
    colour = leaf_colour
    length = u64(thread.length)
    while length > ZERO:
        length -= ONE
        node = u64(thread.path[length])
        thread.ply = length
        mover = THREE - colour
        # ``enter`` has counted a virtual loss, which the reward replaces.
        lost = 1.0 if mover == WHITE else 0.0
        fade(nodes[node], lost, reward, options)
        add_to(nodes[node], "wins", reward - lost)
        count_visit(nodes[node], thread, reward, options)
        if has_children(nodes, node):
            # Reading a child is a cache miss, so all parts update it in one pass.
            first = u64(nodes[node].children)
            for i in range(first, first + u64(nodes[first].siblings)):
                count_child(nodes[i], point_of(nodes, u64(i)), thread, colour, reward, options)
        if length == ZERO:
            count_root(thread, options)
        first_colour[point_of(nodes, node)] = mover
        first_ply[point_of(nodes, node)] = length
        colour = mover
