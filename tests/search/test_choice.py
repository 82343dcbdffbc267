"""Which move is played: the best one at temperature 0, else one that the search has visited often enough."""

from collections import Counter
from random import Random

import pytest

from tengen.board.grid import BLACK, PASS, Move
from tengen.parts.options import OptionError, with_value
from tengen.report.report import MoveReport
from tengen.search.choice import ChoiceOptions, draw

A1, B1, C1 = 7, 8, 9


def moves(*visits: int, points: tuple[int, ...] = (A1, B1, C1)) -> list[MoveReport]:
    """Return a move for each number of visits; the first is the best."""
    return [
        MoveReport(Move(BLACK, point, 5), count, 0.5, None, None, ())
        for point, count in zip(points, visits, strict=False)
    ]


def drawn(among: list[MoveReport], times: int = 4000, seed: int = 1, **options: float) -> Counter[int]:
    random = Random(seed)
    return Counter(draw(among, ChoiceOptions(**options), random).point for _ in range(times))


def test_temperature_0_plays_the_best_move() -> None:
    assert drawn(moves(40, 40, 39)) == {A1: 4000}


def test_the_best_move_is_the_first_one_even_if_another_has_more_visits() -> None:
    assert drawn(moves(10, 40)) == {A1: 4000}


def test_at_temperature_1_moves_are_drawn_by_their_visits() -> None:
    counts = drawn(moves(60, 30, 10), temperature=1.0)
    assert [counts[point] / 4000 for point in (A1, B1, C1)] == pytest.approx([0.6, 0.3, 0.1], abs=0.03)


def test_a_temperature_is_the_inverse_of_the_power_of_the_visits() -> None:
    counts = drawn(moves(60, 30), temperature=0.5)
    assert counts[B1] / 4000 == pytest.approx(900 / 4500, abs=0.03)
    counts = drawn(moves(90, 10), temperature=2.0)
    assert counts[B1] / 4000 == pytest.approx(1 / 4, abs=0.03)


def test_the_hotter_the_more_often_another_move_is_played() -> None:
    shares = [drawn(moves(60, 30, 10), temperature=t)[A1] for t in (0.1, 0.3, 1.0, 3.0, 100.0)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] / 4000 == pytest.approx(1 / 3, abs=0.04)


@pytest.mark.parametrize("temperature", [0.5, 4.0, 100.0])
def test_a_move_with_too_small_a_share_of_the_visits_is_never_drawn(temperature: float) -> None:
    counts = drawn(moves(1000, 21, 19), temperature=temperature, least_share=0.02)
    assert counts[B1] > 0 or temperature < 1
    assert C1 not in counts


def test_a_pass_is_never_drawn_instead_of_a_better_move() -> None:
    assert set(drawn(moves(40, 39, 38, points=(A1, PASS, C1)), temperature=10.0)) == {A1, C1}


def test_a_pass_that_is_the_best_move_is_played() -> None:
    assert drawn(moves(40, 39, points=(PASS, A1)), temperature=10.0) == {PASS: 4000}


def test_no_share_is_so_small_that_it_overflows() -> None:
    assert drawn(moves(10**9, 1), temperature=0.001, least_share=0.0) == {A1: 4000}


def test_the_same_seed_draws_the_same_moves() -> None:
    among, options = moves(60, 30, 10), ChoiceOptions(temperature=1.0)
    generators = Random(3), Random(3), Random(4)
    first, again, other = ([draw(among, options, random).point for _ in range(50)] for random in generators)
    assert first == again != other


@pytest.mark.parametrize("value", ["-0.1", "101", "hot"])
def test_a_temperature_is_a_number_from_0_to_100(value: str) -> None:
    with pytest.raises(OptionError, match="temperature"):
        with_value(ChoiceOptions(), "temperature", value)
