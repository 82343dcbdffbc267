"""The scripts in ``examples`` run, quickly, and print what they promise."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = "(;GM[1]SZ[5]KM[0.5];B[cc];W[cd])"
CASES = {
    "win_rate_of_a_game.py": (["{record}", "--preset", "mogo", "--seconds", "0.05"], "changed the win rate by"),
    "two_presets.py": (["random", "random", "--games", "2", "--size", "5"], "game 2: black random, white random, "),
    "compare_options.py": (
        ["tree.fpu.value", "0.9", "1.2", "--preset", "mogo", "--size", "5", "--simulations", "100"],
        "tree.fpu.value=1.2: depth ",
    ),
}


def test_each_script_has_a_case() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(CASES)


@pytest.mark.parametrize("script", CASES)
def test_a_script_runs(script: str, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text(RECORD)
    words, expected = CASES[script]
    run = subprocess.run(
        [sys.executable, EXAMPLES / script, *(word.format(record=record) for word in words)],
        check=True,
        capture_output=True,
        text=True,
    )
    assert expected in run.stdout
    assert run.stderr == "", "a program that imports tengen sees nothing on its stderr"
