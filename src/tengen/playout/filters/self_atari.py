"""Self-atari: refuse random moves that give stones away.

A bad self-atari (see ``tactics.self_atari``) is refused with high probability. If the chain that it would put in atari
has another liberty that is safe to play, that point is played instead (Pachi, section 3.4.1).
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board
from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined
from tengen.compiled.word import u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.self_atari import is_bad_self_atari, other_liberty


class SelfAtariOptions(Options, frozen=True):
    """Refuse random moves that are bad self-ataris."""

    chance: Chance = 0.95
    large_chance: LargeChance = 0.95
    other_liberty: Annotated[bool, Meta(description="play the chain's other liberty instead, if that is safe")] = True


@inlined
def permit(board: Board, point: Point, options: SelfAtariOptions) -> Point:
    """Return the move itself; for a bad self-atari the chain's other liberty, or PASS to refuse it."""
    colour = u64(board.to_play)
    if not is_bad_self_atari(board, point, colour):
        return point
    return other_liberty(board, point, colour) if options.other_liberty else PASS
