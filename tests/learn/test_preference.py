from random import Random

import numpy as np
import pytest

from tengen.board.point import parse_point
from tengen.learn.games import TrainingGame
from tengen.learn.preference import Contests, collect, fit, mean_log_likelihood, to_text
from tengen.playout.choosers.preference import DISTANCES, FACTORS, LIBERTIES, SHAPES, read_factors
from tengen.playout.policy import PlayoutOptions

MOGGY = PlayoutOptions(policy="moggy")


def test_factors_of_simulated_players_are_found_again() -> None:
    """Suggestions of known factors win contests by chance; the fit finds the ratios of these factors."""
    random = Random(1)
    true = np.ones(FACTORS)
    true[:4] = 1.0, 4.0, 0.25, 2.0
    starts, rows, winners = [], [], []
    for _ in range(8_000):
        field = [[random.randrange(4), SHAPES + random.randrange(LIBERTIES), FACTORS - DISTANCES] for _ in range(4)]
        starts.append(len(rows))
        winners.append(len(rows) + random.choices(range(4), [true[own].prod() for own in field])[0])
        rows += field
    contests = Contests(np.array(starts), np.array(rows), np.array(winners))
    found = fit(contests)
    assert np.abs(found[:4] / found[0] / true[:4] - 1).max() < 0.15
    assert mean_log_likelihood(contests, found) > mean_log_likelihood(contests, np.ones(FACTORS))


def test_a_contest_is_a_move_among_several_suggestions() -> None:
    """White's hane is one of the pattern rule's suggestions after Black's move; the others lose the contest."""
    names = ["c3", "d3", "d4", "c4", "e3"]
    moves = [(1 + k % 2, parse_point(name, 5)) for k, name in enumerate(names)]
    contests = collect([TrainingGame(5, 0.0, 1, {}, moves)], MOGGY, every=1)
    sizes = np.diff([*contests.start, len(contests.features)])
    assert len(contests.winners) == len(sizes) > 0
    assert (sizes > 1).all()
    assert ((contests.start <= contests.winners) & (contests.winners < contests.start + sizes)).all()


def test_games_without_a_suggested_move_are_refused() -> None:
    with pytest.raises(ValueError, match="no move of these games"):
        collect([TrainingGame(5, 0.0, 1, {}, [(1, 0), (2, 0)])], MOGGY, every=1)


def test_factors_survive_the_file() -> None:
    factors = np.linspace(0.1, 3.0, FACTORS)
    assert np.allclose(read_factors(to_text(factors, "for a test")), factors, atol=0.001)
