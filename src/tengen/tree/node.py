"""Nodes of the tree: a move and its statistics, which are all from Black's view.

All nodes are in one array, the arena. A node is known by its index; node 0 is the root, which is nobody's child, so 0
in ``children`` means none. The children of a node are adjacent, so that selection reads memory in order.
"""

from typing import Annotated, Any

import numpy as np

from tengen.board.board import Board
from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined
from tengen.compiled.record import Record
from tengen.compiled.word import TWO, ZERO, u64

ROOT = ZERO
CLAIMED = u64(2**32 - 1)  # in ``children``: a thread is expanding the node
FORBIDDEN = u64(2**15)  # bit of ``point``: the move is avoided, or a mirror image of another, or against superko
POINT_BITS = FORBIDDEN - u64(1)


class Node(Record):
    """The fields of a node that every search needs. Parts add fields by extending this class.

    A node stands for the position after its move. A new node is all zeros until ``expand`` and the hook ``add_child``
    fill it. A part's field that holds the index of a sibling has a name that ends with ``_place``: see ``tree.check``.
    """

    wins: Annotated[float, np.float64]  # sum of Black's rewards, with virtual losses: see ``enter``
    visits: Annotated[int, np.uint32]
    parent: Annotated[int, np.uint32]  # index; valid only in the first of the siblings
    children: Annotated[int, np.uint32]  # index of the first child; 0 for none, or CLAIMED
    point: Annotated[int, np.uint16]  # the move, which may be PASS; perhaps with FORBIDDEN
    siblings: Annotated[int, np.uint16]  # number of children of the parent, including this one


NODE_BYTES = 64  # size of a node, unless its parts need more: one cache line
Nodes = Any  # NDArray of Node: NumPy's types cannot describe the fields of the elements


@inlined
def has_children(nodes: Nodes, node: int) -> bool:
    """Return whether a node has children that are ready to be read."""
    children = u64(nodes[node].children)
    return children != ZERO and children != CLAIMED


@inlined
def point_of(nodes: Nodes, node: int) -> Point:
    """Return the point of a node's move."""
    return u64(nodes[node].point) & POINT_BITS


@inlined
def is_forbidden(nodes: Nodes, node: int) -> bool:
    """Return whether the move may not be played."""
    return u64(nodes[node].point) >= FORBIDDEN


@inlined
def is_over(board: Board) -> bool:
    """Return whether the last two moves were passes. On a new board ``last`` is PASS too, so the turn counts."""
    return board.last == PASS and board.last_but_one == PASS and board.turn >= TWO
