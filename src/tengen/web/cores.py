"""Shares the cores of the machine among all searches of the server.

A search runs in slices of a fraction of a second. It asks for a core before each slice. Whoever has waited longest gets
the next free core, so that ten searches on two cores each get a fifth of a core.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Cores:
    """Cores that searches take turns on."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._free = count
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()

    @contextmanager
    def slice(self) -> Iterator[None]:
        """Wait for a core, and hold it for the ``with`` block."""
        self._take()
        try:
            yield
        finally:
            self._give()

    def give_way(self) -> None:
        """Let those who wait go first. The caller holds a core, and holds one again when this returns."""
        with self._lock:
            is_wanted = bool(self._waiting)
        if is_wanted:
            self._give()
            self._take()

    def _take(self) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()

    def _give(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()  # the core goes to the next one, and is never free in between
            else:
                self._free += 1
