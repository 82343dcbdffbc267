"""UCT, as in Mango: v + C * sqrt(ln n_p / n_i), with C = 0.7 (Progressive Strategies, section 2.1).

Mango's rewards go from -1 to 1, ours from 0 to 1. So half of the term gives the same order of the children.
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class UctTermOptions(Options, frozen=True):
    """Explore as Mango does."""

    c: Annotated[float, Meta(ge=0, le=10, description="weight of the exploration term, for rewards from -1 to 1")] = 0.7


@inlined
def weigh(child: Node, options: UctTermOptions, urgency: Urgency) -> None:  # noqa: ARG001  # the family's signature
    """Add the exploration term."""
    urgency.exploration += 0.5 * options.c * math.sqrt(urgency.log_visits / urgency.tries)
