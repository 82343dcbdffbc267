"""Discount: old rewards fade, each by a factor for every later one (MoGo talk, which found that it does not help).

The sum of the rewards fades where it is kept; the number of games follows from the visits.
"""

from typing import Annotated

from msgspec import Meta

from tengen.base.jit import inlined
from tengen.base.options import Options
from tengen.tree.node import Node
from tengen.tree.walker import Urgency


class DiscountOptions(Options, frozen=True):
    """Let old rewards fade."""

    factor: Annotated[float, Meta(ge=0.9, le=0.999999, description="what is left when one more comes")] = 0.999


@inlined
def weigh(child: Node, options: DiscountOptions, urgency: Urgency) -> None:
    """Replace the number of games by the sum of what is left of each."""
    if child.visits > 0:
        games = (1.0 - options.factor**child.visits) / (1.0 - options.factor)
        urgency.games = games
        urgency.wins = child.wins if urgency.sign > 0.0 else games - child.wins


@inlined
def fade(node: Node, options: DiscountOptions) -> None:
    """Let the rewards of a node fade before the next one is added."""
    node.wins *= options.factor
