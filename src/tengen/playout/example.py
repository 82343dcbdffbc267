"""One playout to look at: its moves, the rule that chose each of them, and the result."""

from dataclasses import dataclass

import msgspec

from tengen.board.grid import BLACK, WHITE, Move
from tengen.game.game import Game
from tengen.playout.policy import PlayoutOptions, Policy, recipe_of
from tengen.playout.state import new_playout_state

UNIFORM = "uniform"  # what chose a move if no rule did and there is no sampler


@dataclass(frozen=True)
class PlayoutMove:
    """A move of a playout."""

    move: Move
    rule: str
    """Name of the rule that chose it; if none did, the name of the sampler, or ``uniform`` for a uniform draw."""
    captured: tuple[str, ...]
    """The names of the points of the stones that it captured."""


@dataclass(frozen=True)
class Playout:
    """A playout: a simulated game from a position to its end."""

    game: Game
    """The game with the moves of the playout."""
    moves: tuple[PlayoutMove, ...]
    """The moves of the playout alone."""
    area: float
    """Black's area less White's at its end, without komi."""
    seed: int
    """The seed of its random numbers: the same one gives the same playout."""

    @property
    def score(self) -> float:
        """Black's lead by area: komi, and what the rules give White for handicap stones, are taken off."""
        return self.area - self.game.compensation

    @property
    def result(self) -> str:
        """The score as a result: ``B+3.5``, ``W+2.5`` or ``0``."""
        return f"{'B' if self.score > 0 else 'W'}+{abs(self.score):.1f}" if self.score else "0"


def example_playout(game: Game, options: PlayoutOptions, seed: int) -> Playout:
    """Play one playout from the position of a game, for the side to play; the game is not changed."""
    state = new_playout_state(game.board, seed)
    Policy(options).run(state, game.compensation, 1)
    recipe = recipe_of(options)
    names = (", ".join(recipe.samplers) or UNIFORM, *recipe.rules)
    played = game.copy()
    played.rules = msgspec.structs.replace(game.rules, ko="simple", suicide=False)  # a playout knows nothing else
    length = int(state.trail.length)
    trail = zip(state.trail.points[:length].tolist(), state.trail.rules[:length].tolist(), strict=True)
    moves = tuple(_played(played, point, names[rule]) for point, rule in trail)
    played.rules = game.rules
    return Playout(played, moves, float(state.tally.score), seed)


def _played(game: Game, point: int, rule: str) -> PlayoutMove:
    """Play a move of a playout on a game."""
    before = game.board.colour.copy()
    try:
        move = game.play(point)
    except ValueError as error:
        raise ValueError(f"{rule} has played where it may not, after {len(game.moves)} moves: {error}") from None
    is_captured = ((before == BLACK) | (before == WHITE)) & (game.board.colour != before)
    return PlayoutMove(move, rule, tuple(game.name(int(one)) for one in is_captured.nonzero()[0]))
