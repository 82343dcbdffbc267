"""Statistics of match results: intervals, tests and ratings. Formulas and reasons are in docs/statistics.md.

A tally is always seen from one of the two players; a draw (jigo) counts as half a win and half a loss. Nothing here
reads a file or draws a random number. SciPy and choix are imported by the functions that need them (extra ``lab``).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from tengen.parts.extra import extra

if TYPE_CHECKING:
    import numpy as np

CONFIDENCE = 0.95
ELO_SCALE = 400 / math.log(10)  # Elo points in one unit of log-odds
Decision = Literal["H0", "H1", "open"]


class MatchTally(msgspec.Struct, frozen=True):
    """Wins, losses and draws of one player against another."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    void: int = 0
    """Games that do not count and were played again."""

    @property
    def games(self) -> int:
        """Number of games that count."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Wins plus half of the draws."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game; not a number without games."""
        return self.points / self.games if self.games else math.nan

    def of_opponent(self) -> "MatchTally":
        """Return the same games from the opponent's view."""
        return MatchTally(self.losses, self.wins, self.draws, self.void)

    def __add__(self, other: "MatchTally") -> "MatchTally":
        return MatchTally(
            self.wins + other.wins, self.losses + other.losses, self.draws + other.draws, self.void + other.void
        )


def wilson(wins: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's score interval of a win rate; (0, 1) without games.

    SciPy's ``binomtest`` gives the same, for whole wins only. Wins may be fractional, as jigo is half of one; the
    interval is then a little too wide. Raises ValueError unless 0 <= wins <= games and 0 < confidence < 1.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins of {games} games are not possible")
    if not games:
        return 0.0, 1.0
    z = _quantile(confidence)
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return (0.0 if wins == 0 else middle - half), (1.0 if wins == games else middle + half)


def _quantile(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence is between 0 and 1, not {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def elo_of_score(score: float) -> float:
    """Return the difference in Elo at which this score is expected; infinite for 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return ELO_SCALE * math.log(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """Return the expected score of a player who is so much stronger."""
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


class Estimate(NamedTuple):
    """A value with the ends of its interval, which may be infinite."""

    value: float
    low: float
    high: float


def win_rate(tally: MatchTally, confidence: float = CONFIDENCE) -> Estimate:
    """Return the share of the points with Wilson's interval; not a number, 0 and 1 without games."""
    return Estimate(tally.score, *wilson(tally.points, tally.games, confidence))


def contrast(terms: Iterable[tuple[float, Estimate]]) -> Estimate:
    """Return a weighted sum of independent estimates with its interval, from the intervals of the estimates.

    For two win rates with the weights 1 and -1 it is Newcombe's interval of their difference (docs/statistics.md).
    """
    value = below = above = 0.0
    for weight, estimate in terms:
        value += weight * estimate.value
        steps = weight * (estimate.low - estimate.value), weight * (estimate.high - estimate.value)
        below += min(steps) ** 2
        above += max(steps) ** 2
    return Estimate(value, value - math.sqrt(below), value + math.sqrt(above))


def elo_difference(tally: MatchTally, confidence: float = CONFIDENCE) -> Estimate:
    """Return the difference in Elo that corresponds to the score, with Wilson's interval in Elo.

    Infinite for a perfect score, whose interval has one finite end; not a number without games.
    """
    value, low, high = win_rate(tally, confidence)
    return Estimate(elo_of_score(value) if tally.games else math.nan, elo_of_score(low), elo_of_score(high))


def superiority(tally: MatchTally) -> float:
    """Return the likelihood of superiority: how probable it is that the player wins more often than it loses.

    The prior is uniform over the probabilities of win, draw and loss; then draws have no effect.
    """
    with extra("lab"):
        from scipy.special import betainc

    return float(betainc(tally.losses + 1, tally.wins + 1, 0.5))


Rate = Annotated[float, msgspec.Meta(gt=0, lt=0.5)]


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wald's test whether a player is ``elo1`` stronger (H1) or only ``elo0`` (H0), and its chances of error."""

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: Rate = 0.05
    """Largest probability of H1 for a player no stronger than elo0."""
    beta: Rate = 0.05
    """Largest probability of H0 for a player at least as strong as elo1."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 = {self.elo0} must be less than elo1 = {self.elo1}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta)

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return -math.log(self.alpha)


class SprtStatus(NamedTuple):
    """The state of a sequential test: it is ``open`` while the ratio lies between the bounds."""

    ratio: float
    lower: float
    upper: float
    decision: Decision


def sprt(tally: MatchTally, test: Sprt) -> SprtStatus:
    """Return the status of a sequential test after the games so far; it may be called after every game.

    Both errors stay within ``alpha`` and ``beta``, whatever the share of draws, as the bounds are 1/alpha and beta and
    not Wald's approximations (docs/statistics.md has the proof). If the ratio overshoots a bound, the test is
    even safer.
    """
    expected0, expected1 = score_of_elo(test.elo0), score_of_elo(test.elo1)
    lost = tally.games - tally.points
    ratio = tally.points * math.log(expected1 / expected0) + lost * math.log((1 - expected1) / (1 - expected0))
    decision: Decision = "H1" if ratio >= test.upper else "H0" if ratio <= test.lower else "open"
    return SprtStatus(ratio, test.lower, test.upper, decision)


Pairs = Mapping[tuple[str, str], MatchTally]
"""The tally of the first player of each pair; a pair may occur in both orders."""


def ratings(
    pairs: Pairs, anchor: str | None = None, confidence: float = CONFIDENCE, drawn: float = 1.0
) -> dict[str, Estimate]:
    """Return the Elo of every player who has a game, by the Bradley-Terry model.

    One drawn game, or ``drawn`` of them, is added to each pair that met, so that perfect scores have finite ratings;
    less than one is better where many pairs have few games each. Players who are not connected by games cannot be
    compared: each connected group is rated by itself. In the group of the anchor, the
    anchor has 0 and the intervals are those of the differences to it; in other groups 0 is the mean. Intervals are
    normal ones, from the curvature of the likelihood at its maximum.
    """
    import numpy as np

    names = sorted({name for pair, tally in pairs.items() if tally.games for name in pair})
    points = np.zeros((len(names), len(names)))
    for (one, other), tally in pairs.items():
        if tally.games:
            i, j = names.index(one), names.index(other)
            points[i, j] += tally.points
            points[j, i] += tally.games - tally.points
    points += drawn / 2 * (points + points.T > 0)
    rated: dict[str, Estimate] = {}
    for group in _connected_groups(points):
        members = [names[i] for i in group]
        place = members.index(anchor) if anchor in members else None
        estimates = _rated_group(points[np.ix_(group, group)], place, _quantile(confidence))
        rated.update(zip(members, estimates, strict=True))
    return rated


def _connected_groups(points: "np.ndarray[Any, Any]") -> Iterable[Sequence[int]]:
    """List the indices of each set of players that games connect."""
    with extra("lab"):
        from scipy.sparse.csgraph import connected_components

    count, label = connected_components(points > 0, directed=False)
    return [[i for i, at in enumerate(label) if at == group] for group in range(count)]


def _rated_group(points: "np.ndarray[Any, Any]", anchor: int | None, z: float) -> list[Estimate]:
    """Return the ratings of connected players; ``points[i, j]`` are the points of i against j."""
    with extra("lab"):
        import choix
    import numpy as np

    strengths = choix.ilsr_pairwise_dense(points)
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    information = (points + points.T) * chances * chances.T
    # The strengths have no zero of their own, so the information is singular; its pseudo-inverse belongs to the mean.
    covariance = np.linalg.pinv(np.diag(information.sum(axis=1)) - information, hermitian=True)
    frame = np.eye(len(points)) - (1 / len(points) if anchor is None else np.eye(len(points))[anchor])
    values = ELO_SCALE * frame @ strengths
    halves = ELO_SCALE * z * np.sqrt(np.maximum(np.diag(frame @ covariance @ frame.T), 0))
    return [Estimate(float(v), float(v - h), float(v + h)) for v, h in zip(values, halves, strict=True)]
