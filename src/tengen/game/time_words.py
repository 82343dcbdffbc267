"""Time settings as people write them, and clocks as they read them.

5m              sudden death: five minutes for all moves
5m+3s           Fischer: three seconds are added after each move
10m+5x30s       Japanese byoyomi: then five periods of 30 seconds, one move in each
10m+10/5m       Canadian overtime: then ten moves in every five minutes
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen import Clock

_SECONDS = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
_DURATION = r"\d+(?:\.\d+)?(?:s|sec|m|min|h)?"
_SETTING = re.compile(rf"({_DURATION})(?:\+(?:(\d+)(x|/))?({_DURATION}))?", re.IGNORECASE)
_BYOYOMI = re.compile(r"(\d+)x(\d+(?:\.\d+)?) byo-yomi")
_FISCHER = re.compile(r"(\d+(?:\.\d+)?) fischer")
_CANADIAN = re.compile(r"(\d+)/(\d+(?:\.\d+)?) Canadian")


def clock_of(words: str) -> "Clock":
    """Return the clock for a time setting; raises ValueError if it cannot be read."""
    from tengen import Clock

    match = _SETTING.fullmatch(words.replace(" ", ""))
    if match is None:
        raise ValueError(f"time {words}: say 5m, 5m+3s (Fischer), 10m+5x30s (byoyomi) or 10m+10/5m (Canadian)")
    main, count, kind, overtime = match.groups()
    if overtime is None:
        clock = Clock(_seconds(main))
    elif kind is None:
        clock = Clock(_seconds(main), increment=_seconds(overtime))
    elif kind == "x":
        clock = Clock(_seconds(main), _seconds(overtime), 1, int(count))
    else:
        clock = Clock(_seconds(main), _seconds(overtime), int(count))
    if clock.is_blank or (kind is not None and not (int(count) and clock.overtime)):
        raise ValueError(f"time {words}: there is no time to play in")
    return clock


def overtime_text(clock: "Clock") -> str | None:
    """Return the overtime of a clock as records have it in the property OT; None without overtime."""
    if clock.increment:
        return f"{clock.increment:g} fischer"
    if not clock.stones:
        return None
    if clock.stones == 1:
        return f"{clock.periods}x{clock.overtime:g} byo-yomi"
    return f"{clock.stones}/{clock.overtime:g} Canadian"


def recorded_clock(main: str | None, overtime: str | None) -> "Clock | None":
    """Return the clock of a record with the properties TM and OT, as we write them; None if there is none."""
    from tengen import Clock

    if main is None or not re.fullmatch(r"\d+(\.\d+)?", main):
        return None
    if fischer := _FISCHER.fullmatch(overtime or ""):
        return Clock(float(main), increment=float(fischer[1]))
    if byoyomi := _BYOYOMI.fullmatch(overtime or ""):
        return Clock(float(main), float(byoyomi[2]), 1, int(byoyomi[1]))
    if canadian := _CANADIAN.fullmatch(overtime or ""):
        return Clock(float(main), float(canadian[2]), int(canadian[1]))
    return Clock(float(main))


def minutes(seconds: float) -> str:
    """Return a time in minutes and seconds, such as 4:58."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def time_left_text(clock: "Clock", colour: int) -> str:
    """Return the time that a side has left, such as 4:58 or 0:30 (5 periods)."""
    left = clock.left(colour)
    text = minutes(left.seconds)
    if left.stones == 1 and clock.stones == 1:
        return f"{text} ({left.periods} period{'s' * (left.periods != 1)})"
    return f"{text} ({left.stones} stones)" if left.stones else text


def _seconds(duration: str) -> float:
    number = duration.rstrip("smecinhSMECINH")
    return float(number) * _SECONDS[duration[len(number) :].lower()]
