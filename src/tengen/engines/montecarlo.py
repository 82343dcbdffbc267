"""Monte-Carlo: one level deep. Each move is tried in playouts, and the one that wins most of them is played.

With all-moves-as-first (Bruegmann 1993) every playout counts for all the moves that the side to play made in it, as if
each had been the first: many more results for each move, at the price of some that mislead.
"""

from random import Random
from typing import Annotated, Any

from msgspec import Meta

from tengen.board.point import BLACK, PASS, Colour, Point
from tengen.engines.engine import Choice, PlayoutJudge, may_end_game, sensible_points
from tengen.game.game import Game
from tengen.parts.options import Options
from tengen.parts.settings import Settings
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import PlayoutState, new_playout_state

ROUNDS = 4  # each move gets its share of the simulations in a few rounds, so that all are tried before one is finished


class MonteCarloOptions(Options, frozen=True):
    """One-level Monte-Carlo."""

    simulations: Annotated[int, Meta(ge=1, le=10**9, description="playouts for one move")] = 10_000
    all_moves_as_first: Annotated[bool, Meta(description="a playout counts for every move that was made in it")] = False
    playout: PlayoutOptions = PlayoutOptions()


class MonteCarloEngine(PlayoutJudge):
    """Plays the move with the best share of won playouts."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin the random numbers anew."""
        self._random = Random(seed)  # noqa: S311  # for games

    def choose(self, game: Game, colour: Colour) -> Choice:
        """Return the move with the best share of wins; a pass that ends a won game, or when nothing else is left."""
        points = sensible_points(game, colour)
        if not points or may_end_game(game, colour, self):
            return Choice(int(PASS))
        options: Any = self.settings.options
        values = self._values_by_amaf if options.all_moves_as_first else self._values_by_trial
        by_point = values(game, colour, points, options)
        best = max(by_point, key=lambda point: by_point[point])
        return Choice(best, by_point[best], options.simulations)

    def _values_by_trial(self, game: Game, colour: Colour, points: list[Point], options: Any) -> dict[Point, float]:
        policy = Policy(options.playout)
        states = {point: self._state(game, colour, point) for point in points}
        for turn in range(ROUNDS):
            for i, point in enumerate(points):
                share = _share(_share(options.simulations, len(points), i), ROUNDS, turn)
                policy.run(states[point], game.compensation, share)
        return {point: _value(d.tally.black_wins, d.tally.playouts, colour) for point, d in states.items()}

    def _values_by_amaf(self, game: Game, colour: Colour, points: list[Point], options: Any) -> dict[Point, float]:
        state = self._state(game, colour, None)
        Policy(options.playout).survey(state, game.compensation, options.simulations)
        wins, visits = state.tally.amaf_wins[colour], state.tally.amaf_visits[colour]
        return {point: _value(wins[point], visits[point], colour) for point in points}

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


def _value(black_wins: float, visits: int, colour: Colour) -> float:
    """Return a colour's share of wins; a move that was never tried counts as lost."""
    if not visits:
        return 0.0
    share = float(black_wins) / int(visits)
    return share if colour == BLACK else 1 - share
