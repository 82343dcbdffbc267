"""An axis: one option that is tuned. Its range is mapped to the numbers from 0 to 1."""

import math
from typing import Any

import msgspec

from tengen.parts.options import Knob

DIGITS = 6  # of a value, so that definitions stay readable


class Axis(msgspec.Struct, frozen=True):
    """An option with its range and the value to start from."""

    name: str
    low: float
    high: float
    start: float | int
    is_whole: bool = False
    is_log: bool = False

    def value(self, place: float) -> float | int:
        """Return the value at a place from 0 to 1, as the option takes it."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        at = low + (high - low) * place
        value = min(self.high, max(self.low, math.exp(at) if self.is_log else at))
        return round(value) if self.is_whole else float(f"{value:.{DIGITS}g}")

    def place(self, value: float) -> float:
        """Return the place of a value."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        return (self._scaled(value) - low) / (high - low)

    def _scaled(self, value: float) -> float:
        return math.log(value) if self.is_log else value


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The range of an option in a file; missing bounds are taken from the option's declaration."""

    low: float | None = None
    high: float | None = None
    log: bool = False


def axis_of(knob: Knob, wanted: Range) -> Axis:
    """Return the axis of an option; raises ValueError if it is not a number, or has no valid range."""
    if knob.kind not in (int, float):
        raise ValueError(f"{knob.name} cannot be tuned: it is not a number but {knob.allowed}")
    low, high = _or_declared(wanted.low, knob.meta.ge), _or_declared(wanted.high, knob.meta.le)
    if low is None or high is None:
        raise ValueError(f"{knob.name} needs a range: low and high")
    _check_range(knob, low, high)
    if wanted.log and low <= 0:
        raise ValueError(f"{knob.name}: low must be more than 0 on a logarithmic axis")
    if not low <= knob.value <= high:
        raise ValueError(f"{knob.name} starts from {knob.text}, which is not between {low:g} and {high:g}")
    return Axis(knob.name, low, high, knob.value, knob.kind is int, wanted.log)


def _or_declared(wanted: float | None, declared: Any) -> float | None:
    return wanted if wanted is not None else None if declared is None else float(declared)


def _check_range(knob: Knob, low: float, high: float) -> None:
    allowed_low, allowed_high = _or_declared(None, knob.meta.ge), _or_declared(None, knob.meta.le)
    is_outside = (allowed_low is not None and low < allowed_low) or (allowed_high is not None and high > allowed_high)
    if not low < high or is_outside:
        raise ValueError(f"{knob.name}: {low:g} to {high:g} is not a range within: {knob.allowed}")
