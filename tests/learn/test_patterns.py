"""Sets of patterns that are chosen by how well playouts judge with them."""

from collections.abc import Sequence

import numpy as np
import pytest

from tengen.game.game import Game
from tengen.learn.judge import JudgedPosition, Mean
from tengen.learn.patterns import START, Judge, climb
from tengen.patterns.drawn import LIBRARY, MOGO, names_of, set_of
from tengen.playout.policy import PlayoutOptions

GOOD = set_of(["cut", "extend", "mouth"])


class Oracle(Judge):
    """Knows which patterns are good: each right one makes the loss smaller."""

    def __init__(self) -> None:
        super().__init__([], None, 0, 0)
        self.asked: list[tuple[int, int]] = []

    def compare(self, changed: int, before: int) -> Mean:
        self.asked.append((changed, before))
        return Mean(float((changed ^ GOOD).bit_count() - (before ^ GOOD).bit_count()), 0.1)


def test_it_finds_the_set_that_judges_best() -> None:
    oracle = Oracle()
    trials = list(climb(oracle, len(LIBRARY), seed=1))
    assert trials[-1].chosen == GOOD
    assert sorted(trial.number for trial in trials) == list(range(len(LIBRARY)))  # each once
    assert sum(trial.is_kept for trial in trials) == (START ^ GOOD).bit_count()
    assert all((changed ^ before).bit_count() == 1 for changed, before in oracle.asked)


def test_what_is_doubtful_stays_as_it_is() -> None:
    class Doubter(Oracle):
        def compare(self, changed: int, before: int) -> Mean:
            return Mean(-0.1, 0.2)

    assert {trial.chosen for trial in climb(Doubter(), 30, seed=1)} == {START}


def test_a_set_is_never_empty() -> None:
    class Nihilist(Oracle):
        def compare(self, changed: int, before: int) -> Mean:
            return Mean(float(changed.bit_count() - before.bit_count()), 0.1)

    *_, last = climb(Nihilist(), 60, seed=1)
    assert last.chosen.bit_count() == 1


def some_positions(count: int) -> Sequence[JudgedPosition]:
    game = Game(5, 0.5)
    for move in ("C3", "D3", "D4", "C4"):
        game.play(move)
    return [JudgedPosition(game, i % 3 == 0) for i in range(count)]


def test_losses_are_those_of_the_playouts_and_remembered() -> None:
    judge = Judge(some_positions(12), PlayoutOptions(policy="mogo"), 20, 1)
    mogo = judge.losses(0, 12)
    assert np.array_equal(mogo, judge.losses(START, 12))  # the same patterns out of the other table
    assert np.array_equal(judge.losses(GOOD, 5), judge.losses(GOOD, 12)[:5])
    assert not np.array_equal(mogo, judge.losses(GOOD, 12))
    assert judge.compare(START, 0) == (0.0, 0.0)


def test_names() -> None:
    assert names_of(START) == [pattern.name for pattern in MOGO]
    assert set_of(names_of(GOOD)) == GOOD
    with pytest.raises(ValueError, match="unknown pattern"):
        set_of(["hanee"])
