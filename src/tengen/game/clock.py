"""The clock of a game: the time that each side has left. Engines plan with it, and the referee of a match keeps one.

Main time comes first, then overtime: periods of some seconds, in each of which some stones must be played. Japanese
byoyomi is one stone and several periods, Canadian overtime is several stones and one period. Fischer time has no
overtime: after each move some seconds are added to the main time. How long an engine thinks
about a move is decided in ``search.timing``. This module loads no compiled code, so that a GTP session can keep a clock
before it has an engine.
"""

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from tengen.board.grid import Colour


class TimeLeft(NamedTuple):
    """The time that one side has left."""

    seconds: float
    """Left of the main time, or of the current period of overtime."""
    stones: int = 0
    """Stones to play in these seconds; 0 in main time."""
    periods: int = 0
    """Periods of overtime left, the current one included; 0 in main time."""


@dataclass
class Clock:
    """Time settings, in seconds, and the time that each side has left."""

    main: float = 0.0
    overtime: float = 0.0
    """Length of a period of overtime."""
    stones: int = 0
    """Stones to play in a period; 0 if there is no overtime."""
    periods: int = 1
    """Number of periods. The last one starts again whenever its stones have been played in time."""
    increment: float = 0.0
    """Seconds that are added to the main time after each move (Fischer time)."""
    cap: float = math.inf
    """Increments do not raise the main time above so many seconds (capped Fischer time)."""
    longest: float = math.inf
    """Seconds that a single move may take at most, however much time is left."""
    tolerance: float = 0.0
    """Seconds by which a move may be late without losing on time; only a referee needs it."""
    _left: dict[Colour, TimeLeft] = field(default_factory=dict)

    @classmethod
    def from_gtp(cls, main: float, overtime: float, stones: int) -> Self | None:
        """Return the clock for GTP's ``time_settings``; None for overtime without stones, which means no limit."""
        return None if overtime > 0 and stones == 0 else cls(main, overtime, stones)

    @property
    def is_blank(self) -> bool:
        """Whether all times are 0, which some controllers send to say that there is no limit."""
        return not self.main and not self.overtime and not self.increment and not self._left

    @property
    def for_stone(self) -> float:
        """Seconds for each stone of a period of overtime; 0 if there is no overtime."""
        return self.overtime / self.stones if self.stones else 0.0

    def left(self, colour: Colour) -> TimeLeft:
        """Return the time that a colour has left."""
        found = self._left.get(int(colour), TimeLeft(self.main))
        is_main_time_over = found == TimeLeft(0.0)
        return TimeLeft(self.overtime, self.stones, self.periods) if self.for_stone and is_main_time_over else found

    def longest_move(self, colour: Colour) -> float:
        """Return the seconds after which the next move loses on time, with all overtime and the tolerance."""
        if self.is_blank:
            return math.inf
        left = self.left(colour)
        more_periods = left.periods - 1 if left.stones else self.periods if self.for_stone else 0
        return min(left.seconds + more_periods * self.overtime, self.longest) + self.tolerance

    def tell(self, colour: Colour, seconds: float, count: int) -> None:
        """Set the time left as GTP's ``time_left`` does.

        The count is the stones to play in these seconds, or the number of periods if each is for one stone; 0 in main
        time.
        """
        is_japanese = self.stones == 1
        stones, periods = (min(count, 1), count) if is_japanese else (count, min(count, 1))
        self._left[int(colour)] = TimeLeft(max(0.0, seconds), stones, periods)

    def after_waiting(self, colour: Colour, seconds: float) -> "Clock":
        """Return a clock that shows what a colour has left if so much of its turn has passed already.

        A wait that would have lost the game was not on the clock (somebody has looked at the game meanwhile), and does
        not count.
        """
        twin = replace(self, _left=dict(self._left))
        if not self.is_blank and 0 < seconds < self.longest_move(colour):
            twin._left[int(colour)] = self._passed(self.left(colour), seconds)
        return twin

    def restart(self) -> None:
        """Give both sides all their time again, for another game."""
        self._left.clear()

    def spend(self, colour: Colour, seconds: float) -> bool:
        """Subtract the time of a move; return whether the move was in time."""
        if self.is_blank:
            return True
        is_in_time = seconds <= self.longest_move(colour)
        self._left[int(colour)] = self._after(self.left(colour), seconds)
        return is_in_time

    def _after(self, left: TimeLeft, seconds: float) -> TimeLeft:
        """Return the time left after a move."""
        passed = self._passed(left, seconds)
        if not passed.stones:
            return TimeLeft(max(passed.seconds, min(passed.seconds + self.increment, self.cap)))
        if passed.stones == 1:
            return TimeLeft(self.overtime, self.stones, passed.periods)
        return passed._replace(stones=passed.stones - 1)

    def _passed(self, left: TimeLeft, seconds: float) -> TimeLeft:
        """Return the time left after so many seconds of a turn, before its move."""
        after, stones, periods = left.seconds - seconds, left.stones, left.periods
        if not stones:
            if after > 0 or not self.for_stone:
                return TimeLeft(max(0.0, after))
            after, stones, periods = after + self.overtime, self.stones, self.periods
        while after < 0 and periods > 1:
            after, stones, periods = after + self.overtime, self.stones, periods - 1
        return TimeLeft(max(0.0, after), stones, periods)
