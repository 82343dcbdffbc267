"""Starting is quick: what a front end waits for."""

import resource
import subprocess
import sys

MOST = 3.0  # times as long as Python and Numba alone
TENGEN = [sys.executable, "-m", "tengen", "gtp", "--preset", "random", "--size", "9"]
NUMBA = [sys.executable, "-c", "import numba"]
ROUNDS = 5


def cpu_seconds(words: list[str], text: str) -> float:
    """Return the processor time that a program takes, with a text as its input: other programs do not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_warm_start_takes_little_longer_than_numba() -> None:
    answer = subprocess.run(TENGEN, input="genmove b\n", capture_output=True, text=True, check=True).stdout
    assert answer.startswith("= ")  # and now everything is compiled
    pairs = [(cpu_seconds(TENGEN, "genmove b\n"), cpu_seconds(NUMBA, "")) for _ in range(ROUNDS)]
    assert min(ours for ours, _ in pairs) <= MOST * min(numbas for _, numbas in pairs)
