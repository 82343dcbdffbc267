"""Bernstein: X + p * s * sqrt(ln n / T) + q * s * ln n / T, the third alternative to UCB1-TUNED in the MoGo talk.

The second summand shrinks faster than the first with T: it matters for children with very few visits.
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.statistics.variance import VarianceNode, variance
from tengen.tree.thread import Urgency

NEEDS = ("variance",)


class UcbBernsteinOptions(Options, frozen=True):
    """Explore by Bernstein's bound."""

    p: Annotated[float, Meta(ge=0, le=10, description="weight of the summand with sqrt(ln n / T)")] = 1.0
    q: Annotated[float, Meta(ge=0, le=10, description="weight of the summand with ln n / T")] = 1.0


@inlined
def weigh(child: VarianceNode, options: UcbBernsteinOptions, urgency: Urgency) -> None:
    """Add the exploration term."""
    share = urgency.log_visits / urgency.tries
    deviation = math.sqrt(variance(child))
    urgency.exploration += deviation * (options.p * math.sqrt(share) + options.q * share)
