"""Imports NumPy without the threads of OpenBLAS: they take 0.2 s to start, and hardly any command needs them."""

import os
import sys

_THREADS = "OPENBLAS_NUM_THREADS"


def load_numpy() -> None:
    """Import NumPy with a single OpenBLAS thread, unless it is imported already or the user has set their number."""
    if _THREADS in os.environ or "numpy" in sys.modules:
        return
    # Set for this process only: os.environ is copied to the programs that we start, and they may want threads.
    os.putenv(_THREADS, "1")
    import numpy  # noqa: F401

    os.unsetenv(_THREADS)
