"""The lag of a busy machine: how long a search waits for a processor, because other programs use it.

It is the difference between the wall time and the CPU time of a round of simulations. A move on the clock may end late
by about as much, so this time is kept back: see ``search.timing``.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

FADES = 0.8  # factor on the lag with each move: a machine does not stay busy
NOTICED = 0.002  # seconds: less is the cost of measuring


class MachineLag:
    """The longest recent wait of a thread for a processor, in seconds."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """The longest wait in a round; an earlier one counts less with each move."""

    def fade(self) -> None:
        """Let what was measured count less, as another move begins."""
        self.seconds *= FADES

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure a block that computes in the current thread, and never sleeps. Several threads may do so at once."""
        wall, cpu = time.perf_counter(), time.thread_time()
        yield
        waited = (time.perf_counter() - wall) - (time.thread_time() - cpu)
        if waited > max(NOTICED, self.seconds):
            self.seconds = waited
