"""Checks whether the nodes of an arena form a tree, in plain Python. Of a search that runs, of a book, and in tests."""

import numpy as np
from numpy.typing import NDArray

from tengen.parts.check import require
from tengen.tree.node import CLAIMED, POINT_BITS, Nodes

SIBLING_SUFFIX = "_place"  # a field with such a name is the index of a sibling; valid only in the first of them
REWARD_SLACK = 2.0  # some parts change sums of rewards without atomics: a few updates may be lost


def check_nodes(nodes: Nodes, used: int, points: int) -> None:
    """Raise Inconsistent unless the first nodes of an arena are a tree that a search can use safely.

    Blocks of siblings must fill the arena without gaps, each once and after its parent, so that there is no cycle.
    Moves of siblings must be different and below ``points``. Children must not have more visits than their parent.
    """
    require(1 <= used <= len(nodes), "the number of nodes is wrong")
    kept = nodes[:used]
    children = kept["children"].astype(np.int64)
    siblings = kept["siblings"].astype(np.int64)
    require(not (children == int(CLAIMED)).any(), "a node is still being expanded")
    require(int(siblings[0]) == 1, "the root has siblings")
    parents = np.flatnonzero(children)
    firsts = children[parents]
    order = np.argsort(firsts)
    parents, firsts = parents[order], firsts[order]
    lengths = siblings[firsts[firsts < used]]
    require(len(lengths) == len(firsts), "children are outside of the arena")
    require((lengths > 0).all(), "a block of siblings is empty")
    ends = np.cumsum(lengths) + 1
    starts = np.concatenate([[1], ends])[: len(firsts)]
    require((starts == firsts).all(), "blocks of siblings overlap, or there is a gap")
    require(int(ends[-1] if len(ends) else 1) == used, "nodes belong to nobody")
    require((parents < firsts).all(), "children come before their parent")
    require((kept["parent"][firsts] == parents).all(), "a block names another parent")
    block = np.repeat(np.arange(len(firsts)), lengths)
    require((siblings[1:] == lengths[block]).all(), "siblings disagree about their number")
    _check_moves(kept, block, points)
    _check_statistics(kept, parents, firsts)


def _check_moves(kept: Nodes, block: NDArray[np.intp], points: int) -> None:
    moves = kept["point"][1:].astype(np.int64) & int(POINT_BITS)
    require((moves < points).all(), "a move is not on the board")
    keys = block * points + moves
    require(len(np.unique(keys)) == len(keys), "two siblings have the same move")


def _check_statistics(kept: Nodes, parents: NDArray[np.intp], firsts: NDArray[np.intp]) -> None:
    visits, wins = kept["visits"].astype(np.int64), kept["wins"]
    for name in kept.dtype.names:
        if kept.dtype[name].kind == "f":
            require(np.isfinite(kept[name]).all(), f"the field {name} is not a number")
        if name.endswith(SIBLING_SUFFIX):
            require((kept[name][firsts] < kept["siblings"][firsts]).all(), f"the field {name} is out of bounds")
    require(((wins >= -REWARD_SLACK) & (wins <= visits + REWARD_SLACK)).all(), "a node has more wins than visits")
    if len(firsts):
        below = np.add.reduceat(visits, firsts)
        require((below <= visits[parents]).all(), "children have more visits than their parent")
