"""The reward of a simulation: mostly the result, and a little of the score.

    result * (1 - 2 * scale) + scale + scale * clamp(score / range, -1, 1)

The score keeps a program whose moves all win, or all lose, from playing slack moves (Pachi, section 3.3). The part
``value_scaling`` raises ``scale`` late in the game, or when most stones are settled.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.score import share_of_win
from tengen.compiled.jit import inlined
from tengen.parts.options import Options


class RewardOptions(Options, frozen=True):
    """The reward of a simulation."""

    scale: Annotated[
        float, Meta(ge=0, le=0.5, description="weight of the score in the reward of a simulation; Pachi uses 0.04")
    ] = 0.0
    range: Annotated[
        float, Meta(ge=1, le=1000, description="score in points beyond which a larger score adds nothing to the reward")
    ] = 40.0


@inlined
def reward_of(lead: float, options: RewardOptions) -> float:
    """Return Black's reward from 0 to 1; ``lead`` is Black's score with komi counted."""
    result = share_of_win(lead)
    margin = min(1.0, max(-1.0, lead / options.range))
    return result * (1.0 - 2.0 * options.scale) + options.scale + options.scale * margin
