"""Progressive bias: H / (n + 1), a heuristic that matters while there are few visits (Mango, section 3.1).

H is what the prior ``heuristic`` gives. Unvisited children are tried in its order: give ``fpu`` a value of 100.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class ProgressiveBiasOptions(Options, frozen=True):
    """Add a heuristic that fades with visits."""

    weight: Annotated[float, Meta(ge=0, le=1000, description="factor on the heuristic")] = 1.0


@inlined
def weigh(child: Node, options: ProgressiveBiasOptions, urgency: Urgency) -> None:
    """Add the bias."""
    urgency.bonus += options.weight * child.bias / (child.visits + 1.0)
