"""Expand, the second step of a simulation: give a leaf a child for each move. A template."""

from typing import Any

from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import BLACK, PASS, Point
from tengen.compiled.atomic import swap_in
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import wipe
from tengen.compiled.rng import below
from tengen.compiled.word import ONE, ZERO, u64
from tengen.playout.chance import is_small
from tengen.tree.arena import Tree
from tengen.tree.hooks import add_child, answer, arrange, inherit, is_searched, judge, promote
from tengen.tree.node import CLAIMED, Nodes
from tengen.tree.thread import Prior, SearchThread


@kernel
def expand(nodes: Nodes, tree: Tree, thread: SearchThread, options: Any) -> None:
    """Give the last node of the path a child for each move, unless another thread is at it or there is no room."""
    node = u64(thread.path[u64(thread.length) - ONE])
    # 1. One thread only.
    if not swap_in(nodes[node], "children", ZERO, CLAIMED):
        return

    # 2. The moves, in random order, and what is known about them.
    prior = thread.prior
    list_moves(thread, options)
    clear_prior(prior)
    prior.unit = options.prior.games if is_small(thread.playout.board) else options.prior.large_games
    judge(thread, options)
    arrange(nodes, thread, options)
    continuation = answer(thread, u64(thread.length) - ONE, options)
    promote(thread, continuation, options)

    # 3. Room for them. Blocks stand without gaps, so nobody may take room and give it back.
    count = u64(prior.length)
    first = u64(tree.used)
    while first + count <= u64(len(nodes)) and not swap_in(tree, "used", first, first + count):
        first = u64(tree.used)
    if first + count > u64(len(nodes)):
        tree.is_full = ONE
        swap_in(nodes[node], "children", CLAIMED, ZERO)
        return

    # 4. The children, and at last their address, which makes them public.
    for i in range(count):
        wipe(nodes[first + u64(i)])
    for i in range(count):
        child = first + u64(i)
        point = u64(prior.points[i])
        nodes[child].parent = node
        nodes[child].point = point
        nodes[child].siblings = count
        add_child(nodes, child, first, point, thread, options)
    pass_on(nodes, node, continuation, first, thread, options)
    swap_in(nodes[node], "children", CLAIMED, first)


@kernel
def list_moves(thread: SearchThread, options: Any) -> None:
    """List the moves that a node gets children for, in random order, the pass among them."""
    board, prior = thread.playout.board, thread.prior
    colour = u64(board.to_play)
    prior.points[0] = PASS
    count = ONE
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        if (
            is_searched(thread, point, options)
            and is_legal(board, point, colour)
            and (options.tree.fill_eyes or not is_true_eye(board, point, colour))
        ):
            place = below(thread.playout.rng, count + ONE)
            prior.points[count] = prior.points[place]
            prior.points[place] = point
            count += ONE
    prior.length = count


@inlined
def clear_prior(prior: Prior) -> None:
    """Forget what was known about the listed moves."""
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        prior.games[point] = 0.0
        prior.wins[point] = 0.0
        prior.bias[point] = 0.0


@inlined
def pass_on(nodes: Nodes, node: int, continuation: Point, first: int, thread: SearchThread, options: Any) -> None:
    """Give the child of a leaf's continuation the simulations that went there while the leaf had no children.

    A simulation that another thread has not finished yet stays counted there as lost. A node that lost its children
    when the arena was full has more visits than a leaf: it is not known where they went.
    """
    visits = u64(nodes[node].visits)  # with the one that is under way
    if continuation == PASS or visits <= ONE or visits > u64(options.tree.expand_visits) + ONE:
        return
    for i in range(first, first + u64(nodes[first].siblings)):
        if u64(nodes[i].point) == continuation:
            nodes[i].visits = visits - ONE
            nodes[i].wins = nodes[node].wins - (1.0 if thread.playout.board.to_play == BLACK else 0.0)
            inherit(nodes, u64(i), node, options)
