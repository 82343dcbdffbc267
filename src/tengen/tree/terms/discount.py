"""Discount: old rewards fade, each by a factor for every later one (MoGo talk, which found that it does not help).

The mean of a node's rewards fades where it is kept: wins / visits is the mean in which a reward weighs factor ** k
after k later ones. The number of games that it is worth follows from the visits.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class DiscountOptions(Options, frozen=True):
    """Let old rewards fade."""

    factor: Annotated[float, Meta(ge=0.9, le=0.999999, description="what is left when one more comes")] = 0.999


@inlined
def weigh(child: Node, options: DiscountOptions, urgency: Urgency) -> None:
    """Replace the number of games by the sum of what is left of each."""
    if child.visits > 0:
        games = games_left(float(child.visits), options)
        urgency.wins *= games / urgency.games
        urgency.games = games


@inlined
def fade(node: Node, options: DiscountOptions, lost: float, reward: float) -> None:
    """Change the sum of rewards so that the mean is right once the next reward has replaced what counts as lost."""
    visits = float(node.visits)
    if visits > 1.0:
        old = options.factor * games_left(visits - 1.0, options)
        mean = (old * (node.wins - lost) / (visits - 1.0) + reward) / (old + 1.0)
        node.wins = mean * visits - reward + lost


@inlined
def games_left(visits: float, options: DiscountOptions) -> float:
    """Return what is left of so many games."""
    return float((1.0 - options.factor**visits) / (1.0 - options.factor))
