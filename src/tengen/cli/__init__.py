"""The command line: one module for each command, loaded when it is used."""

import os

_THREADS = "OPENBLAS_NUM_THREADS"


def _import_numpy_without_threads() -> None:
    """Keep NumPy's linear algebra, which no command needs at its start, from spending 0.2 s there on its threads.

    The variable is taken back, as other programs that are started from here may want theirs.
    """
    if _THREADS in os.environ:
        return
    os.environ[_THREADS] = "1"
    import numpy  # noqa: F401

    del os.environ[_THREADS]


_import_numpy_without_threads()
