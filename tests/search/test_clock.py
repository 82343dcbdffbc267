"""How much of the clock a move gets, and when a search may end before that."""

import pytest

from tengen.game.clock import Clock, TimeLeft
from tengen.game.limit import Limit
from tengen.search.timing import Pace, Standing, TimeOptions, by_clock, clock_seconds, fixed, game_share, weight

BLACK, WHITE = 1, 2
EVEN = TimeOptions(flexible=False, lag=0.0)
FLEXIBLE = TimeOptions(lag=0.0)


def seconds_for(clock: Clock, colour: int, points: int, moves: int, options: TimeOptions) -> tuple[float, float]:
    return clock_seconds(clock, clock.left(colour), points, moves, options)


def test_seconds_for_each_move() -> None:
    clock = Clock(0, 10, 1)
    for move in range(100):
        assert seconds_for(clock, BLACK, 81, move, FLEXIBLE) == (10, 10)  # there is nothing to take more from
        clock.spend(BLACK, 9.8)


def test_main_time_is_shared_by_the_moves_to_come() -> None:
    assert game_share(81, 0, 1.0) == pytest.approx(1 / 30)
    assert game_share(81, 80, 1.0) == pytest.approx(1 / 15)
    desired, longest = seconds_for(Clock(300), BLACK, 361, 0, EVEN)
    assert desired == pytest.approx(300 / 135)
    assert longest == pytest.approx(600 / 135)
    pace = by_clock(Clock(300), BLACK, 361, 0, EVEN)
    assert pace.longest == pace.desired == Limit(seconds=desired)  # but fixed allocation does not take it


def test_the_middle_of_a_game_gets_more() -> None:
    shares = [game_share(361, move, 2.0) for move in range(0, 270, 2)]
    time, spent = 1.0, []
    for share in shares:
        spent.append(time * share)
        time -= spent[-1]
    assert time >= 0
    assert spent[0] == pytest.approx(min(spent[:60]))
    assert max(spent) == pytest.approx(2 * spent[0], rel=0.02)
    assert 54 / 2 <= spent.index(max(spent)) <= 135 / 2  # between a fifth and a half of the game
    assert [weight(x, 2.0) for x in (0.0, 0.1, 0.2, 0.5, 0.75, 1.0, 1.5)] == [0.5, 0.75, 1.0, 1.0, 0.75, 0.5, 0.5]
    assert {weight(x, 1.0) for x in (0.0, 0.3, 1.0)} == {1.0}


@pytest.mark.parametrize("size", [9, 19])
@pytest.mark.parametrize("always", [0, 1])
def test_main_time_never_runs_out(size: int, always: int) -> None:
    clock = Clock(60)
    for move in range(0, size**2 * 3, 2):
        clock.spend(BLACK, seconds_for(clock, BLACK, size**2, move, FLEXIBLE)[always])
        assert clock.left(BLACK).seconds > 0
    assert clock.left(WHITE) == TimeLeft(60)


def test_overtime_gives_at_least_its_share() -> None:
    assert seconds_for(Clock(10, 30, 5), BLACK, 361, 0, FLEXIBLE) == (6, 16)  # no more than there is
    desired, longest = seconds_for(Clock(3600, 30, 5), BLACK, 361, 0, FLEXIBLE)
    assert desired > 6
    assert longest == 3 * desired


def test_what_is_left_is_respected() -> None:
    clock = Clock(300, 30, 5)
    clock.tell(BLACK, 8.0, 4)
    clock.tell(WHITE, 0.0, 0)
    assert seconds_for(clock, BLACK, 361, 100, FLEXIBLE) == (2, pytest.approx(2.2))
    assert seconds_for(clock, WHITE, 361, 100, FLEXIBLE)[0] == 6  # its main time is over, and overtime begins


def test_a_move_stays_within_its_period_of_byoyomi() -> None:
    clock = Clock(0, 30, 1, 5)
    assert seconds_for(clock, BLACK, 361, 100, FLEXIBLE) == (30, 30)
    clock.tell(BLACK, 2, 3)  # this took 3.46 seconds once, and a period was gone
    assert seconds_for(clock, BLACK, 361, 100, FLEXIBLE) == (2, 2)
    clock.tell(BLACK, 5, 0)
    assert seconds_for(clock, BLACK, 361, 100, FLEXIBLE) == (30, 35)  # the rest of the main time, and one period


@pytest.mark.parametrize(("seconds", "left"), [(10, 9.0), (1, 0.8), (0.3, 0.15), (0, 0.01)])
def test_lag_and_reserve(seconds: float, left: float) -> None:
    """A tenth of a period of overtime is kept back, or the lag if that is more; but at most half of it."""
    clock = Clock(0, 10, 1, 3)
    for periods in (1, 3):
        clock.tell(BLACK, seconds, periods)
        pace = by_clock(clock, BLACK, 81, 0, TimeOptions())
        assert pace.desired.seconds == pace.longest.seconds == pytest.approx(left)


def test_the_reserve_of_overtime_for_several_stones_is_that_of_one() -> None:
    clock = Clock(0, 300, 25)
    assert by_clock(clock, BLACK, 361, 100, TimeOptions()).desired.seconds == pytest.approx(12 * 0.9)


def test_some_main_time_is_kept_for_the_end() -> None:
    options = TimeOptions(flexible=False)  # 5 lags of 0.2 s; or three quarters of the time, if that is less
    share = game_share(81, 0, 1.0)
    assert seconds_for(Clock(10), BLACK, 81, 0, options)[0] == pytest.approx(9 * share)
    assert seconds_for(Clock(0.4), BLACK, 81, 0, options)[0] == pytest.approx(0.1 * share)
    assert seconds_for(Clock(10, 5, 1), BLACK, 81, 0, options)[0] == 5, "before overtime nothing is kept"


def test_an_increment_is_spent_and_the_main_time_is_shared() -> None:
    clock = Clock(60, increment=5)
    desired, longest = seconds_for(clock, BLACK, 81, 0, EVEN)
    assert desired == pytest.approx(60 / 30 + 5)
    assert longest == 2 * desired
    clock.tell(BLACK, 4, 0)  # the increment comes only after the move
    assert seconds_for(clock, BLACK, 81, 0, EVEN)[1] <= 4


def test_the_longest_time_of_a_move_is_respected() -> None:
    clock = Clock(600, increment=5, longest=8)
    assert seconds_for(clock, BLACK, 81, 40, FLEXIBLE) == (8, 8)


@pytest.mark.parametrize("always", [0, 1])
@pytest.mark.parametrize("clock", [Clock(2, increment=0.3), Clock(0, increment=1), Clock(30, increment=2, cap=30)])
def test_fischer_time_never_runs_out(clock: Clock, always: int) -> None:
    for move in range(0, 300, 2):
        seconds = seconds_for(clock, BLACK, 81, move, TimeOptions())[always]
        assert clock.spend(BLACK, seconds), (move, clock.left(BLACK))


def standing(simulations: int = 1000, seconds: float = 1.0, lead: int = 0, **values: float) -> Standing:
    found = {"value": 0.6, "second_value": 0.5, "reply_value": 0.6, "best_value": 0.6} | values
    return Standing(simulations, seconds, visits=600, lead=lead, **found)


@pytest.mark.parametrize(
    ("limits", "seconds", "lead", "settled"),
    [
        (Limit(seconds=10), 1.0, 800, False),  # 9,000 are to come
        (Limit(seconds=10), 6.0, 800, True),  # 667
        (Limit(seconds=10), 5.5, 800, False),  # 818
        (Limit(seconds=10), 9.9, 0, False),
        (Limit(1_500), 1.0, 500, False),
        (Limit(1_500), 1.0, 501, True),
        (Limit(100_000, 10), 6.0, 800, True),  # by time
        (Limit(1_500, 100), 1.0, 501, True),  # by simulations
    ],
)
def test_a_lead_that_cannot_be_caught_up(limits: Limit, seconds: float, lead: int, settled: bool) -> None:
    now = standing(1_000, seconds, lead)
    assert Pace(limits, limits, saves=True).is_enough(now) is settled
    assert not Pace(limits, limits).is_enough(now)  # nothing is gained


CLOCKED = by_clock(Clock(300), BLACK, 361, 100, FLEXIBLE)


@pytest.mark.parametrize(
    ("values", "is_clear"),
    [
        ({}, True),
        ({"second_value": 0.58}, False),  # best2
        ({"reply_value": 0.55}, False),  # bestr
        ({"reply_value": 0.65}, False),
        ({"best_value": 0.61}, False),
        ({"value": 0.0, "second_value": 0.0, "reply_value": 0.0, "best_value": 0.0}, True),
    ],
)
def test_an_unclear_move_is_searched_longer(values: dict[str, float], is_clear: bool) -> None:
    desired, longest = CLOCKED.desired.seconds, CLOCKED.longest.seconds
    assert longest == 2 * desired
    assert not CLOCKED.is_enough(standing(seconds=desired * 0.99, **values))
    assert CLOCKED.is_enough(standing(seconds=desired, **values)) is is_clear
    assert not CLOCKED._replace(bestr=0.0).is_enough(standing(seconds=longest * 0.99, reply_value=0.5))
    assert CLOCKED.is_enough(standing(seconds=longest, **values))


def test_a_sure_win_ends_a_search_where_that_saves_time() -> None:
    now = standing(10_000, 0.1, value=0.97)._replace(visits=6000)
    assert CLOCKED.is_enough(now)
    assert not CLOCKED.is_enough(now._replace(visits=4000))
    assert not by_clock(Clock(0, 10, 1), BLACK, 361, 100, FLEXIBLE).is_enough(now)  # the last period
    assert not by_clock(Clock(300), BLACK, 361, 100, TimeOptions(early_stop=False)).is_enough(now)


def test_a_fixed_limit_may_be_gone_beyond_until_the_choice_is_clear() -> None:
    pace = fixed(Limit(1000), 2.0)
    assert pace.longest == Limit(2000)
    assert pace.is_enough(standing(1000, second_value=0.59, reply_value=0.1))
    assert not pace.is_enough(standing(1000, best_value=0.7))
    assert pace.is_enough(standing(2000, best_value=0.7))
    assert fixed(Limit(1000)).is_fixed
    assert not pace.is_fixed
