"""Bernstein: X + p * s * sqrt(ln n / T) + q * s * ln n / T, the third of the MoGo talk's other formulas.

The second part fades faster than the first: it matters for children that were hardly tried.
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
    """Explore by the deviation, twice."""

    p: Annotated[float, Meta(ge=0, le=10, description="weight of the deviation")] = 1.0
    q: Annotated[float, Meta(ge=0, le=10, description="weight of the part that fades fast")] = 1.0


@inlined
def weigh(child: VarianceNode, options: UcbBernsteinOptions, urgency: Urgency) -> None:
    """Add the exploration."""
    share = urgency.log_visits / urgency.tries
    deviation = math.sqrt(variance(child))
    urgency.exploration += deviation * (options.p * math.sqrt(share) + options.q * share)
