"""Explain the urgencies of the children of a node: what each part adds. A template, of which no search is made.

It does for one node what ``select`` does on its way down, and notes the urgency of each child after each part. The
copy for a recipe is assembled when it is first asked for (``tree.recipe.explanation_for``).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.move import pass_turn, play
from tengen.board.point import PASS
from tengen.compiled.jit import kernel
from tengen.compiled.memory import assign
from tengen.compiled.word import ONE, THREE, ZERO, u64
from tengen.playout.liberty_map import Ratings
from tengen.tree.explain_hooks import introduce, weigh
from tengen.tree.hooks import begin_path, count_considered, follow_move, look_around, prepare
from tengen.tree.node import Nodes, is_forbidden, point_of
from tengen.tree.select import begin_urgency, enter, look_at_parent, total
from tengen.tree.thread import SearchThread

BASE, TOTAL, IS_CONSIDERED = 0, 1, 2  # columns of ``sums``


@kernel
def explain(
    nodes: Nodes,
    thread: SearchThread,
    ratings: Ratings,
    options: Any,
    path: NDArray[np.uint64],
    sums: NDArray[np.float64],
    steps: NDArray[np.float64],
) -> None:
    """Write the urgencies that the next simulation compares at the last node of a path, which begins with the root.

    ``sums`` and ``steps`` have a row for each child, in the order of the arena; those of forbidden moves stay as they
    are. The nodes of the path get a visit and a virtual loss, as in a simulation: the caller takes them back. No other
    thread may use the nodes or ``thread`` meanwhile. An empty path does nothing.
    """
    length = u64(len(path))
    if length == ZERO:
        return
    board = thread.playout.board
    assign(board, thread.playout.root)
    enter(nodes, u64(path[0]), THREE - u64(board.to_play))
    thread.path[0] = path[0]
    begin_path(thread, options)
    look_around(thread, ratings, options)
    for i in range(ONE, length):
        node = u64(path[i])
        mover = u64(board.to_play)
        if point_of(nodes, node) == PASS:
            pass_turn(board)
        else:
            play(board, point_of(nodes, node))
        enter(nodes, node, mover)
        follow_move(thread, point_of(nodes, node), mover, options)
        thread.path[i] = node
        look_around(thread, ratings, options)
    thread.length = length
    weigh_children(nodes, u64(path[length - ONE]), thread, options, sums, steps)


@kernel
def weigh_children(
    nodes: Nodes,
    node: int,
    thread: SearchThread,
    options: Any,
    sums: NDArray[np.float64],
    steps: NDArray[np.float64],
) -> None:
    """Weigh the children of a node as ``pick_child`` does, also those that it does not consider."""
    urgency = thread.urgency
    look_at_parent(nodes, node, thread)
    prepare(nodes, node, thread, options)
    first = u64(nodes[node].children)
    left = count_considered(nodes, node, options)
    if left == ZERO:
        left = u64(len(sums))
    for row in range(u64(len(sums))):
        i = first + u64(row)
        if is_forbidden(nodes, i):
            continue
        begin_urgency(nodes[i], urgency)
        sums[row, BASE] = total(urgency)
        introduce(nodes, i, thread, urgency, options, steps[row])
        weigh(nodes[i], options, urgency, thread, steps[row])
        sums[row, TOTAL] = total(urgency)
        sums[row, IS_CONSIDERED] = 1.0 if left > ZERO else 0.0
        left -= ONE if left > ZERO else ZERO
