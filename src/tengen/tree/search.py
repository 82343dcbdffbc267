"""The search: simulations, each of which selects a leaf, expands it, plays out, and backs the result up.

    simulate   one simulation, in four steps:
      select   a leaf of the tree                                  tree/select.py
      expand   a leaf that has been visited often enough           tree/expand.py, called by select
      play out from the leaf to the end of the game, and score it  tree/evaluate.py
      back up  the result to every node of the path                tree/backup.py

These files are templates. A search is assembled from copies of them, in which the hooks of ``tree.hooks`` call the
parts of its recipe. As they are, without parts, they search a tree without exploration.

All threads run ``search`` on the same nodes. Visits and rewards are added atomically, so none is lost. Two races are
tolerated. Parts add to their own statistics without atomics, so an addition may be lost. And a thread may read a node
between the visit and the reward of another thread's simulation, which then counts as lost for the side that moved: this
is the virtual loss, and it is wanted.
"""

from typing import Any

from tengen.compiled.atomic import add_to, swap_in
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign, unowned
from tengen.compiled.word import ONE, THREE, ZERO, i64, u64
from tengen.playout.liberty_map import Ratings
from tengen.tree.arena import Tree
from tengen.tree.backup import back_up
from tengen.tree.evaluate import play_to_the_end
from tengen.tree.expand import expand
from tengen.tree.hooks import after_playout, extra_komi, join
from tengen.tree.node import ROOT, Nodes, has_children, point_of
from tengen.tree.reward import reward_of
from tengen.tree.select import enter, select
from tengen.tree.thread import NO_MOVE, SearchThread


@kernel
def search(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Expand the root, if it has no children; then run simulations until none remains, or the arena is full."""
    nodes, ratings = unowned(nodes), unowned(ratings)
    if not has_children(nodes, ROOT):
        expand_root(nodes, tree, thread, options)
    while tree.is_full == ZERO and add_to(tree, "remaining", i64(-1)) > 0:
        simulate(nodes, tree, thread, ratings, options)


@inlined
def simulate(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Run one simulation."""
    acquire(tree)
    select(nodes, tree, thread, ratings, options)
    release(tree)
    finish(nodes, tree, thread, ratings, options)


@inlined
def finish(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Play out from the leaf, whose position is on the board, and back the result up."""
    leaf_colour = u64(thread.playout.board.to_play)
    thread.root_move = point_of(nodes, u64(thread.path[1])) if u64(thread.length) > ONE else NO_MOVE
    komi = tree.komi + extra_komi(tree, u64(thread.playout.board.turn), options)
    score = play_to_the_end(nodes, tree, thread, ratings, options)
    after_playout(tree, thread, ratings, score, komi, options)
    acquire(tree)
    back_up(nodes, thread, leaf_colour, reward_of(score - komi, options.reward), options)
    release(tree)
    add_to(tree, "simulations", ONE)
    add_to(tree, "depth", u64(thread.length) - ONE)


@inlined
def acquire(tree: Tree) -> None:
    """Lock the mutex of the tree, if it has one."""
    if tree.has_mutex != ZERO:
        while not swap_in(tree, "lock", ZERO, ONE):
            pass


@inlined
def release(tree: Tree) -> None:
    """Unlock the mutex of the tree, if it has one."""
    if tree.has_mutex != ZERO:
        swap_in(tree, "lock", ONE, ZERO)


@inlined
def expand_root(nodes: Nodes, tree: Tree, thread: SearchThread, options: Any) -> None:
    """Expand the root before the first simulation. No entry of its own: with the priors it would be half a search."""
    assign(thread.playout.board, thread.playout.root)
    thread.path[0] = ROOT
    thread.length = ONE
    expand(nodes, tree, thread, options)


# Leaf parallelism: one thread selects, all of them play out from the same leaf.


@kernel
def lead(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Run simulations as ``search`` does, and let the assistants play out from each selected leaf as well."""
    nodes, ratings = unowned(nodes), unowned(ratings)
    while tree.is_full == ZERO and add_to(tree, "remaining", i64(-1)) > 0:
        select(nodes, tree, thread, ratings, options)
        assign(thread.leaf, thread.playout.board)
        tree.answers = ZERO
        call_assistants(tree)
        finish(nodes, tree, thread, ratings, options)
        while not swap_in(tree, "answers", u64(tree.assistants), u64(tree.assistants)):
            pass
    tree.is_over = ONE
    call_assistants(tree)


@inlined
def call_assistants(tree: Tree) -> None:
    """Announce the next leaf, or the end, to the assistants. They then see all that this thread wrote before."""
    number = u64(tree.leaf)
    swap_in(tree, "leaf", number, number + ONE)


@kernel
def assist(
    nodes: Nodes, tree: Tree, leader: SearchThread, thread: SearchThread, ratings: Ratings, options: Any
) -> None:
    """Play out from every leaf that the leader selects, and back the results up, until the leader ends the search."""
    nodes, ratings = unowned(nodes), unowned(ratings)
    number = ZERO
    while True:
        number += ONE
        while not swap_in(tree, "leaf", number, number):
            pass
        if tree.is_over != ZERO:
            return
        assign(thread.playout.board, leader.leaf)
        join(thread, leader)
        thread.length = leader.length
        mover = THREE - u64(thread.playout.root.to_play)
        for i in range(u64(leader.length)):
            thread.path[i] = leader.path[i]
            enter(nodes, u64(leader.path[i]), mover)
            mover = THREE - mover
        finish(nodes, tree, thread, ratings, options)
        add_to(tree, "answers", ONE)
