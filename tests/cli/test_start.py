"""Starting is quick: what a front end waits for."""

import os
import resource
import subprocess
import sys

import pytest

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


STARTED = """
import os, sys
from tengen.cli.main import main

try:
    main(["show", "levels"])
except SystemExit:
    print("numpy" in sys.modules)
import numpy  # which is found as usual
print(os.popen("echo $OPENBLAS_NUM_THREADS").read(), len(os.listdir("/proc/self/task")), numpy.dot([1, 2], [3, 4]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads in /proc")
@pytest.mark.parametrize("number", [None, "2"])
def test_numpy_is_imported_when_it_is_needed_and_without_threads(number: str | None) -> None:
    """Programs that we start see the user's number of threads, or none; OpenBLAS uses no more than there are cores."""
    threads = min(int(number or 1), len(os.sched_getaffinity(0)))
    said = [*([number] if number else []), str(threads), "11"]
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment |= {} if number is None else {"OPENBLAS_NUM_THREADS": number}
    run = subprocess.run([sys.executable, "-c", STARTED], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split()[-len(said) - 1 :] == ["False", *said]
