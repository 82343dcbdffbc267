"""Replay: the move that the playout policy itself would play, most often, without any search (Pachi, section 3.2).

It shows how strong a policy is by itself, and is an opponent that answers at once.
"""

from collections import Counter
from typing import Annotated, cast

from msgspec import Meta

from tengen.board.grid import PASS, Colour
from tengen.engines.orders import ANY, Orders
from tengen.engines.player import Choice, Player
from tengen.game.game import Game
from tengen.parts.options import Options
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state


class ReplayOptions(Options, frozen=True):
    """Play as the playout policy does."""

    playouts: Annotated[int, Meta(ge=1, le=10**6, description="number of playouts whose first moves are counted")] = 100
    playout: PlayoutOptions = PlayoutOptions(policy="moggy")


class ReplayPlayer(Player):
    """Plays the policy's most frequent move."""

    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return the most frequent legal first move of playouts; a pass if they have none, or to end a won game."""
        if self.may_end_game(game, colour):
            return Choice(PASS)
        options = cast(ReplayOptions, self.settings.options)
        state = new_playout_state(game.board_for(colour), self._random.getrandbits(63))
        counts = Policy(options.playout).first_moves(state, options.playouts)
        legal = Counter({point: count for point, count in counts.items() if game.is_legal(point, colour)})
        ((point, _),) = legal.most_common(1) or [(PASS, 0)]
        return Choice(point, None, options.playouts)
