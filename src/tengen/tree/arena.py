"""The arena: an array of nodes with a fixed size in megabytes. When it is full, the least visited subtrees are pruned.

Siblings form a block, and each block stands after the block that contains its parent. So one pass from the front can
remove blocks and close the gaps in place: when a block moves, the blocks of its children have not been reached yet,
and their ``parent`` is updated.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import inlined, kernel
from tengen.compiled.record import Record
from tengen.compiled.word import ONE, ZERO, u64
from tengen.tree.node import ROOT, Node, Nodes, has_children

NOBODY = u64(2**32 - 1)  # the ``parent`` of the root, and of a block that is to be removed
HISTORY = 4096  # slots in the hash table of earlier positions
MEGABYTE = 2**20
MOST_KEPT = 0.5  # largest share of the arena that pruning keeps


class Tree(Record):
    """What all threads of a search share besides the nodes. Parts add fields by extending this class."""

    used: Annotated[int, np.uint64]  # number of nodes in use
    is_full: Annotated[int, np.uint64]  # 1 once there was no room for the children of a node
    has_mutex: Annotated[int, np.uint64]  # 1 if only one thread at a time may use the tree
    lock: Annotated[int, np.uint64]  # 1 while a thread holds the mutex
    assistants: Annotated[int, np.uint64]  # leaf parallelism: threads that play out from the leader's leaf
    leaf: Annotated[int, np.uint64]  # leaf parallelism: number of leaves that the leader has announced
    answers: Annotated[int, np.uint64]  # leaf parallelism: assistants that have finished the last leaf
    is_over: Annotated[int, np.uint64]  # leaf parallelism: 1 when there are no more leaves
    remaining: Annotated[int, np.int64]  # simulations that are still to be started
    simulations: Annotated[int, np.uint64]  # finished since the search began
    depth: Annotated[int, np.uint64]  # sum of their depths
    komi: Annotated[float, np.float64]  # White's komi, with any compensation for handicap stones
    superko: Annotated[int, np.uint64]  # 0 simple ko, 1 positional, 2 situational
    all_alive: Annotated[int, np.uint64]  # 1 if the rules remove no dead stones after two passes
    counts_territory: Annotated[
        int, np.uint64
    ]  # 1 if the rules count territory and prisoners: see ``tree/territory.py``
    stones_lead: Annotated[float, np.float64]  # Black's stones at the root less White's, captured ones included
    history: Annotated[NDArray[np.uint64], HISTORY]  # hash table of the keys of the game's positions


def new_nodes(kind: type[Node], megabytes: float) -> Nodes:
    """Return a new arena for nodes of some kind."""
    return kind.array(max(2048, int(megabytes * MEGABYTE) // kind.layout().itemsize))


def clear(nodes: Nodes, tree: Tree) -> None:
    """Empty the tree: only a root without visits and children remains."""
    nodes[:1] = np.zeros(1, nodes.dtype)
    nodes[int(ROOT)].parent = int(NOBODY)
    nodes[int(ROOT)].siblings = 1
    tree.used = 1
    tree.is_full = 0


@kernel
def compact(nodes: Nodes, tree: Tree, root: int, least_visits: int) -> None:
    """Make a node the root, and keep only its subtree; in that, prune the children of nodes with too few visits.

    The root itself always keeps its children. No other thread may use the tree meanwhile.
    """
    used = u64(tree.used)
    if root != ROOT:
        nodes[u64(nodes[ROOT].children)].parent = NOBODY
        nodes[ROOT] = nodes[root]
        nodes[root].children = ZERO
        nodes[ROOT].parent = NOBODY
        nodes[ROOT].siblings = ONE
        if has_children(nodes, ROOT):
            nodes[u64(nodes[ROOT].children)].parent = ROOT
    place = ONE
    block = ONE
    while block < used:
        length = u64(nodes[block].siblings)
        parent = u64(nodes[block].parent)
        stays = parent != NOBODY and (parent == ROOT or nodes[parent].visits >= least_visits)
        if stays:
            nodes[parent].children = place
        elif parent != NOBODY:
            nodes[parent].children = ZERO
        for i in range(length):
            old, new = block + u64(i), place + u64(i)
            if has_children(nodes, old):
                nodes[u64(nodes[old].children)].parent = new if stays else NOBODY
            if stays and new != old:
                nodes[new] = nodes[old]
        if stays:
            place += length
        block += length
    tree.used = place
    tree.is_full = ZERO


def prune(nodes: Nodes, tree: Tree) -> None:
    """Remove the children of the least visited nodes, until at least half of the arena is free."""
    room = int(len(nodes) * MOST_KEPT)
    compact(nodes, tree, ROOT, u64(least_visits_for(nodes, tree, u64(room))))


@kernel
def least_visits_for(nodes: Nodes, tree: Tree, room: int) -> int:
    """Return the smallest power of two for ``least_visits`` of ``compact`` that keeps at most ``room`` nodes."""
    by_size = np.zeros(33, np.int64)
    for node in range(u64(tree.used)):
        if has_children(nodes, u64(node)):
            by_size[_bits(u64(nodes[node].visits))] += u64(nodes[u64(nodes[node].children)].siblings)
    kept = ZERO
    size = 32
    while size > 0 and kept + u64(by_size[size]) <= room:
        kept += u64(by_size[size])
        size -= 1
    return ONE << u64(size)


@inlined
def _bits(number: int) -> int:
    """Return the number of binary digits of a number."""
    count = 0
    while number:
        number >>= ONE
        count += 1
    return count


@inlined
def remember(tree: Tree, key: int) -> None:
    """Add the key of a position to the game's history."""
    place = key & u64(HISTORY - 1)
    while tree.history[place] != ZERO and tree.history[place] != key:
        place = (place + ONE) & u64(HISTORY - 1)
    tree.history[place] = key


@inlined
def was_seen(tree: Tree, key: int) -> bool:
    """Return whether a position occurred before in the game."""
    place = key & u64(HISTORY - 1)
    while tree.history[place] != ZERO:
        if tree.history[place] == key:
            return True
        place = (place + ONE) & u64(HISTORY - 1)
    return False


@kernel
def set_history(tree: Tree, keys: NDArray[np.uint64]) -> None:
    """Replace the game's history. A quarter of the table stays free, so the end of a very long history is ignored."""
    tree.history[:] = ZERO
    for i in range(min(len(keys), HISTORY - HISTORY // 4)):
        remember(tree, keys[i])
