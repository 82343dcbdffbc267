"""Learning which of a rule's suggestions strong players prefer.

Where a move of a game is among several suggestions of a rule, it wins a contest against the others. A suggestion's
weight is the product of the factors of its features (a Bradley-Terry model of teams), and the factors that make the
moves most probable are found by Newton's method. A weak pull towards 1 keeps rare features finite.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import PASS
from tengen.compiled.word import u64
from tengen.learn.games import TrainingGame
from tengen.parts.family import Part
from tengen.parts.options import Options, to_record
from tengen.playout.choosers.preference import DISTANCES, FACTORS, LIBERTIES, SHAPES, features
from tengen.playout.policy import RULES, PlayoutOptions, policy_parts
from tengen.playout.state import new_playout_state

PULL = 1.0  # inverse variance of a logarithm of a factor around 0
STEPS = 12  # of Newton's method; five or six are enough


class Contests(NamedTuple):
    """The contests of all moves: the features of every suggestion, and which one was played."""

    start: NDArray[np.int64]
    """Where the suggestions of each contest begin."""
    features: NDArray[np.int64]
    """The numbers of the features of each suggestion, a row each."""
    winners: NDArray[np.int64]
    """The rows of the moves that were played."""


def collect(games: Iterable[TrainingGame], options: PlayoutOptions, every: int) -> Contests:
    """Return the contests among the suggestions of each rule of a policy, at every n-th move of games."""
    rules = [part for part in policy_parts(options) if part.family == RULES.name]
    starts: list[int] = []
    rows: list[list[int]] = []
    winners: list[int] = []
    for number, game in enumerate(games):
        for board, played in _positions(game, number % every, every):
            for rule in rules:
                points = suggestions(rule, board, getattr(options, rule.name))
                if len(points) > 1 and played in points:
                    starts.append(len(rows))
                    winners.append(len(rows) + points.index(played))
                    rows += [[int(f) for f in features(board, u64(point))] for point in points]
    if not winners:
        raise ValueError("no move of these games is among the suggestions of a rule")
    return Contests(np.array(starts), np.array(rows), np.array(winners))


def _positions(game: TrainingGame, first: int, every: int) -> Iterator[tuple[Board, int]]:
    """Yield every n-th position of a game, up to its first illegal move, and the point that was played there."""
    position = game.position(0)
    for turn, (colour, point) in enumerate(game.moves):
        if turn % every == first and point != PASS and colour == position.to_play:
            yield position.board, int(point)
        try:
            position.play(point, colour)
        except ValueError:
            return


def suggestions(rule: Part, board: Board, options: Options) -> list[int]:
    """Return the points that a rule suggests with its group of options, each once."""
    moves = new_playout_state(board, seed=1).moves
    rule.module.suggest(board, to_record(options), moves)
    return sorted({int(point) for point in moves.points[: int(moves.length)]})


def fit(contests: Contests) -> NDArray[np.float64]:
    """Return the factor of every feature."""
    logs = np.zeros(FACTORS)
    rows = np.zeros((len(contests.features), FACTORS))
    np.put_along_axis(rows, contests.features, 1.0, axis=1)
    sizes = np.diff([*contests.start, len(rows)])
    for _ in range(STEPS):
        chances = _chances(contests, sizes, logs)
        means = np.add.reduceat(rows * chances[:, None], contests.start)
        slope = rows[contests.winners].sum(0) - means.sum(0) - PULL * logs
        curve = (rows * chances[:, None]).T @ rows - means.T @ means + PULL * np.eye(FACTORS)
        logs += np.linalg.solve(curve, slope)
    factors: NDArray[np.float64] = np.exp(logs)
    return factors


def _chances(contests: Contests, sizes: NDArray[np.int64], logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of every suggestion."""
    weights = np.exp(logs[contests.features].sum(1))
    chances: NDArray[np.float64] = weights / np.repeat(np.add.reduceat(weights, contests.start), sizes)
    return chances


def mean_log_likelihood(contests: Contests, factors: NDArray[np.float64]) -> float:
    """Return the mean logarithm of the probability given to the moves that were played."""
    sizes = np.diff([*contests.start, len(contests.features)])
    return float(np.mean(np.log(_chances(contests, sizes, np.log(factors))[contests.winners])))


def to_text(factors: NDArray[np.float64], comment: str) -> str:
    """Return the lines of the file that is shipped."""
    names = [f"shape {k}" for k in range(SHAPES)]
    names += [f"{k % 4 + 1} liberties{', capture' if k >= LIBERTIES // 2 else ''}" for k in range(LIBERTIES)]
    names += [f"distance {k}" for k in range(DISTANCES)]
    lines = [f"# {comment}", "# feature, factor"]
    return "\n".join([*lines, *(f"{name}\t{factor:.3f}" for name, factor in zip(names, factors, strict=True))]) + "\n"
