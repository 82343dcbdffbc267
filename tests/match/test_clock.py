"""Clocks by GTP's time settings."""

import pytest

from tengen.match.clock import Clock
from tengen.match.definition import TimeControl


def test_main_time_alone() -> None:
    clock = Clock(TimeControl(main=10, tolerance=0))
    assert clock.spend(6)
    assert (clock.seconds_left, clock.stones_left) == (4, 0)
    assert not clock.spend(4.1)


def test_overtime_for_each_move() -> None:
    clock = Clock(TimeControl(overtime=2, stones=1, tolerance=0.5))
    for _ in range(3):
        assert (clock.seconds_left, clock.stones_left) == (2, 1)
        assert clock.seconds_for_move == 2.5
        assert clock.spend(2.4)
    assert not clock.spend(2.6)


def test_main_time_then_overtime_for_several_stones() -> None:
    clock = Clock(TimeControl(main=5, overtime=10, stones=2, tolerance=0))
    assert clock.seconds_for_move == 15
    assert clock.spend(4)
    assert clock.spend(3)  # a second of main time, two of overtime
    assert (clock.seconds_left, clock.stones_left) == (8, 1)
    assert clock.spend(7)
    assert (clock.seconds_left, clock.stones_left) == (10, 2)
    assert clock.spend(1)
    assert (clock.seconds_left, clock.stones_left) == (9, 1)
    assert not clock.spend(9.5)


@pytest.mark.parametrize("seconds", [0, 1e6])
def test_overtime_without_stones_is_no_limit(seconds: float) -> None:
    assert Clock(TimeControl(overtime=5)).spend(seconds)
