"""The clock of a game, as GTP tells it: what each side has left.

Main time, then overtime: so many seconds for so many stones, so many times. Japanese byoyomi is one stone and several
periods, Canadian several stones and one period. How many of the seconds a move gets is decided in ``timing``. No
compiled code is loaded here, so that a session can keep a clock before it has an engine.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


class Left(NamedTuple):
    """What one side has left."""

    seconds: float
    """Of the main time, or of this period of overtime."""
    stones: int = 0
    """To be played in them; 0 in main time."""
    periods: int = 0
    """Of overtime, this one included."""


@dataclass
class Clock:
    """What the controller said of time, in seconds. Engines that search by the clock read it."""

    main: float = 0.0
    overtime: float = 0.0
    """The length of a period."""
    stones: int = 0
    """To be played in a period; 0 if there is no overtime."""
    periods: int = 1
    """How many there are; the last one is given again whenever its stones are played in time."""
    _left: dict[int, Left] = field(default_factory=dict)

    @property
    def is_blank(self) -> bool:
        """Whether all times are 0, which some controllers say for no limit."""
        return not self.main and not self.overtime and not self._left

    @property
    def for_stone(self) -> float:
        """The share of a stone in a period of overtime; 0 if there is none."""
        return self.overtime / self.stones if self.stones else 0.0

    def left(self, colour: int) -> Left:
        """Return what a colour has left."""
        found = self._left.get(int(colour), Left(self.main))
        has_overtime = bool(self.stones and self.overtime)
        return Left(self.overtime, self.stones, self.periods) if has_overtime and found == Left(0.0) else found

    def tell(self, colour: int, seconds: float, count: int) -> None:
        """Note what the controller says is left: seconds, and stones to play in them, or periods if there are several.

        The count is 0 in main time.
        """
        is_japanese = self.periods > 1
        stones, periods = (min(count, 1), count) if is_japanese else (count, min(count, 1))
        self._left[int(colour)] = Left(max(0.0, seconds), stones, periods)

    def restart(self) -> None:
        """Begin another game."""
        self._left.clear()

    def spend(self, colour: int, seconds: float) -> None:
        """Take the time of a move off, as the controller need not tell what is left, unless there is no limit."""
        if self.is_blank:
            return
        before = self.left(colour)
        after, stones, periods = before.seconds - seconds, before.stones, before.periods
        if not stones:
            if after > 0 or not self.for_stone:
                self._left[int(colour)] = Left(max(0.0, after))
                return
            after, stones, periods = after + self.overtime, self.stones, self.periods
        while after < 0 and periods > 1:
            after, stones, periods = after + self.overtime, self.stones, periods - 1
        is_done = stones == 1
        self._left[int(colour)] = (
            Left(self.overtime, self.stones, periods) if is_done else Left(max(0.0, after), stones - 1, periods)
        )
