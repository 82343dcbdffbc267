"""The lines that have arrived. They are read at all times, so that one can end the command that is running."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from threading import Condition, Event, Thread
from typing import NamedTuple

from tengen.gtp.protocol import parse_request

SCRIPT_GAP = 0.1  # seconds: whoever says ``quit`` sooner after the line before is a script that wants all its answers
LONGEST_LINE = 2**22  # bytes; GTP sets no bound, and a sequence of moves may be long
SHOWN_OF_LINE = 1000  # characters that are kept of a longer one


class Line(NamedTuple):
    """A line of input."""

    text: str
    arrived: float
    """When it was read, on the clock of ``time.perf_counter``."""
    until: Event
    """Set to end the search of its command."""
    is_too_long: bool = False
    """Whether only the beginning of the line is there, which must not be carried out."""

    @property
    def is_stop(self) -> bool:
        """Whether it ends what is running: the command ``stop``, or GoGui's comment ``# interrupt``."""
        return not self.is_too_long and (self.text.strip() == "# interrupt" or self._command == "stop")

    @property
    def is_quit(self) -> bool:
        """Whether it ends the session."""
        return not self.is_too_long and self._command == "quit"

    @property
    def _command(self) -> str:
        request = parse_request(self.text)
        return "" if request is None else request.name


def new_line(text: str) -> Line:
    """Return a line that arrives now."""
    return Line(text, time.perf_counter(), Event())


def _read_line(line: bytes) -> Line:
    if len(line.removesuffix(b"\n")) <= LONGEST_LINE:
        return new_line(line.decode("utf-8", errors="replace"))
    return new_line(line[:SHOWN_OF_LINE].decode("utf-8", errors="replace"))._replace(is_too_long=True)


class Inbox:
    """Holds the lines that are not answered yet. One thread puts lines in, another takes them out and answers them.

    ``stop`` ends the commands before it. So do ``quit`` and the end of input, unless they come at once after the line
    before: then all commands before them are carried out as usual. A command may also be ended by any line.
    """

    def __init__(self, hurry: Callable[[], None], leave: Callable[[], None] | None = None) -> None:
        """``hurry`` is called when a running command should end; ``leave`` when the session should end soon, too."""
        self._hurry = hurry
        self._leave = leave
        self._changed = Condition()
        self._waiting: deque[Line] = deque()
        self._running: Line | None = None
        self._ends_at_any_line = False
        self._is_closed = False
        self._last_arrival = 0.0

    def read(self, lines: Iterable[bytes]) -> None:
        """Put lines in until there are no more, in a thread of its own."""
        parent = os.getppid()

        def work() -> None:
            try:
                for line in lines:
                    self.put(_read_line(line))
            finally:
                self.close()
            time.sleep(2 * SCRIPT_GAP)  # a process that is killed closes its pipes before it is gone
            if os.getppid() != parent:
                self.close()  # this was not the end of a script: nobody waits for answers any more

        Thread(target=work, name="gtp input", daemon=True).start()

    def put(self, line: Line) -> None:
        """Add a line that has arrived."""
        is_quit = line.is_quit and line.arrived - self._last_arrival > SCRIPT_GAP
        with self._changed:
            self._last_arrival = line.arrived
            hurries = self._end_commands(everything=line.is_stop or is_quit)
            self._waiting.append(line)
            self._changed.notify_all()
        self._react(hurries=hurries, leaves=is_quit)

    def close(self) -> None:
        """Note that no more lines will come."""
        is_sudden = time.perf_counter() - self._last_arrival > SCRIPT_GAP
        with self._changed:
            self._is_closed = True
            hurries = self._end_commands(everything=is_sudden)
            self._changed.notify_all()
        self._react(hurries=hurries, leaves=is_sudden)

    def _end_commands(self, *, everything: bool) -> bool:
        """End all commands that have arrived, or only one that any line ends; return whether one of them is running."""
        ended = [*self._waiting] if everything else []
        is_running = self._running is not None and (everything or self._ends_at_any_line)
        if self._running is not None and is_running:
            ended.append(self._running)
        for line in ended:
            line.until.set()
        return is_running

    def _react(self, *, hurries: bool, leaves: bool) -> None:
        if hurries:
            self._hurry()
        if leaves and self._leave is not None:
            self._leave()

    def take(self) -> Line | None:
        """Wait for the next line, which is then the one that is being answered; None at the end of input."""
        with self._changed:
            self._running, self._ends_at_any_line = None, False
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            self._running = self._waiting.popleft() if self._waiting else None
            return self._running

    def end_at_any_line(self) -> None:
        """Let any further line end the command that is running; it ends at once if one has arrived."""
        with self._changed:
            self._ends_at_any_line = True
            if self._running is not None and (self._waiting or self._is_closed):
                self._running.until.set()

    def left(self) -> list[Line]:
        """Return the lines that are not answered yet, that which is being answered first."""
        with self._changed:
            return [*([] if self._running is None else [self._running]), *self._waiting]
