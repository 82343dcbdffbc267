"""Ctrl-C during long work: the first ends it in good order, the second at once."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

INTERRUPTED = 130  # the shell's code for a program that was interrupted


@dataclass
class Interruption:
    """Whether the user has asked for the end."""

    is_wanted: bool = False


@contextmanager
def ending_by_interrupt(stop: Callable[[], None]) -> Iterator[Interruption]:
    """Let the first Ctrl-C in the block call ``stop``, and the second raise KeyboardInterrupt.

    The block looks at the interruption that it is given, and ends with what it has. Only for the main thread.
    """
    wanted = Interruption()

    def end(*_: object) -> None:
        if wanted.is_wanted:
            raise KeyboardInterrupt
        wanted.is_wanted = True
        sys.stderr.write("\ntengen: ending; press Ctrl-C again to leave at once\n")
        stop()

    before = signal.signal(signal.SIGINT, end)
    try:
        yield wanted
    finally:
        signal.signal(signal.SIGINT, before)
