"""Shows on stderr what is being compiled; the command line does, a program that imports tengen need not.

A line reads ``tengen: compiling search (once for each board size) ... 12.3 s``.
"""

import logging
import sys


class CompilingHandler(logging.Handler):
    """Writes a line for each function that is compiled, and on a terminal a dot for each function that it calls."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the first half of the line when compiling starts, and the seconds when it ends."""
        seconds: float | None = getattr(record, "seconds", None)
        is_called_from_python = record.levelno >= logging.INFO
        if is_called_from_python and seconds is None:
            sys.stderr.write(f"tengen: {record.getMessage()} ...")
        elif is_called_from_python:
            sys.stderr.write(f" {seconds:.1f} s\n")
        elif seconds is None and sys.stderr.isatty():
            sys.stderr.write(".")
        sys.stderr.flush()


_HANDLER = CompilingHandler()


def show_compiling() -> None:
    """From now on, show on stderr what is being compiled. Calling it again changes nothing."""
    logger = logging.getLogger("tengen.compiled")
    logger.addHandler(_HANDLER)
    logger.setLevel(logging.DEBUG)
