"""Nodes of the tree: a move, and what is known about it. All statistics are from Black's view.

The nodes stand in one row, the arena. The children of a node are neighbours in it, so that selection runs over memory
in order; node 0 is the root. A node's index is its name, and 0 in ``children`` means that it has none.
"""

from typing import Annotated, Any

import numpy as np

from tengen.board.point import Point
from tengen.compiled.jit import inlined
from tengen.compiled.record import Record
from tengen.compiled.word import ZERO, u64

ROOT = ZERO
CLAIMED = u64(2**32 - 1)  # in ``children``: a thread is about to add them
FORBIDDEN = u64(2**15)  # a bit of ``point``: superko forbids the move, or it is the mirror image of another
POINT_BITS = FORBIDDEN - u64(1)


class Node(Record):
    """A position, named by the move that led to it."""

    wins: Annotated[float, np.float64]  # sum of the rewards; those of White's moves begin as lost, see ``enter``
    visits: Annotated[int, np.uint32]
    parent: Annotated[int, np.uint32]  # right in the first of the children only
    children: Annotated[int, np.uint32]  # the first of them; 0 for none, or CLAIMED
    point: Annotated[int, np.uint16]  # where the move was; PASS is one as well
    siblings: Annotated[int, np.uint16]  # how many children the parent has, this one included
    squares: Annotated[float, np.float32]  # sum of the squared rewards
    amaf_visits: Annotated[float, np.float32]  # simulations in which the same colour played there first, later on
    amaf_wins: Annotated[float, np.float32]
    prior_visits: Annotated[float, np.float32]  # virtual games of prior knowledge
    prior_wins: Annotated[float, np.float32]
    bias: Annotated[float, np.float32]  # a heuristic's opinion of the move, for its mover
    hint: Annotated[float, np.float32]  # what the move was worth to its mover two moves earlier; below 0 if unknown
    owned_black: Annotated[float, np.float32]  # games through the parent after which Black owned the point
    owned_winner: Annotated[float, np.float32]  # and after which the winner did; of the pass see ``ownership``
    pass_place: Annotated[int, np.uint16]  # where the pass stands in the row; right in the first of the children only
    hot: Annotated[int, np.uint16]  # how many of the row come before all others; right in the first only, too


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
