"""FPU, first-play urgency: a fixed urgency for children without visits (MoGo, section 3.2.1).

Without it every child is tried once before any is tried twice. MoGo played with 1.1 and found 1.0 best (table 7).
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class FpuOptions(Options, frozen=True):
    """Give unvisited children a fixed urgency."""

    value: Annotated[float, Meta(ge=0, le=1000, description="urgency of a child without visits")] = 1.0


@inlined
def weigh(child: Node, options: FpuOptions, urgency: Urgency) -> None:  # noqa: ARG001  # the family's signature
    """Set the urgency of a child without games."""
    urgency.first_play = options.value
