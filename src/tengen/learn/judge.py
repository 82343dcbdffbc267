"""How well playouts predict the winners of real games.

The MoGo talk's idea: a policy is good if its playouts, from positions of real games, are won by the side that won the
game. This ranks policies in minutes, where matches take days. The share of playouts that Black wins is taken as Black's
probability of winning and compared with the result, by log-loss and by squared error; smaller is better.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import BLACK
from tengen.board.rules import IllegalMove
from tengen.game.game import Game
from tengen.learn.games import TrainingGame
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state

FROM_SHARE, TO_SHARE = 0.2, 0.9  # of a game's moves: positions with stones on the board, and moves left to play


class JudgedPosition(NamedTuple):
    """A position of a real game, and whether Black won the game."""

    game: Game
    black_won: bool


class Mean(NamedTuple):
    """A mean with the half-width of its 95 % interval."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.margin:.4f}"


def sample_positions(games: Iterable[TrainingGame], size: int, count: int, seed: int) -> list[JudgedPosition]:
    """Return one position of each of up to ``count`` games of a size with a known winner, at a random move.

    A game with an illegal move before that is left out.
    """
    random = Random(seed)  # noqa: S311  # for sampling
    chosen: list[TrainingGame] = []
    seen = 0
    for game in games:
        if game.size != size or game.winner is None or len(game.moves) < size:
            continue
        seen += 1
        if len(chosen) < count:
            chosen.append(game)
        elif (place := random.randrange(seen)) < count:
            chosen[place] = game
    positions = []
    for game in chosen:
        turn = random.randrange(int(FROM_SHARE * len(game.moves)), int(TO_SHARE * len(game.moves)))
        try:
            positions.append(JudgedPosition(game.position(turn), game.winner == BLACK))
        except IllegalMove:
            continue
    return positions


def black_shares(
    positions: Sequence[JudgedPosition], options: PlayoutOptions, playouts: int, seed: int
) -> Iterator[float]:
    """Yield for each position the share of playouts that Black wins; a share is never exactly 0 or 1."""
    for i, position in enumerate(positions):
        state = new_playout_state(position.game.board, seed + i)
        Policy(options).run(state, position.game.komi, playouts)
        yield (float(state.tally.black_wins) + 1) / (playouts + 2)


def log_losses(shares: NDArray[np.float64], positions: Sequence[JudgedPosition]) -> NDArray[np.float64]:
    """Return minus the logarithm of the probability given to the actual result."""
    won = np.array([position.black_won for position in positions])
    losses: NDArray[np.float64] = -np.log(np.where(won, shares, 1 - shares))
    return losses


def squared_errors(shares: NDArray[np.float64], positions: Sequence[JudgedPosition]) -> NDArray[np.float64]:
    """Return the squared distance between the probability and the actual result."""
    won = np.array([position.black_won for position in positions])
    errors: NDArray[np.float64] = (shares - won) ** 2
    return errors


def mean_of(values: NDArray[np.float64]) -> Mean:
    """Return the mean of values with its interval."""
    return Mean(float(values.mean()), 1.96 * float(values.std(ddof=1)) / math.sqrt(len(values)))
