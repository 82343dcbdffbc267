"""The papers' formulas, and a tree search by them, in plain Python that imports nothing of ours.

Statistics of a move are a dict, from Black's view, as the program keeps them; ``seen_by`` turns them to the mover.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Stats = dict[str, float]
NEW: Stats = {
    "wins": 0.0,
    "visits": 0.0,
    "squares": 0.0,
    "amaf_visits": 0.0,
    "amaf_wins": 0.0,
    "prior_visits": 0.0,
    "prior_wins": 0.0,
    "bias": 0.0,
    "chance": 0.0,
    "hint": -1.0,
    "owned_black": 0.0,
    "owned_winner": 0.0,
}


def seen_by(black: bool, stats: Stats) -> Stats:
    """Return the statistics with wins of the mover instead of Black's."""
    if black:
        return dict(stats)
    turned = dict(stats)
    for wins, games in (("wins", "visits"), ("amaf_wins", "amaf_visits"), ("prior_wins", "prior_visits")):
        turned[wins] = stats[games] - stats[wins]
    return turned


def variance(stats: Stats) -> float:
    """Return s2: the mean of the squares less the square of the mean. Black's view or White's is the same."""
    mean = stats["wins"] / stats["visits"]
    return max(0.0, stats["squares"] / stats["visits"] - mean**2)


def ucb1(n: float, t: float, c: float) -> float:
    return c * math.sqrt(2 * math.log(n) / t)


def uct(n: float, t: float, c: float) -> float:
    """Mango's rewards are from -1 to 1: in rewards from 0 to 1 everything is half."""
    return c * math.sqrt(math.log(n) / t) / 2


def ucb1_tuned(n: float, t: float, s2: float, p: float) -> float:
    v = s2 + math.sqrt(2 * math.log(n) / t)
    return p * math.sqrt(math.log(n) / t * min(1 / 4, v))


def ucb_deviation(n: float, t: float, s2: float, p: float, least: float) -> float:
    return max(p * math.sqrt(s2) * math.sqrt(math.log(n) / t), least)


def ucb_cautious(n: float, t: float, s2: float, p: float, q: float) -> float:
    return p * math.sqrt(math.log(n) / t * min(1 / 4, s2 + q * math.sqrt(math.log(n) / t)))


def ucb_bernstein(n: float, t: float, s2: float, p: float, q: float) -> float:
    s = math.sqrt(s2)
    return p * s * math.sqrt(math.log(n) / t) + q * s * math.log(n) / t


def puct(n: float, t: float, p: float, c: float) -> float:
    return c * p * math.sqrt(n) / (1 + t)


def rave(r: float, amaf: float, s: float, mean: float, equivalence: float) -> float:
    beta = r / (r + s + r * s / equivalence)
    return beta * amaf + (1 - beta) * mean


def criticality(winner_owns: float, black_owns: float, black_wins: float) -> float:
    """Coulom's formula: what the winner owns beyond what it would if owning and winning were independent."""
    return winner_owns - (black_owns * black_wins + (1 - black_owns) * (1 - black_wins))


def with_prior(v: float, n: float, q: float, n_prior: float) -> float:
    return (v * n + n_prior * q) / (n + n_prior)


def progressive_bias(h: float, t: float) -> float:
    return h / (t + 1)


def unpruned(visits: float, first: int, a: float, b: float) -> int:
    """Return how many children are looked at: k of them when the visits surpass A * B ** (k - k_init)."""
    k = first
    while visits > a * b ** (k + 1 - first):
        k += 1
    return k


def faded_games(visits: int, factor: float) -> float:
    return sum(factor**k for k in range(visits))


def faded_mean(rewards: Sequence[float], factor: float) -> float:
    weights = [factor**k for k in reversed(range(len(rewards)))]
    return sum(w * r for w, r in zip(weights, rewards, strict=True)) / sum(weights)


def urgency(black_stats: Stats, black: bool, n: float, around: float | None, terms: Mapping[str, Any]) -> float:
    """Return the urgency of a child by some terms; around is the mean value of the adjacent moves to the mover."""
    child = seen_by(black, black_stats)
    t = child["visits"]
    games, wins = t, child["wins"]
    if "discount" in terms and t:
        games = faded_games(int(t), terms["discount"].factor)
        wins = child["wins"] / t * games
    if "prior" in terms and child["prior_visits"]:
        n_prior = terms["prior"].weight * child["prior_visits"]
        q = child["prior_wins"] / child["prior_visits"]
        value = with_prior(wins / games if games else 0.0, games, q, n_prior)
        games += n_prior
        wins = value * games
    if "local_tree" in terms and child.get("local_games", 0) >= terms["local_tree"].from_games:
        games += terms["local_tree"].games
        wins += terms["local_tree"].games * child["local_wins"] / child["local_games"]
    r, amaf_wins, bonus = child["amaf_visits"], child["amaf_wins"], 0.0
    if "criticality" in terms and child.get("owner_games", 0) >= max(1, terms["criticality"].from_visits):
        shares = [child[name] / child["owner_games"] for name in ("owned_winner", "owned_black", "owner_wins")]
        c = criticality(*shares)
        if terms["criticality"].mode == "rave":
            r, amaf_wins = r + abs(c) * r, amaf_wins + max(0.0, c) * r
        else:
            bonus += terms["criticality"].weight * c / 2
    first_play = 1e6
    if "fpu" in terms:
        first_play = terms["fpu"].value
    if "grandfather" in terms and child["hint"] >= 0:
        first_play += terms["grandfather"].weight * (child["hint"] - 0.5)
    if "rave" in terms and r:
        equivalence = terms["rave"].equivalence
        value = rave(r, amaf_wins / r, games, wins / games, equivalence) if games else amaf_wins / r
    else:
        value = wins / games if games else first_play
    if games or ("rave" in terms and r):
        s2 = variance(child | {"wins": black_stats["wins"]}) if t else 1 / 4
        tries = max(1, t)
        bonus += ucb1(n, tries, terms["ucb1"].c) if "ucb1" in terms else 0
        bonus += uct(n, tries, terms["uct"].c) if "uct" in terms else 0
        bonus += puct(n, t, child["chance"], terms["puct"].c) if "puct" in terms else 0
        bonus += ucb1_tuned(n, tries, s2, terms["ucb1_tuned"].p) if "ucb1_tuned" in terms else 0
        for name, formula, second in (
            ("ucb_deviation", ucb_deviation, "least"),
            ("ucb_cautious", ucb_cautious, "q"),
            ("ucb_bernstein", ucb_bernstein, "q"),
        ):
            if name in terms:
                bonus += formula(n, tries, s2, terms[name].p, getattr(terms[name], second))
    if "neighbour_mean" in terms and around is not None:
        bonus += terms["neighbour_mean"].weight * (around - 0.5) / math.sqrt(t + 1)
    if "progressive_bias" in terms:
        bonus += terms["progressive_bias"].weight * progressive_bias(child["bias"], t)
    return value + bonus


class NaiveTree:
    """Statistics of every sequence of moves that was walked, kept by the sequence itself."""

    def __init__(self) -> None:
        self.stats: dict[tuple[int, ...], Stats] = {(): dict(NEW)}
        self.children: dict[tuple[int, ...], list[int]] = {}

    def expand(self, way: tuple[int, ...], points: list[int]) -> None:
        self.children[way] = points
        for point in points:
            self.stats[(*way, point)] = dict(NEW)

    def count(self, way: tuple[int, ...], playout: list[int], reward: float, last: float = 1.0) -> None:
        """Count a simulation: its moves in the tree, those of its playout, and Black's reward.

        A move at once is a whole AMAF game, and one after the end of the simulation would be ``last`` games.
        """
        moves = [*way, *playout]
        for depth in range(len(way) + 1):
            stats = self.stats[way[:depth]]
            stats["visits"] += 1
            stats["wins"] += reward
            stats["squares"] = float(np.float32(stats["squares"] + reward * reward))
            first_at: dict[int, int] = {}
            for i in range(depth, len(moves)):
                first_at.setdefault(moves[i], i)
            for point in self.children.get(way[:depth], []):
                if point and point in first_at and first_at[point] % 2 == depth % 2:
                    child = self.stats[(*way[:depth], point)]
                    weight = 1 + (last - 1) * (first_at[point] - depth) / (len(moves) + 1 - depth)
                    child["amaf_visits"] = float(np.float32(child["amaf_visits"] + weight))
                    child["amaf_wins"] = float(np.float32(child["amaf_wins"] + weight * reward))
