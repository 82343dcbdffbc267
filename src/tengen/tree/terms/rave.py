"""RAVE: estimate a move with few games also by simulations in which it was played later (Pachi, section 2.3.3).

beta = r / (r + s + r * s / equivalence) is the weight of the mean of r AMAF games; 1 - beta is that of the s games.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency

NEEDS = ("amaf",)
AFTER = ("discount", "prior", "local_tree", "criticality")  # these change the games that it mixes


class RaveOptions(Options, frozen=True):
    """Mix in the mean of all-moves-as-first games."""

    equivalence: Annotated[
        float, Meta(ge=1, le=1e9, description="games of a move at which the weight of AMAF has dropped to one half")
    ] = 2500.0


@inlined
def weigh(child: Node, options: RaveOptions, urgency: Urgency) -> None:  # noqa: ARG001  # the family's signature
    """Set the value to the weighted mean of both estimates."""
    r, s = urgency.amaf_games, urgency.games
    if r > 0.0 and s > 0.0:
        beta = rave_weight(r, s, options.equivalence)
        urgency.value = beta * urgency.amaf_wins / r + (1.0 - beta) * urgency.wins / s
    elif r > 0.0:
        urgency.value = urgency.amaf_wins / r


@inlined
def rave_weight(r: float, s: float, equivalence: float) -> float:
    """Return beta in Pachi 2.3.3: r AMAF games, s games."""
    return r / (r + s + r * s / equivalence)
