"""Cautious: X + p * sqrt(ln n / T * min(1/4, s2 + q * sqrt(ln n / T))), the second of the MoGo talk's other formulas.

UCB1-TUNED with a weight q of its own for what is not known about the variance.
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

    p: Annotated[float, Meta(ge=0, le=10, description="weight of exploration")] = 1.0
    q: Annotated[float, Meta(ge=0, le=10, description="weight of the doubt about the variance")] = 1.4


@inlined
def weigh(child: VarianceNode, options: UcbCautiousOptions, urgency: Urgency) -> None:
    """Add the exploration."""
    share = urgency.log_visits / urgency.tries
    urgency.exploration += options.p * math.sqrt(share * min(0.25, variance(child) + options.q * math.sqrt(share)))
