"""The clock of one side, by GTP's time settings: main time, then overtime for a number of stones, again and again."""

from tengen.match.definition import TimeControl


class Clock:
    """Counts the seconds of one side in one game."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.seconds_left = control.main
        self.stones_left = 0
        """Stones to play in what is left; 0 in main time."""
        if control.main == 0:
            self._begin_overtime()

    def _begin_overtime(self) -> None:
        if self.control.stones and self.control.overtime:
            self.seconds_left, self.stones_left = self.control.overtime, self.control.stones

    @property
    def is_unlimited(self) -> bool:
        """Whether the settings mean no limit: overtime without stones (GTP 2, section 4.2)."""
        return self.control.overtime > 0 and self.control.stones == 0

    @property
    def seconds_for_move(self) -> float:
        """After how many seconds the next move is too late, overtime and tolerance included."""
        more = self.control.overtime if not self.stones_left and self.control.stones else 0.0
        return self.seconds_left + more + self.control.tolerance

    def spend(self, seconds: float) -> bool:
        """Take the time of a move off; return whether it came in time."""
        if self.is_unlimited:
            return True
        if seconds > self.seconds_for_move:
            return False
        self.seconds_left -= seconds
        if self.stones_left:
            self._count_stone()
        elif self.seconds_left < 0 < self.control.stones:
            late = -self.seconds_left
            self._begin_overtime()
            self.seconds_left -= late
            self._count_stone()
        self.seconds_left = max(0.0, self.seconds_left)
        return True

    def _count_stone(self) -> None:
        self.stones_left -= 1
        if not self.stones_left:
            self._begin_overtime()
