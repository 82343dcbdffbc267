"""Random: any legal move that fills no own eye, each with the same probability; passes when there is none."""

from tengen.board.grid import PASS, Colour
from tengen.engines.orders import ANY, Orders
from tengen.engines.player import Choice, Player, sensible_points
from tengen.game.game import Game
from tengen.parts.options import Options


class RandomOptions(Options, frozen=True):
    """The random engine has no options."""


class RandomPlayer(Player):
    """Plays at random."""

    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return a random move."""
        points = sensible_points(game, colour)
        return Choice(self._random.choice(points) if points else PASS)
