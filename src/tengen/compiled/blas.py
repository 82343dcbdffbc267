"""NumPy, loaded without the threads of its linear algebra: no command needs them at its start, and they cost 0.2 s."""

import os
import sys

_THREADS = "OPENBLAS_NUM_THREADS"


def load_numpy() -> None:
    """Import NumPy with one thread for its linear algebra, unless it is there or the user has said how many."""
    if _THREADS in os.environ or "numpy" in sys.modules:
        return
    # Not in os.environ, of which programs that are started meanwhile get a copy: they may want their threads.
    os.putenv(_THREADS, "1")
    import numpy  # noqa: F401

    os.unsetenv(_THREADS)
