"""Expand, the second step of a simulation: give a leaf a child for each move. A template."""

from typing import Any

from tengen.board.board import Board, is_small, is_tiny
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import BLACK, PASS, Point
from tengen.compiled.atomic import swap_in
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import wipe
from tengen.compiled.rng import below
from tengen.compiled.word import ONE, ZERO, u64
from tengen.tree.arena import Tree
from tengen.tree.hooks import add_child, answer, arrange, inherit, is_searched, judge, promote
from tengen.tree.node import CLAIMED, FORBIDDEN, Nodes
from tengen.tree.territory import recommend_pass
from tengen.tree.thread import Prior, SearchThread


@kernel
def expand(nodes: Nodes, tree: Tree, thread: SearchThread, options: Any) -> None:
    """Expand the last node of the path, unless another thread is doing so or the arena is full."""
    node = u64(thread.path[u64(thread.length) - ONE])
    # 1. Claim the node: only one thread may expand it.
    if not swap_in(nodes[node], "children", ZERO, CLAIMED):
        return

    # 2. List the moves in random order, and let the priors judge them.
    prior = thread.prior
    list_moves(thread, options)
    clear_prior(prior)
    prior.unit = options.prior.games if is_small(thread.playout.board) else options.prior.large_games
    judge(thread, options)
    if tree.counts_territory != ZERO:
        recommend_pass(thread.playout.board, prior)
    arrange(nodes, thread, options)
    continuation = answer(thread, u64(thread.length) - ONE, options)
    promote(thread, continuation, options)

    # 3. Reserve nodes. The arena must have no gaps, so a reservation cannot be taken back.
    count = u64(prior.length)
    first = u64(tree.used)
    while first + count <= u64(len(nodes)) and not swap_in(tree, "used", first, first + count):
        first = u64(tree.used)
    if first + count > u64(len(nodes)):
        tree.is_full = ONE
        swap_in(nodes[node], "children", CLAIMED, ZERO)
        return

    # 4. Fill the children. Other threads see them once their address is in the parent.
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
    if u64(thread.length) <= u64(thread.avoided_depth):
        forbid_avoided(nodes, first, thread)
    swap_in(nodes[node], "children", CLAIMED, first)


@inlined
def visits_of_leaf(board: Board, options: Any) -> int:
    """Return the number of visits after which a leaf is expanded."""
    if is_tiny(board) and options.tree.small_expand_visits >= 0:
        return u64(options.tree.small_expand_visits)
    return u64(options.tree.expand_visits)


@kernel
def list_moves(thread: SearchThread, options: Any) -> None:
    """List the moves that get a child, including the pass, in random order."""
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
    """Reset what the priors have said about the listed moves."""
    evenly = 1.0 / float(prior.length)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        prior.chance[point] = evenly
        prior.games[point] = 0.0
        prior.wins[point] = 0.0
        prior.bias[point] = 0.0


@kernel
def forbid_avoided(nodes: Nodes, first: int, thread: SearchThread) -> None:
    """Forbid the new children whose moves are avoided at their depth; the moves at the root have depth 1."""
    avoided_until = thread.avoided_until[u64(thread.playout.board.to_play)]
    for i in range(first, first + u64(nodes[first].siblings)):
        point = u64(nodes[i].point)
        if u64(thread.length) <= u64(avoided_until[point]):
            nodes[i].point = point | FORBIDDEN


@inlined
def pass_on(nodes: Nodes, node: int, continuation: Point, first: int, thread: SearchThread, options: Any) -> None:
    """Give the simulations of a former leaf to the child of its continuation, which all of them have played.

    The virtual loss of a simulation that is still running in another thread stays in the child. A node whose children
    were pruned has more visits than a leaf can have; it is not known which children they went to.
    """
    visits = u64(nodes[node].visits)  # including the current one
    if continuation == PASS or visits <= ONE or visits > visits_of_leaf(thread.playout.board, options) + ONE:
        return
    for i in range(first, first + u64(nodes[first].siblings)):
        if u64(nodes[i].point) == continuation:
            nodes[i].visits = visits - ONE
            nodes[i].wins = nodes[node].wins - (1.0 if thread.playout.board.to_play == BLACK else 0.0)
            inherit(nodes, u64(i), node, options)
