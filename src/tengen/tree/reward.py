"""The reward of a simulation: who won, and a little of by how much.

    result * (1 - 2 * scale) + scale + scale * clamp(score / range, -1, 1)

A little of the score keeps a program that is winning or losing anyway from playing slack moves (Pachi, section 3.3).
``tree/parts/value_scaling.py`` lets it be more late in the game, or when few stones are unsettled.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options


class RewardOptions(Options, frozen=True):
    """What a simulation is worth."""

    scale: Annotated[float, Meta(ge=0, le=0.5, description="weight of the score; Pachi 0.04")] = 0.0
    range: Annotated[float, Meta(ge=1, le=1000, description="score in points from which more does not count")] = 40.0


@inlined
def reward_of(lead: float, options: RewardOptions) -> float:
    """Return the reward from 0 to 1, for Black's lead with komi counted."""
    result = 1.0 if lead > 0.0 else 0.5 if lead == 0.0 else 0.0
    margin = min(1.0, max(-1.0, lead / options.range))
    return result * (1.0 - 2.0 * options.scale) + options.scale + options.scale * margin
