"""UCB1: add the exploration term c * sqrt(2 ln n / T), which favours children with few visits.

n is the number of visits of the parent, T that of the child (Auer et al. 2002; MoGo, section 2).
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class Ucb1Options(Options, frozen=True):
    """Explore by UCB1."""

    c: Annotated[float, Meta(ge=0, le=10, description="weight of the exploration term")] = 0.7


@inlined
def weigh(child: Node, options: Ucb1Options, urgency: Urgency) -> None:  # noqa: ARG001  # the family's signature
    """Add the width of the confidence interval."""
    urgency.exploration += options.c * math.sqrt(2.0 * urgency.log_visits / urgency.tries)
