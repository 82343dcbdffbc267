"""How often a rule or a filter of a policy is tried, which may depend on the size of the board."""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, stride
from tengen.compiled.jit import inlined
from tengen.compiled.rng import Rng, happens
from tengen.compiled.word import u64

LARGEST_SMALL_STRIDE = u64(14)  # of a 13x13 board

Chance = Annotated[float, Meta(ge=0, le=1, description="probability that it is tried, on boards up to 13x13")]
LargeChance = Annotated[float, Meta(ge=0, le=1, description="the same on larger boards")]


@inlined
def is_small(board: Board) -> bool:
    """Return whether a board is one of those up to 13x13; the size is part of its type, so that this is a constant."""
    return stride(board) <= LARGEST_SMALL_STRIDE


@inlined
def is_tried(board: Board, rng: Rng, chance: float, large_chance: float) -> bool:
    """Return, each time anew, whether a part with these options has its turn."""
    given = chance if is_small(board) else large_chance
    return given >= 1.0 or happens(rng, given)
