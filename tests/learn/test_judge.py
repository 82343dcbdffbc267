import math
from pathlib import Path

import numpy as np

from tengen.game.game import Game
from tengen.learn.games import read_games
from tengen.learn.judge import JudgedPosition, black_shares, log_losses, mean_of, sample_positions, squared_errors
from tengen.playout.policy import PlayoutOptions

WON_BY_BLACK = """
. X . X .
X X X X X
. X . X .
X X X X X
. . O . .
"""


def test_a_decided_position_is_judged_rightly() -> None:
    game = Game(5, komi=0.5)
    game.set_up(WON_BY_BLACK)
    positions = [JudgedPosition(game, True), JudgedPosition(game, False)]
    shares = np.array(list(black_shares(positions, PlayoutOptions(), 100, seed=1)))
    assert (shares > 0.95).all()
    right, wrong = log_losses(shares, positions)
    assert right < 0.05 < 3 < wrong
    assert np.allclose(squared_errors(shares, positions), [(1 - shares[0]) ** 2, shares[1] ** 2])


def test_a_mean_has_its_interval() -> None:
    mean, margin = mean_of(np.array([0.0, 1.0] * 50))
    assert mean == 0.5
    assert math.isclose(margin, 1.96 * math.sqrt(0.25 * 100 / 99) / 10)


def test_samples_are_from_the_middle_of_games_with_a_winner(tmp_path: Path) -> None:
    games = [
        "5\t0\tB+R\taabbccddeeabbccdde",
        "5\t0\tB+R\taaaaccddeeabbccdde",
        "5\t0\t0\taabbccddeeabbccdde",
        "9\t0\tB+R\taabbccdd",
    ]
    lines = ["size\tkomi\tresult\tmoves", *games]
    path = tmp_path / "games.tsv"
    path.write_text("\n".join(lines) + "\n")
    positions = sample_positions(read_games([path]), 5, 10, seed=1)
    assert len(positions) == 1
    assert 1 <= len(positions[0].game.moves) <= 8
    assert positions[0].black_won
