"""The base of all kinds of engine, and what they agree on about moves."""

from abc import ABC, abstractmethod
from random import Random
from typing import NamedTuple

import numpy as np

from tengen.board.eye import TRUE_EYE
from tengen.board.grid import BLACK, PASS, Colour, Move, Point, other
from tengen.engines.orders import ANY, Orders
from tengen.engines.searcher import Searcher
from tengen.game.game import Game
from tengen.parts.settings import Settings
from tengen.playout.status import Status, final_status

STATUS_PLAYOUTS = 1000


class Choice(NamedTuple):
    """A player's move and what it thinks of it."""

    point: Point
    """Where to play; PASS or RESIGN."""
    win_rate: float | None = None
    """The probability that the side which chose wins, if the player has an estimate."""
    simulations: int = 0
    """How many simulations the choice is based on."""


class Player(ABC):
    """Chooses moves; each kind of engine is a subclass. ``tengen.Engine`` is what users see of it.

    A player keeps no game of its own: the caller hands over the game, and plays the choice on it.
    """

    searcher: Searcher | None = None
    """The tree search of the player, which can analyse and ponder; None if it has no tree."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        """Its options; they may be changed between two choices."""
        self.reseed(seed)

    @abstractmethod
    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return the move that a colour should play; the game is not changed.

        Without a limit the options decide how long to search, or else the clock. A player that does not search ignores
        the orders.
        """

    def reseed(self, seed: int) -> None:
        """Restart the random numbers, so that the next game can be repeated."""
        self._seed = seed
        self._random = Random(seed)  # noqa: S311  # for games

    def final_status(self, game: Game) -> Status:
        """Return which stones of a finished game are alive, in seki and dead, by playouts.

        The answer is always the same for the same game.
        """
        return final_status(game, STATUS_PLAYOUTS, seed=int(game.board.key))

    def lead_after_pass(self, game: Game, colour: Colour) -> float | None:
        """Return a colour's lead if it answers a pass by a pass; None if there is no pass to answer."""
        if not game.moves or game.moves[-1] != Move(other(colour), PASS, game.size):
            return None
        margin = game.score(stone for chain in self.final_status(game).dead for stone in chain).margin
        return margin if colour == BLACK else -margin

    def may_end_game(self, game: Game, colour: Colour) -> bool:
        """Return whether a pass in answer to a pass wins the game for a colour."""
        lead = self.lead_after_pass(game, colour)
        return lead is not None and lead > 0

    def close(self) -> None:
        """Free the memory and end the threads that the player holds."""
        if self.searcher is not None:
            self.searcher.close()


def sensible_points(game: Game, colour: Colour) -> list[Point]:
    """Return the legal moves that fill no own eye."""
    points = np.array(game.legal_points(colour), np.intp)
    own_eye = TRUE_EYE[game.board.code[points]] >> np.uint8(colour) & 1
    return [int(p) for p in points[own_eye == 0]]
