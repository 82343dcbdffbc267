"""Nodes of the tree: a move, and what is known about it. All statistics are from Black's view.

The nodes stand in one row, the arena. The children of a node are neighbours in it, so that selection runs over memory
in order; node 0 is the root. A node's index is its name, and 0 in ``children`` means that it has none.
"""

from typing import Annotated, Any

import numpy as np

from tengen.board.board import Board
from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined
from tengen.compiled.record import Record
from tengen.compiled.word import TWO, ZERO, u64

ROOT = ZERO
CLAIMED = u64(2**32 - 1)  # in ``children``: a thread is about to add them
FORBIDDEN = u64(2**15)  # a bit of ``point``: superko forbids the move, or it is the mirror image of another
POINT_BITS = FORBIDDEN - u64(1)


class Node(Record):
    """A position, named by the move that led to it: what every search keeps. Parts add fields by extending this class.

    A new node is all zeros until ``expand`` and the hook ``add_child`` fill it.
    """

    wins: Annotated[float, np.float64]  # sum of the rewards; a visit of White's move begins as won, see ``enter``
    visits: Annotated[int, np.uint32]
    parent: Annotated[int, np.uint32]  # valid in the first of the siblings only
    children: Annotated[int, np.uint32]  # the first of them; 0 for none, or CLAIMED
    point: Annotated[int, np.uint16]  # where the move was; PASS is one as well
    siblings: Annotated[int, np.uint16]  # how many children the parent has, this one included


NODE_BYTES = 64  # the size of a node, unless its parts need more: one line of the processor's cache
Nodes = Any  # NDArray of Node: NumPy's types do not tell the fields of its elements


@inlined
def has_children(nodes: Nodes, node: int) -> bool:
    """Return whether a node's children are there to be read."""
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
    """Return whether both sides have just passed; before the second move nobody can have."""
    return board.last == PASS and board.last_but_one == PASS and board.turn >= TWO
