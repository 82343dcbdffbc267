"""Grandfather: try unvisited moves in the order of what they were worth two moves earlier (MoGo, section 3.2.2).

The position has changed by one move of each side since then, and most moves are worth the same as before.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class GrandfatherOptions(Options, frozen=True):
    """Order unvisited children by the estimates of their grandfather."""

    weight: Annotated[float, Meta(ge=0, le=10, description="how much the estimate adds to first-play urgency")] = 0.5


@inlined
def weigh(child: Node, options: GrandfatherOptions, urgency: Urgency) -> None:
    """Add the estimate to the urgency of a child without games."""
    if child.hint >= 0.0:
        urgency.first_play += options.weight * (child.hint - 0.5)
