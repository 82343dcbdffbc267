"""Discount: give old rewards less weight, by a factor for each later reward (MoGo talk, which found no benefit).

The sum of a node's rewards is changed so that wins / visits is the discounted mean, in which a reward has the weight
factor ** k after k later rewards. The sum of these weights follows from the visits.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class DiscountOptions(Options, frozen=True):
    """Give old rewards less weight."""

    factor: Annotated[
        float,
        Meta(ge=0.9, le=0.999999, description="factor on the weight of older rewards each time a reward is added"),
    ] = 0.999


@inlined
def weigh(child: Node, options: DiscountOptions, urgency: Urgency) -> None:
    """Replace the number of games by the sum of their discounted weights."""
    if child.visits > 0:
        games = games_left(float(child.visits), options)
        urgency.wins *= games / urgency.games
        urgency.games = games


@inlined
def fade(node: Node, options: DiscountOptions, lost: float, reward: float) -> None:
    """Change the sum of rewards so that the mean is right after the reward has replaced the virtual loss ``lost``."""
    visits = float(node.visits)
    if visits > 1.0:
        old = options.factor * games_left(visits - 1.0, options)
        mean = (old * (node.wins - lost) / (visits - 1.0) + reward) / (old + 1.0)
        node.wins = mean * visits - reward + lost


@inlined
def games_left(visits: float, options: DiscountOptions) -> float:
    """Return the sum of the discounted weights of a number of games."""
    return float((1.0 - options.factor**visits) / (1.0 - options.factor))
