"""Choice: play a move that is not always the best one, for opponents who want a weaker game.

A move is drawn at random among those that the search has looked at, by their visits. The search visits only moves that
its priors or its playouts speak for, so what is played instead of the best move is a misjudgement and not an absurd
move: no own eye is filled, and nothing is played that no simulation has tried.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from tengen.board.grid import PASS
from tengen.parts.options import Options
from tengen.report.report import MoveReport


class ChoiceOptions(Options, frozen=True):
    """How far the played move may be from the best one."""

    temperature: Annotated[
        float,
        Meta(ge=0, le=100, description="0 plays the best move; else a move is drawn by visits ** (1 / temperature)"),
    ] = 0.0
    least_share: Annotated[
        float,
        Meta(ge=0, le=1, description="least visits of a move that may be drawn, relative to the most visited move"),
    ] = 0.02


def draw(moves: Sequence[MoveReport], options: ChoiceOptions, random: Random) -> MoveReport:
    """Return the move to play; the first of the moves is the best one, and there must be one.

    A pass is played if it is the best move, and never instead of another one: it ends the game.
    """
    best = moves[0]
    if best.point == PASS or not options.temperature:
        return best
    least = options.least_share * best.visits
    candidates = [move for move in moves if move.point != PASS and move.visits >= least]
    weights = [(move.visits / best.visits) ** (1 / options.temperature) for move in candidates]
    return random.choices(candidates, weights)[0]
