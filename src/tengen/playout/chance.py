"""The probability that a rule or a filter is tried, which may depend on the board size."""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, is_small
from tengen.compiled.jit import inlined
from tengen.compiled.rng import Rng, happens

Chance = Annotated[
    float, Meta(ge=0, le=1, description="probability that this part is tried for a move, on boards up to 13x13")
]
LargeChance = Annotated[
    float, Meta(ge=0, le=1, description="probability that this part is tried for a move, on larger boards")
]


@inlined
def is_tried(board: Board, rng: Rng, chance: float, large_chance: float) -> bool:
    """Return at random whether a part with these probabilities is tried for this move."""
    given = chance if is_small(board) else large_chance
    return given >= 1.0 or happens(rng, given)
