"""Replay: the move that the playout policy itself would play, most often, without any search (Pachi, section 3.2).

A policy's own strength, to look at and to measure; and an opponent that answers at once.
"""

from collections import Counter
from random import Random
from typing import Annotated, Any

from msgspec import Meta

from tengen.board.point import PASS, Colour
from tengen.engines.engine import Choice, PlayoutJudge, may_end_game
from tengen.game.game import Game
from tengen.parts.options import Options
from tengen.parts.settings import Settings
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state


class ReplayOptions(Options, frozen=True):
    """Play as the playout policy does."""

    playouts: Annotated[int, Meta(ge=1, le=10**6, description="first moves of playouts that are counted")] = 100
    playout: PlayoutOptions = PlayoutOptions(policy="moggy")


class ReplayEngine(PlayoutJudge):
    """Plays the policy's most frequent move."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin the random numbers anew."""
        self._random = Random(seed)  # noqa: S311  # for games

    def choose(self, game: Game, colour: Colour) -> Choice:
        """Return the most frequent legal first move of playouts; a pass when they have none, or to end a won game."""
        if may_end_game(game, colour, self):
            return Choice(int(PASS))
        options: Any = self.settings.options
        state = new_playout_state(game.board_for(colour), self._random.getrandbits(63))
        counts = Policy(options.playout).first_moves(state, options.playouts)
        legal = Counter({point: count for point, count in counts.items() if game.is_legal(point, colour)})
        ((point, _),) = legal.most_common(1) or [(int(PASS), 0)]
        return Choice(point, None, options.playouts)
