"""Running a script as compiled code and as plain Python."""

import os
import subprocess
import sys


def printed_both_ways(script: str) -> tuple[str, str]:
    """Return what a script prints when it is compiled, and when it is plain; it may import from the tests."""
    return _printed(script, "0"), printed_plainly(script)


def printed_plainly(script: str) -> str:
    """Return what a script prints as plain Python, which compiles nothing."""
    return _printed(script, "1")


def _printed(script: str, switch: str) -> str:
    environment = os.environ | {"NUMBA_DISABLE_JIT": switch, "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", script]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
