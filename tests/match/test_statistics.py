"""The statistics against known values, against SciPy, and against simulated matches (seeded)."""

import math
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import beta, binomtest

from tengen.match.statistics import (
    Estimate,
    MatchTally,
    Sprt,
    contrast,
    elo_difference,
    elo_of_score,
    ratings,
    score_of_elo,
    sprt,
    superiority,
    wilson,
)

MATCHES = 10_000


# Newcombe (1998), table I, method 3: the intervals of 81/263, 15/148, 0/20 and 1/29.
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_has_the_published_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("games", [1, 7, 40, 1000])
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_wilson_is_that_of_scipy(games: int, confidence: float) -> None:
    for wins in {0, 1, games // 3, games}:
        low, high = binomtest(wins, games).proportion_ci(confidence, method="wilson")
        assert wilson(wins, games, confidence) == pytest.approx((low, high), abs=1e-12)


def test_wilson_takes_half_wins_and_no_games() -> None:
    assert wilson(2, 10) < wilson(2.5, 10) < wilson(3, 10)
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("wins", "games", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)])
def test_wilson_refuses_nonsense(wins: int, games: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"possible|between"):
        wilson(wins, games, confidence)


@pytest.mark.parametrize(
    ("wins", "games", "other_wins", "other_games", "low", "high"),
    [(56, 70, 48, 80, 0.0524, 0.3339), (9, 10, 3, 10, 0.1705, 0.8090), (10, 10, 0, 20, 0.6791, 1.0)],
)
def test_a_difference_has_newcombes_interval(
    wins: int, games: int, other_wins: int, other_games: int, low: float, high: float
) -> None:  # Newcombe (1998), Statistics in Medicine 17: table II, method 10
    one, other = (Estimate(w / n, *wilson(w, n)) for w, n in ((wins, games), (other_wins, other_games)))
    found = contrast([(1.0, one), (-1.0, other)])
    assert found.value == pytest.approx(one.value - other.value)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    assert contrast([(1.0, other), (-1.0, one)]) == pytest.approx((-found.value, -found.high, -found.low))


def test_a_mean_of_independent_values_is_surer_than_each() -> None:
    one = Estimate(0.5, 0.4, 0.6)
    assert contrast([(0.25, one)] * 4) == pytest.approx((0.5, 0.45, 0.55))
    assert contrast([(1.0, one), (-1.0, Estimate(0.5, 0.5, 0.5))]) == pytest.approx((0.0, -0.1, 0.1))


def test_a_tally_is_seen_from_both_sides() -> None:
    tally = MatchTally(wins=5, draws=2, losses=1)
    assert (tally.games, tally.points, tally.score) == (8, 6.0, 0.75)
    assert tally + tally.of_opponent() == MatchTally(6, 6, 4)
    assert math.isnan(MatchTally().score)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.64, 99.95), (0.75, 190.85), (10 / 11, 400.0)])
def test_elo_has_its_known_values_and_an_inverse(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=0.01)
    assert score_of_elo(elo_of_score(score)) == pytest.approx(score)


def test_elo_of_a_perfect_score_is_open_to_one_side() -> None:
    value, low, high = elo_difference(MatchTally(wins=20))
    assert value == high == math.inf
    assert low == pytest.approx(elo_of_score(1 - 0.1611), abs=0.1)
    assert elo_difference(MatchTally(losses=20)) == pytest.approx((-math.inf, -math.inf, -low))
    assert math.isnan(elo_difference(MatchTally()).value)


def test_superiority_is_the_posterior_of_a_uniform_prior() -> None:
    assert superiority(MatchTally()) == 0.5
    assert superiority(MatchTally(wins=7, draws=40, losses=3)) == pytest.approx(1 - beta(8, 4).cdf(0.5))
    assert superiority(MatchTally(3, 7)) == pytest.approx(1 - superiority(MatchTally(7, 3)))
    # One game: the wins' chance has density 2p, and three quarters of it lie above one half.
    assert superiority(MatchTally(wins=1)) == pytest.approx(0.75)


def test_sprt_is_the_likelihood_ratio_within_its_bounds() -> None:
    test = Sprt(elo0=0, elo1=elo_of_score(0.75), alpha=0.05, beta=0.1)
    verdict = sprt(MatchTally(wins=8, losses=2), test)
    assert verdict.ratio == pytest.approx(8 * math.log(1.5) + 2 * math.log(0.5))
    assert (verdict.lower, verdict.upper) == pytest.approx((math.log(0.1), math.log(20)))
    assert verdict.decision == "open"
    assert sprt(MatchTally(wins=12, losses=2), test).decision == "H1"
    assert sprt(MatchTally(wins=1, losses=5), test).decision == "H0"
    assert sprt(MatchTally(draws=2), test).ratio == pytest.approx(sprt(MatchTally(wins=1, losses=1), test).ratio)


@pytest.mark.parametrize("bad", [{"elo0": 5, "elo1": 5}, {"elo0": 10, "elo1": 0}])
def test_sprt_needs_two_hypotheses(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be less"):
        Sprt(**bad)


def simulated(score: float, draws: float, games: int, seed: int) -> NDArray[np.float64]:
    """Return the points of many matches after each game, at the given expected score and share of draws."""
    chance = np.random.default_rng(seed).random((MATCHES, games), dtype=np.float32)
    won = score - draws / 2
    return np.cumsum((chance < won) + 0.5 * ((chance >= won) & (chance < won + draws)), axis=1, dtype=np.float64)


def decisions(points: NDArray[np.float64], test: Sprt) -> dict[str, int]:
    """Count how the matches end that stop when the test says so."""
    win, loss = sprt(MatchTally(wins=1), test).ratio, sprt(MatchTally(losses=1), test).ratio
    played = np.arange(1, points.shape[1] + 1)
    ratio = points * win + (played - points) * loss
    crossed = (ratio >= test.upper) | (ratio <= test.lower)
    last = np.where(crossed.any(axis=1), crossed.argmax(axis=1), points.shape[1] - 1)
    count = {"H0": 0, "H1": 0, "open": 0}
    for of_match, at in zip(points, last, strict=True):
        half_points = round(2 * of_match[at])
        tally = MatchTally(half_points // 2, int(at) + 1 - (half_points + 1) // 2, half_points % 2)
        count[sprt(tally, test).decision] += 1
    return count


@pytest.mark.parametrize("draws", [0.0, 0.3])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 100), (-30, 70), (0, 250)])
def test_sprt_errs_no_more_often_than_it_says(elo0: float, elo1: float, draws: float) -> None:
    test = Sprt(elo0=elo0, elo1=elo1, alpha=0.05, beta=0.1)
    if_h0 = decisions(simulated(score_of_elo(elo0), draws, 800, 1), test)
    if_h1 = decisions(simulated(score_of_elo(elo1), draws, 800, 2), test)
    assert if_h0["H1"] <= test.alpha * MATCHES
    assert if_h1["H0"] <= test.beta * MATCHES
    assert if_h0["open"] + if_h1["open"] < 0.01 * MATCHES  # it does end
    if not draws:  # and wastes little: Wald's bound is nearly used up
        assert if_h0["H1"] >= 0.6 * test.alpha * MATCHES
        assert if_h1["H0"] >= 0.6 * test.beta * MATCHES


def test_two_players_are_rated_by_their_score() -> None:
    tally = MatchTally(wins=30, draws=0, losses=10)
    found = ratings({("strong", "weak"): tally}, anchor="weak")
    assert found["weak"] == (0, 0, 0)
    # One drawn game is added; the interval is that of the log-odds, 1.96 / sqrt(41 p (1 - p)).
    share = 30.5 / 41
    assert found["strong"].value == pytest.approx(elo_of_score(share), abs=0.1)
    half = 1.959964 * 400 / math.log(10) / math.sqrt(41 * share * (1 - share))
    assert found["strong"].high - found["strong"].value == pytest.approx(half, rel=1e-3)


def test_ratings_do_not_depend_on_the_direction_of_a_pair() -> None:
    one = ratings({("a", "b"): MatchTally(7, 2, 1), ("b", "c"): MatchTally(4, 6)})
    two = ratings({("b", "a"): MatchTally(2, 7, 1), ("b", "c"): MatchTally(1, 2), ("c", "b"): MatchTally(4, 3)})
    assert {k: pytest.approx(v) for k, v in one.items()} == two


def test_a_perfect_score_has_a_finite_rating() -> None:
    found = ratings({("god", "man"): MatchTally(wins=40)}, anchor="man")
    assert found["god"].value == pytest.approx(elo_of_score(40.5 / 41), abs=0.5)
    assert found["god"].low > 0
    assert math.isfinite(found["god"].high)


def test_strangers_are_rated_in_circles_of_their_own() -> None:
    found = ratings({("a", "b"): MatchTally(3, 1), ("c", "d"): MatchTally(1, 3), ("e", "f"): MatchTally()}, anchor="a")
    assert sorted(found) == ["a", "b", "c", "d"]
    assert found["a"].value == 0
    assert found["c"].value == pytest.approx(-found["d"].value)
    assert ratings({}) == {}


def test_the_elo_of_simulated_players_lies_within_the_interval_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    true = {"a": -200.0, "b": -60.0, "c": 0.0, "d": 80.0, "e": 180.0}
    rounds, within = 300, dict.fromkeys(true, 0)
    for _ in range(rounds):
        pairs = {}
        for one, other in combinations(true, 2):
            wins = int(rng.binomial(60, score_of_elo(true[one] - true[other])))
            pairs[one, other] = MatchTally(wins, 60 - wins)
        for name, (_, low, high) in ratings(pairs, anchor="c").items():
            within[name] += low <= true[name] <= high
    assert within.pop("c") == rounds  # the anchor
    # 285 of 300 are expected, with a deviation of 3.8; five deviations either way.
    assert all(count >= 266 for count in within.values()), within
    assert sum(within.values()) < 4 * rounds - 20
