"""How to end a game: when to pass, and which moves are sensible when little is left to play.

Whether a game is over is found out by small searches, which take seconds on a large board. While both sides only fill
neutral points the answer stays the same, so it is kept (``Filling``) until a move could change it.
"""

from collections.abc import Sequence, Set
from typing import NamedTuple

from tengen.board.board import Board
from tengen.board.grid import EMPTY, PASS, Colour, Move, Point
from tengen.board.life import heads_next_to
from tengen.engines.judge import Judgement
from tengen.engines.player import is_pass_to_answer
from tengen.game.game import Game
from tengen.playout.defence import is_safe
from tengen.report.report import MoveReport

ZUGZWANG = 0.1  # a pass is believed against the count if its win rate is so much better than that of any move
SHORT_OF_LIBERTIES = 2  # a chain with no more may be in danger after the opponent's move beside it


class Ending(NamedTuple):
    """What to do in a game that may be over."""

    passes: bool
    """Whether to pass without any search."""
    wanted: Set[Point] = frozenset()
    """If not empty, the only points to play on, such as neutral ones and the liberties of dead stones."""
    useless: Set[Point] = frozenset()
    """Points where a move gains nothing and may cost a point."""
    is_lost: bool = False
    """Whether nothing is left to play, and the game is lost by the count."""

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
    return Ending(passes=not wanted and lead > 0, wanted=wanted, is_lost=not wanted and lead <= 0)


class Filling(NamedTuple):
    """A game that is over but for neutral points under area rules, at the time when that was found out."""

    moves: Sequence[Move]
    """The moves of the game so far."""
    empty_count: int
    """How many points had no stone then."""
    neutral: Set[Point]
    """The points that both sides may fill without any effect."""
    wanted: Set[Point]
    """Those of them that are to be filled by the side that asked."""

    def ending(self, game: Game, colour: Colour) -> Ending | None:
        """Return how to end the game, if only neutral points were filled since; None if it must be judged anew.

        That is so when no point is left to be filled, when stones were captured, or when one of the opponent's moves
        has left a chain beside it with few liberties.
        """
        since = game.moves[len(self.moves) :]
        if game.moves[: len(self.moves)] != self.moves or not all(move.point in self.neutral for move in since):
            return None
        has_captured = int(game.board.empty_count) != self.empty_count - len(since)
        opposing = [move.point for move in since if move.colour != colour]
        if has_captured or any(_is_short_beside(game.board, point, colour) for point in opposing):
            return None
        board = game.board
        left = {p for p in self.wanted if board.colour[p] == EMPTY and game.is_legal(p, colour)}
        wanted = {p for p in left if is_safe(board, p, colour)}
        return Ending(passes=False, wanted=wanted) if wanted else None


def filling_of(game: Game, ending: Ending, judgement: Judgement) -> Filling | None:
    """Return what is worth keeping of an ending; None if more is left to do than to fill neutral points."""
    neutral = set(judgement.status.dame)
    if game.rules.scoring != "area" or ending.passes or not ending.wanted or not ending.wanted <= neutral:
        return None
    return Filling(list(game.moves), int(game.board.empty_count), neutral, ending.wanted)


def _is_short_beside(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a chain of a colour beside a point has few liberties."""
    heads = [head for head in heads_next_to(board, point) if board.colour[head] == colour]
    return any(int(board.liberty_count[head]) <= SHORT_OF_LIBERTIES for head in heads)
