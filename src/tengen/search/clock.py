"""The clock of a game as GTP tells it, and how many seconds of it a move gets.

This is the simple and safe way: an even share of the main time, at least what overtime gives for a stone, less an
allowance for lag. No compiled code is loaded here, so that a session can keep a clock before it has an engine.
"""

from dataclasses import dataclass, field

FILLED = 0.75  # share of the points that moves are played on before a game ends (Pachi, section 3.3.3)
LEAST_MOVES_LEFT = 30  # of both sides; so the share of a move shrinks, and the main time never runs out


@dataclass
class Clock:
    """What the controller said of time, in seconds. Engines that search by the clock read it."""

    main: float = 0.0
    overtime: float = 0.0
    stones: int = 0
    """To be played in the overtime; 0 if there is none."""
    left: dict[int, tuple[float, int]] = field(default_factory=dict)
    """By colour: seconds left, and stones to play in them (0 in main time)."""

    @property
    def is_blank(self) -> bool:
        """Whether all times are 0, which some controllers say for no limit."""
        return not self.main and not self.overtime and not self.left

    def spend(self, colour: int, seconds: float) -> None:
        """Take the time of a move off, as the controller need not tell what is left."""
        before, stones = self.left.get(int(colour), (self.main, 0))
        after = before - seconds
        if stones:
            stones -= 1
        elif after <= 0 and self.stones:
            after, stones = after + self.overtime, self.stones - 1
        else:
            self.left[int(colour)] = (max(0.0, after), 0)
            return
        self.left[int(colour)] = (max(0.0, after), stones) if stones else (self.overtime, self.stones)

    def seconds_for_move(self, colour: int, points: int, moves: int) -> float:
        """Return the seconds that a colour may spend on a move, on a board of so many points after so many moves."""
        seconds, stones = self.left.get(int(colour), (self.main, 0))
        if stones:
            return seconds / stones
        for_stone = self.overtime / self.stones if self.stones else 0.0
        return max(seconds / own_moves_left(points, moves), for_stone)


def own_moves_left(points: int, moves: int) -> float:
    """Return how many moves one side is likely to play yet."""
    return max(FILLED * points - moves, LEAST_MOVES_LEFT) / 2


def less_lag(seconds: float, lag: float) -> float:
    """Return what is left of a move's seconds for the search itself: at least half of them."""
    return max(seconds / 2, seconds - lag)
