"""The clock of a game on the server: it runs while a side thinks, and tells when that side's time is over."""

import threading
import time
from collections.abc import Callable

from tengen import BLACK, WHITE, Clock
from tengen.board.grid import Colour
from tengen.game.time_left import time_left, write_time_left
from tengen.game.time_words import clock_of
from tengen.sgf import SgfNode
from tengen.web.store import StoredClock


class TurnClock:
    """The time of both sides, and the present turn."""

    def __init__(self, setting: str, stored: StoredClock | None) -> None:
        """Set the clock to a time setting, such as ``5m+3s``, or to what it showed when it was stored."""
        self._clock = clock_of(setting)
        self._waited = 0.0
        self._began: float | None = None
        self._flag: threading.Timer | None = None
        if stored is not None:
            for colour, (seconds, stones, periods) in ((BLACK, stored.black), (WHITE, stored.white)):
                self._clock.tell(colour, seconds, periods if self._clock.stones == 1 else stones)

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self._began is not None

    @property
    def waited(self) -> float:
        """Seconds of the present turn so far."""
        return self._waited + (0.0 if self._began is None else time.monotonic() - self._began)

    def start(self, colour: Colour, fallen: Callable[[], None]) -> None:
        """Run for a side. ``fallen`` is called, in another thread, when its time is over."""
        self._began = time.monotonic()
        self._flag = threading.Timer(max(0.0, self._clock.longest_move(colour) - self._waited), fallen)
        self._flag.daemon = True
        self._flag.start()

    def stop(self) -> None:
        """Stand still; the turn goes on when it is started again."""
        self._waited, self._began = self.waited, None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def reset(self) -> None:
        """Begin a new turn."""
        self._waited = 0.0

    def spend(self, colour: Colour) -> bool:
        """Subtract the present turn from a side's time; return whether it was in time."""
        self.stop()
        is_in_time = self._clock.spend(colour, self._waited)
        self.reset()
        return is_in_time

    def shown(self, colour: Colour, *, is_turn: bool = True) -> Clock:
        """Return the clock as it shows a side's time; the present turn is subtracted if it is that side's."""
        return self._clock.after_waiting(colour, self.waited if is_turn else 0.0)

    def write(self, node: SgfNode, colour: Colour) -> None:
        """Write the time that a side has left into the node of its move."""
        write_time_left(node, colour, time_left(self._clock, colour))

    def stored(self) -> StoredClock:
        """Return what both sides have left, without the present turn."""
        black, white = self._clock.left(BLACK), self._clock.left(WHITE)
        return StoredClock((black.seconds, black.stones, black.periods), (white.seconds, white.stones, white.periods))
