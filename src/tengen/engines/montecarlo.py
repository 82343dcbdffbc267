"""Monte-Carlo: one level deep. Each move is tried in playouts, and the one that wins most of them is played.

With all-moves-as-first (Bruegmann 1993) every playout counts for all the moves that the side to play made in it, as if
each had been the first. That gives many more results for each move, some of which mislead.
"""

from typing import Annotated, cast

from msgspec import Meta

from tengen.board.grid import PASS, Colour, Point
from tengen.engines.orders import ANY, Orders
from tengen.engines.player import Choice, Player, sensible_points
from tengen.game.game import Game
from tengen.parts.options import Options
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import PlayoutState, new_playout_state
from tengen.report.report import win_rate_of

ROUNDS = 4  # each move gets its share of the simulations in a few rounds, so that all are tried before one is finished


class MonteCarloOptions(Options, frozen=True):
    """One-level Monte-Carlo."""

    simulations: Annotated[int, Meta(ge=1, le=10**9, description="playouts for a move")] = 10_000
    all_moves_as_first: Annotated[bool, Meta(description="count a playout for every move that was made in it")] = False
    playout: PlayoutOptions = PlayoutOptions()


class MonteCarloPlayer(Player):
    """Plays the move with the best share of won playouts."""

    @property
    def options(self) -> MonteCarloOptions:
        """Its options, with their type."""
        return cast(MonteCarloOptions, self.settings.options)

    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return the move with the best share of wins; a pass that ends a won game, or if no other move is left."""
        points = sensible_points(game, colour)
        if not points or self.may_end_game(game, colour):
            return Choice(PASS)
        limit = orders.limit
        playouts = limit.simulations if limit is not None and limit.simulations else self.options.simulations
        win_rates = self._by_amaf if self.options.all_moves_as_first else self._by_trial
        by_point = win_rates(game, colour, points, playouts)
        best = max(by_point, key=lambda point: by_point[point])
        return Choice(best, by_point[best], playouts)

    def _by_trial(self, game: Game, colour: Colour, points: list[Point], playouts: int) -> dict[Point, float]:
        policy = Policy(self.options.playout)
        states = {point: self._state(game, colour, point) for point in points}
        for turn in range(ROUNDS):
            for i, point in enumerate(points):
                share = _share(_share(playouts, len(points), i), ROUNDS, turn)
                policy.run(states[point], game.compensation, share)
        return {p: _win_rate(s.tally.black_wins, s.tally.playouts, colour) for p, s in states.items()}

    def _by_amaf(self, game: Game, colour: Colour, points: list[Point], playouts: int) -> dict[Point, float]:
        state = self._state(game, colour, None)
        Policy(self.options.playout).survey(state, game.compensation, playouts)
        wins, visits = state.tally.amaf_wins[colour], state.tally.amaf_visits[colour]
        return {point: _win_rate(wins[point], visits[point], colour) for point in points}

    def _state(self, game: Game, colour: Colour, point: Point | None) -> PlayoutState:
        """Return a state for playouts from the game as it stands, or from the position after a move."""
        board = game.board_for(colour)
        if point is not None:
            after = game.copy()
            after.play(point, colour)
            board = after.board
        return new_playout_state(board, self._random.getrandbits(63))


def _share(total: int, parts: int, index: int) -> int:
    """Return an even share of a total; the first parts take what does not divide."""
    return total // parts + (index < total % parts)


def _win_rate(black_wins: float, visits: float, colour: Colour) -> float:
    """Return a colour's share of wins; a move that was never tried counts as lost."""
    return win_rate_of(black_wins, visits, colour) or 0.0
