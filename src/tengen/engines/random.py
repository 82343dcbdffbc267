"""Random: any legal move that fills no own eye, each with the same probability; passes when there is none."""

from random import Random

from tengen.board.point import PASS, Colour
from tengen.engines.engine import Choice, PlayoutJudge, sensible_points
from tengen.game.game import Game
from tengen.parts.options import Options
from tengen.parts.settings import Settings


class RandomOptions(Options, frozen=True):
    """The random engine has no options."""


class RandomEngine(PlayoutJudge):
    """Plays at random."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin the random numbers anew."""
        self._random = Random(seed)  # noqa: S311  # for games

    def choose(self, game: Game, colour: Colour) -> Choice:
        """Return a random move."""
        points = sensible_points(game, colour)
        return Choice(self._random.choice(points) if points else int(PASS))
