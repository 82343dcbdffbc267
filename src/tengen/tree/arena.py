"""The arena: room for nodes, bounded in megabytes. When it is full, the least visited parts make room.

Blocks of siblings stand in the order in which they were added, each after the block with its parent. So one pass from
the front can slide the blocks that stay together, in place: when a block moves, the blocks of its children are still
to come, and are told the new places of their parents.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import inlined, kernel
from tengen.compiled.record import Record
from tengen.compiled.word import ONE, ZERO, u64
from tengen.tree.node import ROOT, Node, Nodes, has_children

NOBODY = u64(2**32 - 1)  # the parent of a block that goes
HISTORY = 4096  # places for the keys of earlier positions
MEGABYTE = 2**20
MOST_KEPT = 0.5  # share of the arena that stays when it is pruned


class Tree(Record):
    """What all threads of a search share beside the nodes. Parts add fields by extending this class."""

    used: Annotated[int, np.uint64]  # nodes in the arena
    is_full: Annotated[int, np.uint64]  # 1 when a node found no room for its children
    has_mutex: Annotated[int, np.uint64]  # 1 if only one thread at a time may use the tree
    lock: Annotated[int, np.uint64]  # 1 while one does
    assistants: Annotated[int, np.uint64]  # threads that play out from the leaf that another has selected
    leaf: Annotated[int, np.uint64]  # how many leaves have been handed to them
    answers: Annotated[int, np.uint64]  # how many of them are done with the last one
    is_over: Annotated[int, np.uint64]  # 1 when there are no more leaves for them
    remaining: Annotated[int, np.int64]  # simulations that are still to be begun
    simulations: Annotated[int, np.uint64]  # done since the search began
    depth: Annotated[int, np.uint64]  # sum of their depths
    komi: Annotated[float, np.float64]  # what White is ahead by before the first point is counted
    superko: Annotated[int, np.uint64]  # 0 simple ko, 1 positional, 2 situational
    all_alive: Annotated[int, np.uint64]  # 1 if no dead stones are removed when both have passed
    history: Annotated[NDArray[np.uint64], HISTORY]  # keys of the positions of the game, an open hash table


def new_nodes(kind: type[Node], megabytes: float) -> Nodes:
    """Return an arena of a size for nodes of some kind."""
    return kind.array(max(2048, int(megabytes * MEGABYTE) // kind.layout().itemsize))


def clear(nodes: Nodes, tree: Tree) -> None:
    """Leave nothing but a root without children."""
    nodes[:1] = np.zeros(1, nodes.dtype)
    nodes[int(ROOT)].parent = int(NOBODY)
    nodes[int(ROOT)].siblings = 1
    tree.used = 1
    tree.is_full = 0


@kernel
def compact(nodes: Nodes, tree: Tree, root: int, least_visits: int) -> None:
    """Make a node the root, and keep below it only the children of nodes with enough visits.

    No other thread may use the tree meanwhile.
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
    """Drop the children of the least visited nodes, so many that at least half of the arena is free."""
    room = int(len(nodes) * MOST_KEPT)
    compact(nodes, tree, ROOT, u64(least_visits_for(nodes, tree, u64(room))))


@kernel
def least_visits_for(nodes: Nodes, tree: Tree, room: int) -> int:
    """Return the lowest power of two for ``compact`` that leaves no more nodes than there is room for."""
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
    """Return how many binary digits a number has."""
    count = 0
    while number:
        number >>= ONE
        count += 1
    return count


@inlined
def remember(tree: Tree, key: int) -> None:
    """Add a position to the game's history."""
    place = key & u64(HISTORY - 1)
    while tree.history[place] != ZERO and tree.history[place] != key:
        place = (place + ONE) & u64(HISTORY - 1)
    tree.history[place] = key


@inlined
def was_seen(tree: Tree, key: int) -> bool:
    """Return whether a position has been on the board before in the game."""
    place = key & u64(HISTORY - 1)
    while tree.history[place] != ZERO:
        if tree.history[place] == key:
            return True
        place = (place + ONE) & u64(HISTORY - 1)
    return False


@kernel
def set_history(tree: Tree, keys: NDArray[np.uint64]) -> None:
    """Replace the game's history; of a very long one only as much counts as leaves a quarter of the table free."""
    tree.history[:] = ZERO
    for i in range(min(len(keys), HISTORY - HISTORY // 4)):
        remember(tree, keys[i])
