"""Unpruning by criticality: consider the moves at the most critical points first.

The criticality of a point is that at the node's parent. At the root, and if the parent has too few games, the order is
that of ``unpruning``.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import kernel
from tengen.compiled.word import TWO, u64
from tengen.parts.options import Options
from tengen.tree.node import Nodes, point_of
from tengen.tree.parts.unpruning import sort_by_bias
from tengen.tree.terms.criticality import OwnerThread, criticality, prepare
from tengen.tree.thread import Prior

NEEDS = ("criticality", "unpruning")
AFTER = ("unpruning",)


class UnpruningByCriticalityOptions(Options, frozen=True):
    """Consider the moves at critical points first."""

    from_visits: Annotated[
        int, Meta(ge=0, le=10**9, description="games of the parent from which its criticality is used")
    ] = 250


@kernel
def arrange(nodes: Nodes, thread: OwnerThread, prior: Prior, options: UnpruningByCriticalityOptions) -> None:
    """Sort the listed moves by the criticality of their points at the parent, the highest first."""
    length = u64(thread.length)
    if length < TWO:
        return
    parent = u64(thread.path[length - TWO])
    prepare(nodes, parent, thread)
    games, wins = thread.owner_games, thread.owner_wins
    if games < options.from_visits or games == 0.0:
        return
    for i in range(u64(prior.length)):
        prior.bias[u64(prior.points[i])] = 0.0
    first = u64(nodes[parent].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        prior.bias[point_of(nodes, u64(i))] = criticality(nodes[i].owned_black, nodes[i].owned_winner, games, wins)
    sort_by_bias(prior)
