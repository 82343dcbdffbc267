"""What a busy machine costs is measured and kept back from the clock."""

import pytest

from tengen.game.clock import Clock
from tengen.search import lag
from tengen.search.lag import FADES, MachineLag
from tengen.search.timing import LEAST_SECONDS, LEAST_SHARE, TimeOptions, by_clock


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    now = {"wall": 0.0, "cpu": 0.0}
    monkeypatch.setattr(lag.time, "perf_counter", lambda: now["wall"])
    monkeypatch.setattr(lag.time, "thread_time", lambda: now["cpu"])
    return now


def test_the_lag_is_the_longest_recent_wait_for_a_processor(times: dict[str, float]) -> None:
    found = MachineLag()
    for wall, cpu, expected in ((0.1, 0.1, 0.0), (0.15, 0.1, 0.05), (0.1, 0.099, 0.05), (0.3, 0.1, 0.2)):
        with found.measured():
            times["wall"] += wall
            times["cpu"] += cpu
        assert found.seconds == pytest.approx(expected)
    found.fade()
    assert found.seconds == pytest.approx(0.2 * FADES)


def longest(machine_lag: float, seconds: float = 1.0) -> float:
    clock = Clock(main=0, overtime=seconds, stones=1)
    found = by_clock(clock, 1, 81, 10, TimeOptions(), machine_lag).longest.seconds
    assert found is not None
    return found


def test_that_much_more_is_kept_back() -> None:
    assert longest(0.0) == pytest.approx(0.8)
    assert longest(0.25) == pytest.approx(0.55)
    assert longest(5.0) == pytest.approx(LEAST_SHARE)
    assert longest(5.0, seconds=0.05) == pytest.approx(LEAST_SECONDS)
