"""The time that each side has left, as engines and the referee of a match count it."""

import math

from tengen.game.clock import Clock, TimeLeft

BLACK, WHITE = 1, 2


def test_main_time_alone() -> None:
    clock = Clock(10)
    assert clock.spend(BLACK, 6)
    assert clock.left(BLACK) == TimeLeft(4)
    assert clock.left(WHITE) == TimeLeft(10)
    assert not clock.spend(BLACK, 4.1)


def test_overtime_for_each_move() -> None:
    clock = Clock(0, 2, 1, tolerance=0.5)
    for _ in range(3):
        assert clock.left(BLACK) == TimeLeft(2, 1, 1)
        assert clock.longest_move(BLACK) == 2.5
        assert clock.spend(BLACK, 2.4)
    assert not clock.spend(BLACK, 2.6)


def test_main_time_then_overtime_for_several_stones() -> None:
    clock = Clock(5, 10, 2)
    assert clock.longest_move(BLACK) == 15
    assert clock.spend(BLACK, 4)
    assert clock.spend(BLACK, 3)  # a second of main time, two of overtime
    assert clock.left(BLACK) == TimeLeft(8, 1, 1)
    assert clock.spend(BLACK, 7)
    assert clock.left(BLACK) == TimeLeft(10, 2, 1)
    assert clock.spend(BLACK, 1)
    assert clock.left(BLACK) == TimeLeft(9, 1, 1)
    assert not clock.spend(BLACK, 9.5)


def test_the_longest_move_uses_all_periods() -> None:
    clock = Clock(10, 30, 1, 3)
    assert clock.longest_move(BLACK) == 100
    clock.spend(BLACK, 45)
    assert clock.longest_move(BLACK) == 60


def test_overtime_without_stones_is_no_limit() -> None:
    assert Clock.from_gtp(60, 5, 0) is None
    assert Clock.from_gtp(60, 0, 0) == Clock(60)
    assert Clock.from_gtp(60, 5, 2) == Clock(60, 5, 2)


def test_canadian_overtime_counts_stones() -> None:
    clock = Clock(1, 30, 3)
    clock.spend(BLACK, 5)
    assert clock.left(BLACK) == TimeLeft(26, 2, 1)
    clock.spend(BLACK, 6)
    assert clock.left(BLACK) == TimeLeft(20, 1, 1)
    clock.spend(BLACK, 6)
    assert clock.left(BLACK) == TimeLeft(30, 3, 1)


def test_japanese_overtime_counts_periods() -> None:
    clock = Clock(10, 30, 1, 3)
    clock.spend(BLACK, 15)
    assert clock.left(BLACK) == TimeLeft(30, 1, 3)
    clock.spend(BLACK, 29)
    assert clock.left(BLACK) == TimeLeft(30, 1, 3)
    clock.spend(BLACK, 65)
    assert clock.left(BLACK) == TimeLeft(30, 1, 1)
    clock.spend(BLACK, 29)
    assert clock.left(BLACK) == TimeLeft(30, 1, 1)
    clock.tell(WHITE, 12.5, 2)
    assert clock.left(WHITE) == TimeLeft(12.5, 1, 2)
    clock.restart()
    assert clock.left(WHITE) == TimeLeft(10)


def test_fischer_time_adds_an_increment_after_each_move() -> None:
    clock = Clock(10, increment=3)
    assert clock.longest_move(BLACK) == 10
    assert clock.spend(BLACK, 9)
    assert clock.left(BLACK) == TimeLeft(4)
    assert clock.spend(BLACK, 1)
    assert clock.left(BLACK) == TimeLeft(6)
    assert not clock.spend(BLACK, 6.1), "the increment comes too late"


def test_capped_fischer_time() -> None:
    clock = Clock(10, increment=5, cap=12, longest=8)
    assert clock.longest_move(BLACK) == 8
    clock.spend(BLACK, 1)
    assert clock.left(BLACK) == TimeLeft(12)
    assert not clock.spend(BLACK, 8.5)
    clock.tell(WHITE, 20, 0)
    clock.spend(WHITE, 1)
    assert clock.left(WHITE) == TimeLeft(19), "the cap takes nothing away"


def test_an_increment_alone_is_a_clock() -> None:
    clock = Clock(increment=5)
    assert not clock.is_blank
    clock.spend(BLACK, 0)
    assert clock.left(BLACK) == TimeLeft(5)


def test_periods_are_told_even_if_the_settings_had_one() -> None:
    clock = Clock(60, 10, 1)  # one stone a period, so that more than one can only be periods
    clock.tell(BLACK, 7, 3)
    assert clock.left(BLACK) == TimeLeft(7, 1, 3)


def test_the_end_of_main_time() -> None:
    clock = Clock(60, 10, 1, 3)
    clock.tell(BLACK, 0, 0)
    assert clock.left(BLACK) == TimeLeft(10, 1, 3)
    sudden_death = Clock(60)
    sudden_death.tell(BLACK, 0, 0)
    assert sudden_death.left(BLACK) == TimeLeft(0)


def test_what_is_left_after_a_wait() -> None:
    clock = Clock(10, 5, 1, 2)
    assert clock.after_waiting(BLACK, 4).left(BLACK) == TimeLeft(6)
    assert clock.after_waiting(BLACK, 12).left(BLACK) == TimeLeft(3, 1, 2)
    assert clock.after_waiting(BLACK, 16).left(BLACK) == TimeLeft(4, 1, 1)
    assert clock.after_waiting(BLACK, 21).left(BLACK) == TimeLeft(10), "that would have been lost: it did not count"
    assert clock.left(BLACK) == TimeLeft(10)
    fischer = Clock(10, increment=2)
    assert fischer.after_waiting(BLACK, 4).left(BLACK) == TimeLeft(6), "the increment comes after the move"
    assert Clock(0, 0, 0).after_waiting(BLACK, 4).is_blank


def test_a_clock_without_any_time_says_nothing() -> None:
    clock = Clock(0, 0, 0)
    clock.spend(BLACK, 3.0)
    assert clock.is_blank, "no limit stays none, however long a move took"
    assert clock.longest_move(BLACK) == math.inf
    clock.tell(BLACK, 5.0, 0)
    assert not clock.is_blank
