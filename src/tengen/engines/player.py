"""The base of all kinds of engine, and what they agree on about moves and the end of a game."""

from abc import ABC, abstractmethod
from random import Random
from typing import NamedTuple

import numpy as np

from tengen.board.eye import TRUE_EYE
from tengen.board.grid import BLACK, PASS, WHITE, Colour, Move, Point, other, point_at
from tengen.board.phase import taken_share
from tengen.engines.judge import Judgement
from tengen.engines.orders import ANY, Orders
from tengen.engines.searcher import Searcher
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.settings import Settings
from tengen.playout.status import Owners, Status, ownership, status_as_it_stands, status_of

LATE = 0.35  # share of the points with a stone from which on a game may be over


class Choice(NamedTuple):
    """A player's move and what it thinks of it."""

    point: Point
    """Where to play; PASS or RESIGN."""
    win_rate: float | None = None
    """The probability that the side which chose wins, if the player has an estimate."""
    simulations: int = 0
    """How many simulations the choice is based on."""


class _Judged(NamedTuple):
    """The last position that was judged."""

    position: object
    is_hurried: bool
    """Whether there was a limit."""
    judgement: Judgement


class Player(ABC):
    """Chooses moves; each kind of engine is a subclass. ``tengen.Engine`` is what users see of it.

    A player keeps no game of its own: the caller hands over the game, and plays the choice on it.
    """

    searcher: Searcher | None = None
    """The tree search of the player, which can analyse and ponder; None if it has no tree."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        """Its options; they may be changed between two choices."""
        self._judged: _Judged | None = None
        self.reseed(seed)

    @abstractmethod
    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return the move that a colour should play; the game is not changed.

        Without a limit the options decide how long to search, or else the clock. A player that does not search ignores
        the orders.
        """

    def clean_up(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return a move that helps to capture the opponent's dead stones; a pass if none is left on the board."""
        points = self.judgement(game).captures(game, colour)
        sensible = [point for point in sensible_points(game, colour) if point in points]
        return Choice(self._random.choice(sensible or sorted(points) or [PASS]))

    def reseed(self, seed: int) -> None:
        """Restart the random numbers, so that the next game can be repeated."""
        self._seed = seed
        self._random = Random(seed)  # noqa: S311  # for games

    def owners(self, game: Game, limit: Limit | None = None) -> Owners:
        """Return the mean owners of the points at the end of the game, by playouts."""
        return ownership(game)

    def judgement(self, game: Game, limit: Limit | None = None) -> Judgement:
        """Return what is known about the end of a game. It is kept until another position is judged.

        Without a limit the answer depends only on the options and the stones on the board; what was found within a
        limit does not do for that.
        """
        position = (game.board.colour.tobytes(), game.rules, game.compensation, self.settings.options)
        known = self._judged
        if known is None or known.position != position or (known.is_hurried and limit is None):
            owners = self.owners(game, limit)
            known = _Judged(position, limit is not None, Judgement(owners, status_of(game, owners)))
            self._judged = known
        return known.judgement

    def final_status(self, game: Game) -> Status:
        """Return the status of all stones and points of a finished game."""
        return self.judgement(game).status if game.rules.removes_dead else status_as_it_stands(game)

    def may_end_game(self, game: Game, colour: Colour) -> bool:
        """Return whether a colour should pass: in answer to a pass that wins, or if there is nothing left to gain.

        A useless move costs a point under territory rules, and nothing under others, where games are played on.
        """
        if is_pass_to_answer(game, colour):
            return self.judgement(game).sure_lead(game, colour) > 0
        is_late = game.rules.scoring == "territory" and taken_share(game.board) >= LATE
        return is_late and self.judgement(game).is_settled(game)

    def rehearse_move(self, game: Game) -> None:
        """Compile, or load, what a move needs on a board of this size.

        Another player of the same kind chooses it, so that the random numbers of this one stay as they are.
        """
        rehearsal = Game(game.size, game.komi, game.rules)
        rehearsal.play("A1")
        type(self)(self.settings, 0).choose(rehearsal, rehearsal.to_play, Orders(limit=Limit(simulations=1)))

    def rehearse_ending(self, game: Game) -> None:
        """Compile, or load, what the end of a game needs, given one that is finished."""
        self.final_status(game).score(game)
        self.may_end_game(game, game.to_play)

    def close(self) -> None:
        """Free the memory and end the threads that the player holds."""
        if self.searcher is not None:
            self.searcher.close()


def finished_game(game: Game) -> Game:
    """Return a finished game with the size and rules of another one: a wall of each side, a dead stone, and a pass.

    On a board that is too small for all of this there is less.
    """
    finished = Game(game.size, game.komi, game.rules)
    column = (game.size - 1) // 2
    if game.size >= 4:
        for colour, wall in ((BLACK, column), (WHITE, column + 1)):
            finished.place(colour, [point_at(wall, row, game.size) for row in range(game.size)])
    if column >= 2:
        finished.place(WHITE, [point_at(0, 0, game.size)])
    finished.play("pass")
    return finished


def is_pass_to_answer(game: Game, colour: Colour) -> bool:
    """Return whether the opponent of a colour has just passed."""
    return bool(game.moves) and game.moves[-1] == Move(other(colour), PASS, game.size)


def sensible_points(game: Game, colour: Colour) -> list[Point]:
    """Return the legal moves that fill no own eye and are no suicide: a game of such moves ends under all rules."""
    points = np.array(game.legal_points_without_suicide(colour), np.intp)
    own_eye = TRUE_EYE[game.board.code[points]] >> np.uint8(colour) & 1
    return [int(p) for p in points[own_eye == 0]]
