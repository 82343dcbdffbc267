"""Deviation: X + max(p * s * sqrt(ln n / T), eps), the first alternative to UCB1-TUNED in the MoGo talk.

The exploration term is proportional to the standard deviation s of the rewards, but never below eps.
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.statistics.variance import VarianceNode, variance
from tengen.tree.thread import Urgency

NEEDS = ("variance",)


class UcbDeviationOptions(Options, frozen=True):
    """Explore by the standard deviation."""

    p: Annotated[float, Meta(ge=0, le=10, description="weight of the standard deviation")] = 1.0
    least: Annotated[float, Meta(ge=0, le=1, description="smallest exploration term (eps)")] = 0.01


@inlined
def weigh(child: VarianceNode, options: UcbDeviationOptions, urgency: Urgency) -> None:
    """Add the exploration term."""
    width = options.p * math.sqrt(variance(child) * urgency.log_visits / urgency.tries)
    urgency.exploration += max(width, options.least)
