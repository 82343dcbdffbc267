"""The reward of a simulation: who won, and a little of by how much.

    result * (1 - 2 * scale) + scale + scale * clamp(score / range, -1, 1)

A little of the score keeps a program that is winning or losing anyway from playing slack moves (Pachi, section 3.3).
It may be more late in the game, or when few stones are unsettled (section 7.1.1): ``search.scaling`` says how much.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options


class RewardOptions(Options, frozen=True):
    """What a simulation is worth."""

    scale: Annotated[float, Meta(ge=0, le=0.5, description="weight of the score; Pachi 0.04")] = 0.0
    range: Annotated[float, Meta(ge=1, le=1000, description="score in points from which more does not count")] = 40.0
    dynamic: Annotated[
        Literal["none", "phase", "settled"],
        Meta(description="let the weight grow to late-scale: not, as the board fills, or as stones are settled"),
    ] = "none"
    late_scale: Annotated[float, Meta(ge=0, le=0.5, description="weight of the score in the end, if it grows")] = 0.1
    late_from: Annotated[float, Meta(ge=0, le=1, description="phase: share of the game from which it grows")] = 0.5
    settled_owner: Annotated[
        float,
        Meta(ge=0, le=1, description="settled: a stone is, if its point goes to one side so surely (0 even, 1 always)"),
    ] = 0.8


@inlined
def reward_of(lead: float, options: RewardOptions) -> float:
    """Return the reward from 0 to 1, for Black's lead with komi counted."""
    result = 1.0 if lead > 0.0 else 0.5 if lead == 0.0 else 0.0
    margin = min(1.0, max(-1.0, lead / options.range))
    return result * (1.0 - 2.0 * options.scale) + options.scale + options.scale * margin
