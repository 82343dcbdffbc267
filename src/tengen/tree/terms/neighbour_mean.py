"""Neighbour mean: moves beside good moves are probably good (MoGo talk).

The mean value of the four adjacent points' children is added, with a weight that fades with visits.
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class NeighbourMeanOptions(Options, frozen=True):
    """Add the mean value of the neighbouring moves."""

    weight: Annotated[float, Meta(ge=0, le=10, description="factor on the mean")] = 0.2


@inlined
def weigh(child: Node, options: NeighbourMeanOptions, urgency: Urgency) -> None:
    """Add the mean that ``prepare`` has written down for the child."""
    if urgency.neighbours >= 0.0:
        urgency.bonus += options.weight * (urgency.neighbours - 0.5) / math.sqrt(child.visits + 1.0)
