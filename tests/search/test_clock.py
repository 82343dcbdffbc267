"""How many seconds a move gets, and when a search may end before them."""

import pytest

from tengen.search.clock import Clock, less_lag, own_moves_left
from tengen.search.timing import Limits, is_settled

BLACK, WHITE = 1, 2


def test_seconds_for_each_move() -> None:
    clock = Clock(0, 10, 1)
    for move in range(100):
        assert clock.seconds_for_move(BLACK, 81, move) == 10
        clock.spend(BLACK, 9.8)


def test_main_time_is_shared_by_the_moves_to_come() -> None:
    assert own_moves_left(81, 0) == pytest.approx(30.375)
    assert own_moves_left(81, 80) == 15
    assert Clock(300, 0, 0).seconds_for_move(BLACK, 361, 0) == pytest.approx(300 / 135.375)


def test_main_time_never_runs_out() -> None:
    clock = Clock(60, 0, 0)
    for move in range(0, 400, 2):
        clock.spend(BLACK, clock.seconds_for_move(BLACK, 81, move))
    assert 0 < clock.left[BLACK][0] < 1
    assert WHITE not in clock.left


def test_overtime_gives_at_least_its_share() -> None:
    assert Clock(10, 30, 5).seconds_for_move(BLACK, 361, 0) == 6
    assert Clock(3600, 30, 5).seconds_for_move(BLACK, 361, 0) > 6


def test_what_is_left_is_respected() -> None:
    clock = Clock(300, 30, 5, {BLACK: (8.0, 4), WHITE: (0.0, 0)})
    assert clock.seconds_for_move(BLACK, 361, 100) == 2
    assert clock.seconds_for_move(WHITE, 361, 100) == 6  # its main time is over, and overtime begins


def test_canadian_overtime_counts_stones() -> None:
    clock = Clock(1, 30, 3)
    clock.spend(BLACK, 5)
    assert clock.left[BLACK] == (26, 2)
    clock.spend(BLACK, 6)
    assert clock.left[BLACK] == (20, 1)
    clock.spend(BLACK, 6)
    assert clock.left[BLACK] == (30, 3)


def test_a_clock_without_any_time_says_nothing() -> None:
    assert Clock(0, 0, 0).is_blank
    assert not Clock(0, 0, 0, {BLACK: (5.0, 0)}).is_blank


@pytest.mark.parametrize(("seconds", "left"), [(10, 9.8), (0.3, 0.15), (0, 0)])
def test_lag(seconds: float, left: float) -> None:
    assert less_lag(seconds, 0.2) == pytest.approx(left)


@pytest.mark.parametrize(
    ("limits", "seconds", "lead", "settled"),
    [
        (Limits(seconds=10), 1.0, 800, False),  # 9,000 are to come
        (Limits(seconds=10), 6.0, 800, True),  # 667
        (Limits(seconds=10), 5.5, 800, False),  # 818
        (Limits(seconds=10), 9.9, 0, False),
        (Limits(seconds=10), 10.0, 0, False),  # nothing is to come, but nothing is decided either
        (Limits(1_500), 1.0, 500, False),
        (Limits(1_500), 1.0, 501, True),
        (Limits(100_000, 10), 6.0, 800, True),  # by time
        (Limits(1_500, 100), 1.0, 501, True),  # by simulations
    ],
)
def test_a_lead_that_cannot_be_caught_up(limits: Limits, seconds: float, lead: int, settled: bool) -> None:
    assert is_settled(lead, 1_000, seconds, limits) is settled
