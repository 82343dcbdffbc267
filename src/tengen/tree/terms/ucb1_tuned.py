"""UCB1-TUNED: an exploration term that is smaller if the variance of the rewards is small (MoGo, table 6).

X + p * sqrt(ln n / T * min(1/4, V)) with V = s2 + sqrt(2 ln n / T).
"""

import math
from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.statistics.variance import VarianceNode, variance
from tengen.tree.thread import Urgency

NEEDS = ("variance",)


class Ucb1TunedOptions(Options, frozen=True):
    """Explore by UCB1-TUNED."""

    p: Annotated[float, Meta(ge=0, le=10, description="weight of the exploration term; MoGo found 1.2 best")] = 1.0


@inlined
def weigh(child: VarianceNode, options: Ucb1TunedOptions, urgency: Urgency) -> None:
    """Add the exploration term."""
    share = urgency.log_visits / urgency.tries
    bound = variance(child) + math.sqrt(2.0 * share)
    urgency.exploration += options.p * math.sqrt(share * min(0.25, bound))
