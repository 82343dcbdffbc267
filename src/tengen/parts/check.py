"""Consistency checks that can be switched on by TENGEN_CHECK=1: of boards during games, and of trees during searches.

They cost a multiple of what they check, so they are for tests, for fuzzing and for whoever suspects a fault.
"""

import os

CHECK = os.environ.get("TENGEN_CHECK", "0") not in ("", "0")


class Inconsistent(RuntimeError):
    """Data that contradict each other; the message says what is wrong."""


def require(is_so: object, what: str) -> None:
    """Raise Inconsistent unless something is the case."""
    if not is_so:
        raise Inconsistent(what)
