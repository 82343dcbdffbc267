"""A smooth model of the win rate over the values of options: logistic regression on a quadratic form.

A single sample of a few games tells little; the model is fitted to all samples together. Its coefficients have normal
priors, so that it exists for any samples, and a covariance by Laplace's approximation, so that its uncertainty is known
everywhere. The best place is where the lower confidence bound, the mean minus two deviations, is greatest: outside the
samples a quadratic form may rise for ever, but its deviation rises too.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.match.statistics import Estimate
from tengen.parts.extra import extra

PRIOR_DEVIATION = 3.0  # of a coefficient, in log-odds over half a range
STEPS = 50
CAUTION = 2.0  # deviations
Array = NDArray[np.float64]


class Model(NamedTuple):
    """The posterior of the coefficients."""

    mean: Array
    covariance: Array

    def predict(self, place: Sequence[float] | Array) -> tuple[float, float]:
        """Return the log-odds of winning at a place, and their deviation."""
        row = _features(np.atleast_2d(np.asarray(place, np.float64)))[0]
        return float(row @ self.mean), float(np.sqrt(row @ self.covariance @ row))

    def score(self, place: Sequence[float] | Array) -> Estimate:
        """Return the expected win rate at a place, with the interval of two deviations."""
        mean, deviation = self.predict(place)
        return Estimate(*(1 / (1 + float(np.exp(-(mean + shift * deviation)))) for shift in (0, -2, 2)))


def _features(places: Array) -> Array:
    """Return a row for each place: 1, the coordinates from -1 to 1, and their products."""
    x = 2 * places - 1
    first, second = np.triu_indices(x.shape[1])
    return np.hstack([np.ones((len(x), 1)), x, x[:, first] * x[:, second]])


def coefficients(dimensions: int) -> int:
    """Return the number of coefficients of a model of so many options."""
    return (dimensions + 1) * (dimensions + 2) // 2


def fit(places: Array, points: Array, games: Array) -> Model:
    """Return the model of samples: their places (a row each), their points, and their numbers of games."""
    rows = _features(places)
    precision = np.eye(rows.shape[1]) / PRIOR_DEVIATION**2
    mean = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-rows @ mean))
        slope = rows.T @ (points - games * chance) - precision @ mean
        curvature = (rows * (games * chance * (1 - chance))[:, None]).T @ rows + precision
        step = np.linalg.solve(curvature, slope)
        mean = mean + step / max(1.0, float(np.abs(step).max()))  # Newton's step may be too long far from the maximum
        if np.abs(step).max() < 1e-9:
            break
    return Model(mean, np.asarray(np.linalg.inv(curvature), np.float64))


def best_place(model: Model, starts: Array) -> Array:
    """Return the place in the unit cube where the lower confidence bound is greatest, climbing from each start."""
    with extra("lab"):
        from scipy.optimize import minimize

    def loss(place: Array) -> float:
        mean, deviation = model.predict(place)
        return CAUTION * deviation - mean

    climbs = [minimize(loss, start, bounds=[(0.0, 1.0)] * len(start), method="L-BFGS-B") for start in starts]
    return np.asarray(min(climbs, key=lambda climb: float(climb.fun)).x, np.float64)
