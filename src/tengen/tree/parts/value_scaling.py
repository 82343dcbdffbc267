"""Value scaling: let the score count more in the course of a game (Pachi, section 7.1.1).

The thesis only names the idea and two measures: how far the game is, and how many stones are unstable. While much is
open a win is what counts; when little is, the score tells good moves from slack ones. ``reward.scale`` is the weight
to begin with.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tengen.parts.options import Options


class ValueScalingOptions(Options, frozen=True):
    """Let the weight of the score in a reward grow."""

    mode: Annotated[
        Literal["phase", "settled"], Meta(description="grow as the board fills, or as stones are settled")
    ] = "phase"
    late_scale: Annotated[float, Meta(ge=0, le=0.5, description="weight of the score at the end")] = 0.1
    late_from: Annotated[float, Meta(ge=0, le=1, description="phase: share of the game from which it grows")] = 0.5
    settled_owner: Annotated[
        float,
        Meta(ge=0, le=1, description="settled: how surely a stone's point must go to one side (0 even, 1 always)"),
    ] = 0.8
