"""Time settings as people write them, and as records keep them."""

import pytest

from tengen import Clock
from tengen.game.time_words import clock_of, overtime_text, recorded_clock


@pytest.mark.parametrize(
    ("words", "clock", "overtime"),
    [
        ("90", Clock(90), None),
        ("5m", Clock(300), None),
        ("10m+5x30s", Clock(600, 30, 1, 5), "5x30 byo-yomi"),
        ("10m+10/5m", Clock(600, 300, 10), "10/300 Canadian"),
        ("2m + 5s", Clock(120, increment=5), "5 fischer"),
        ("0+3", Clock(0, increment=3), "3 fischer"),
    ],
)
def test_there_and_back(words: str, clock: Clock, overtime: str | None) -> None:
    assert clock_of(words) == clock
    assert overtime_text(clock) == overtime
    assert recorded_clock(f"{clock.main:g}", overtime) == clock


@pytest.mark.parametrize("words", ["0", "0+0", "5m+0x30s", "5m+3x0s", "soon", "5m+", "1+2+3"])
def test_what_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=f"time {words}".replace("+", r"\+")):
        clock_of(words)
