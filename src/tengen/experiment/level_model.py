"""A smooth model of the strength of levels, so that games between all settings help to place each of them.

The Elo of a setting is the sum of three functions: one of the logarithm of its simulations, one of its temperature, and
one of its weight of the prediction. Each is piecewise linear between knots, and is kept smooth by a penalty on its
bends. The functions are those that are most likely after the games, by Bradley and Terry's model.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.match.statistics import CONFIDENCE, ELO_SCALE, Estimate
from tengen.presets.level import Level

Vector = NDArray[np.float64]

SIMULATIONS = np.log([25, 50, 70, 100, 140, 200, 300, 450, 700, 1000, 1600, 2500, 4000, 6500, 10_000, 20_000, 40_000])
TEMPERATURE = np.array([0, 0.1, 0.2, 0.3, 0.5, 0.75, 1.1, 1.6, 2.5, 4, 10, 20])
PREDICTION = np.arange(7.0)  # how often the full weight is halved
FULL_WEIGHT = Level(1).prediction
LEAST_WEIGHT = FULL_WEIGHT / 2 ** float(PREDICTION[-1])
SMOOTH_SIMULATIONS = 1.0  # weight of a bend, in slope for each unit of the logarithm
SMOOTH_OTHERS = 2.0  # weight of a bend, in difference from knot to knot
TINY = 1e-5  # gives the Elo a zero
ROUNDS = 60  # of Newton's method; it needs fewer
LONGEST_STEP = 2.0


class RatedGame(NamedTuple):
    """A game between two settings."""

    black: Level
    white: Level
    points: float
    """Of Black: 1, 0.5 or 0."""


@dataclass(frozen=True)
class LevelModel:
    """The fitted functions; made by ``fit``."""

    values: Vector
    covariance: NDArray[np.float64]

    def difference(self, one: Level, other: Level) -> Estimate:
        """Return by how many Elo one setting is stronger than the other, with an interval."""
        change = _weights(one) - _weights(other)
        value = ELO_SCALE * float(change @ self.values)
        half = ELO_SCALE * math.sqrt(float(change @ self.covariance @ change))
        half *= NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        return Estimate(value, value - half, value + half)


def fit(games: Sequence[RatedGame]) -> LevelModel:
    """Return the most likely model after some games; the last of its values is the advantage of Black."""
    differences = np.array([_weights(game.black, black=1.0) - _weights(game.white) for game in games])
    points = np.array([game.points for game in games])
    penalty = _penalty()
    values = np.zeros(len(penalty))
    information = penalty
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-differences @ values))
        information = differences.T @ (differences * (chances * (1 - chances))[:, None]) + penalty
        step = np.linalg.solve(information, differences.T @ (points - chances) - penalty @ values)
        values += step * min(1.0, LONGEST_STEP / max(TINY, float(np.abs(step).max())))
    return LevelModel(values, np.asarray(np.linalg.inv(information), np.float64))


def _weights(level: Level, black: float = 0.0) -> Vector:
    """Return how much each value of the model counts for a setting."""
    halvings = math.log2(FULL_WEIGHT / max(LEAST_WEIGHT, level.prediction))
    return np.concatenate(
        [
            _between(math.log(level.simulations), SIMULATIONS),
            _between(level.temperature, TEMPERATURE)[1:],
            _between(halvings, PREDICTION)[1:],
            [black],
        ]
    )


def _between(place: float, knots: Vector) -> Vector:
    """Return the weights of the two knots around a place."""
    weights = np.zeros(len(knots))
    place = min(max(place, float(knots[0])), float(knots[-1]))
    left = min(int(np.searchsorted(knots, place, side="right")) - 1, len(knots) - 2)
    weights[left + 1] = (place - knots[left]) / (knots[left + 1] - knots[left])
    weights[left] = 1 - weights[left + 1]
    return weights


def _penalty() -> NDArray[np.float64]:
    """Return the matrix whose quadratic form is the penalty of all bends."""
    counts = len(SIMULATIONS), len(TEMPERATURE) - 1, len(PREDICTION) - 1
    bends = [math.sqrt(SMOOTH_SIMULATIONS) * _bends(SIMULATIONS)]
    # The functions of temperature and prediction are 0 at their first knot, which has no value of its own.
    bends += [math.sqrt(SMOOTH_OTHERS) * _bends(np.arange(float(count + 1)))[:, 1:] for count in counts[1:]]
    penalty = TINY * np.eye(sum(counts) + 1)
    start = 0
    for count, rows in zip(counts, bends, strict=True):
        penalty[start : start + count, start : start + count] += rows.T @ rows
        start += count
    penalty[-1, -1] += 1
    return penalty


def _bends(knots: Vector) -> NDArray[np.float64]:
    """Return a row for each inner knot: applied to values at the knots it gives the change of slope there."""
    rows = np.zeros((len(knots) - 2, len(knots)))
    for i, row in enumerate(rows):
        before, after = 1 / (knots[i + 1] - knots[i]), 1 / (knots[i + 2] - knots[i + 1])
        row[i : i + 3] = before, -before - after, after
    return rows
