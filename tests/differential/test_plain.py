"""Compiled code, plain Python, and compiled code with bounds checks play the same games."""

import os
import subprocess
import sys

import pytest

from differential import games


@pytest.mark.parametrize(("size", "length"), [(19, 500), (9, 400), (5, 300), (3, 200)])
@pytest.mark.parametrize("seed", [1, 2])
def test_plain_python_plays_the_same_game(size: int, length: int, seed: int) -> None:
    assert played_elsewhere(size, length, seed, "NUMBA_DISABLE_JIT") == games.transcript(size, length, seed)


@pytest.mark.parametrize("size", [2, 5])
def test_no_index_is_out_of_bounds(size: int) -> None:
    assert played_elsewhere(size, 2000, 2, "NUMBA_BOUNDSCHECK") == games.transcript(size, 2000, 2)


def played_elsewhere(size: int, length: int, seed: int, setting: str) -> list[str]:
    """Return the transcript of a game that a Python with a setting of Numba's played."""
    command = [sys.executable, games.__file__, str(length), str(seed), str(size)]
    run = subprocess.run(command, env=os.environ | {setting: "1"}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()
