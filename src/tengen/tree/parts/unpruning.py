"""Progressive unpruning: consider only the best children at first, and more of them as visits grow.

When a node is expanded, its moves are sorted by a heuristic, and only the ``first`` best are considered. The k-th is
added when the node passes A * B ** (k - first) visits, so the first addition is at A * B (Mango, section 3.2). Coulom's
progressive widening is the same with other constants: 1 move at first, and one more each time visits grow by 40 %.
"""

import math
from typing import Annotated, Literal

from msgspec import Meta

from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.parts.options import Options, places
from tengen.tree.node import Nodes
from tengen.tree.thread import Prior

Order = Literal["bias", "prior"]
BY_BIAS, BY_PRIOR = places(Order)


class UnpruningOptions(Options, frozen=True):
    """Consider few children at first, and more with more visits."""

    order: Annotated[
        Order,
        Meta(description="order of the children: by the prior heuristic (bias), or by the mean of all priors (prior)"),
    ] = "bias"
    first: Annotated[int, Meta(ge=1, le=400, description="number of children considered at first")] = 5
    start: Annotated[float, Meta(ge=1, le=1e6, description="visits of the node after which children are added (A)")] = (
        50.0
    )
    growth: Annotated[
        float, Meta(ge=1.01, le=10, description="factor by which the visits must grow for each further child (B)")
    ] = 1.3


@inlined
def count_considered(nodes: Nodes, node: int, options: UnpruningOptions) -> int:
    """Return the number of leading children that selection is limited to."""
    return width(u64(nodes[node].visits), options)


@kernel
def arrange(prior: Prior, options: UnpruningOptions) -> None:
    """Sort the listed moves into the order in which they are considered."""
    if options.order == BY_BIAS:
        sort_by_bias(prior)
    else:
        sort_by_prior(prior)


@inlined
def width(visits: int, options: UnpruningOptions) -> int:
    """Return how many children of a node with this number of visits are considered."""
    if visits <= options.start:
        return u64(options.first)
    return u64(options.first + math.log(visits / options.start) / math.log(options.growth))


@kernel
def sort_by_bias(prior: Prior) -> None:
    """Sort the moves by their bias, the highest first; the pass comes last."""
    for i in range(ONE, u64(prior.length)):
        point = u64(prior.points[i])
        place = u64(i)
        while place > ZERO and _bias(prior, u64(prior.points[place - ONE])) < _bias(prior, point):
            prior.points[place] = prior.points[place - ONE]
            place -= ONE
        prior.points[place] = point


@inlined
def _bias(prior: Prior, point: Point) -> float:
    return prior.bias[point] if point != PASS else -1.0


@kernel
def sort_by_prior(prior: Prior) -> None:
    """Sort the moves by the mean value of their virtual games, the highest first; the pass comes last."""
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        games = prior.games[point]
        prior.bias[point] = prior.wins[point] / games if games > 0.0 else 0.5
    sort_by_bias(prior)
