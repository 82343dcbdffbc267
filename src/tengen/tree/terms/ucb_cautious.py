"""Cautious: X + p * sqrt(ln n / T * min(1/4, s2 + q * sqrt(ln n / T))), the second alternative in the MoGo talk.

This is UCB1-TUNED with a separate weight q for the uncertainty of the variance.
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.statistics.variance import VarianceNode, variance
from tengen.tree.thread import Urgency

NEEDS = ("variance",)


class UcbCautiousOptions(Options, frozen=True):
    """Explore by UCB1-TUNED with two weights."""

    p: Annotated[float, Meta(ge=0, le=10, description="weight of the exploration term")] = 1.0
    q: Annotated[float, Meta(ge=0, le=10, description="weight of the uncertainty of the variance")] = 1.4


@inlined
def weigh(child: VarianceNode, options: UcbCautiousOptions, urgency: Urgency) -> None:
    """Add the exploration term."""
    share = urgency.log_visits / urgency.tries
    urgency.exploration += options.p * math.sqrt(share * min(0.25, variance(child) + options.q * math.sqrt(share)))
