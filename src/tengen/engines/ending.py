"""How to end a game: when to pass, and which moves are sensible when little is left to play."""

from collections.abc import Sequence, Set
from typing import NamedTuple

from tengen.board.grid import PASS, Colour, Point
from tengen.engines.judge import Judgement
from tengen.engines.player import is_pass_to_answer
from tengen.game.game import Game
from tengen.report.report import MoveReport

ZUGZWANG = 0.1  # a pass is believed against the count if its win rate is so much better than that of any move


class Ending(NamedTuple):
    """What to do in a game that may be over."""

    passes: bool
    """Whether to pass without any search."""
    wanted: Set[Point] = frozenset()
    """If not empty, the only points to play on, such as neutral ones and the liberties of dead stones."""
    useless: Set[Point] = frozenset()
    """Points where a move gains nothing and may cost a point."""

    @property
    def is_settled(self) -> bool:
        """Whether the game is called over, but perhaps for a few points that are worth nothing."""
        return self.passes or bool(self.wanted)

    def sensible(self, moves: Sequence[MoveReport]) -> Sequence[MoveReport]:
        """Return the moves to choose from. A pass is among them only if all else is much worse, or useless."""
        played = [move for move in moves if move.point != PASS and move.point not in self.useless]
        wanted = [move for move in played if move.point in self.wanted]
        passes = [move for move in moves if move.point == PASS]
        best = max((move.win_rate for move in played), default=0.0)
        if passes and (not played or passes[0].win_rate > best + ZUGZWANG):
            return passes
        return wanted or played or moves


NOT_OVER = Ending(passes=False)


def ending_of(game: Game, colour: Colour, judgement: Judgement) -> Ending:
    """Return how a colour should go on, by what is known about the end of the game."""
    answers_pass = is_pass_to_answer(game, colour)
    lead = judgement.sure_lead(game, colour)
    if answers_pass and lead > 0:
        return Ending(passes=True)
    if game.rules.scoring == "territory":
        forcing = judgement.forcing_points(game, colour)
        useless = judgement.useless_points(game) - forcing
        return Ending(passes=judgement.is_settled(game) and not forcing, wanted=forcing, useless=useless)
    if not judgement.is_settled(game):
        return Ending(passes=False)
    wanted = judgement.neutral_points(game, colour)
    if not game.rules.removes_dead:
        wanted |= judgement.captures(game, colour)
    return Ending(passes=not wanted and lead > 0, wanted=wanted)
