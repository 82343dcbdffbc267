"""Engines that die with the runner that started them, however it dies."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux


def dying_with(parent: int) -> Callable[[], None] | None:
    """Return what a new process does before it becomes an engine, so that it dies with its parent; None elsewhere.

    Without this an engine that is thinking would go on until it looks at its input. Linux sends the signal when the
    thread of the parent that started the engine ends.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # found now: little may be done between fork and exec

    def die_with_parent() -> None:
        prctl(SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it has died already
            os._exit(1)

    return die_with_parent
