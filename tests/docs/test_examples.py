"""The scripts of the folder ``examples`` run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tengen import Game

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = "(;GM[1]SZ[5]KM[0.5];B[cc];W[dc];B[dd];W[cb])"
LIGHT = ["--set", "playout.policy=random", "--set", "memory=8"]  # the recipe that most tests of searches compile

COMMANDS = {
    "analyse_game.py": (["game.sgf", "--seconds", "0.05", *LIGHT], "The moves that lost most:"),
    "compare_techniques.py": (["game.sgf", "tree.expand-visits=2", "--simulations", "100", *LIGHT], "expand-visits=2 "),
    "draw_position.py": (["game.sgf", "--move", "3", "--seconds", "0.05", *LIGHT], "white to play"),
    "play_game.py": (["random", "random", "--size", "5", "--seed", "1", "--output", "played.sgf"], "moves: played.sgf"),
}


@pytest.mark.parametrize(("script", "arguments", "expected"), [(name, *what) for name, what in COMMANDS.items()])
def test_the_script_runs(script: str, arguments: list[str], expected: str, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(RECORD)
    command = [sys.executable, "-W", "error", str(EXAMPLES / script), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


@pytest.mark.parametrize("script", COMMANDS)
def test_a_script_says_what_is_wrong_in_a_line(script: str, tmp_path: Path) -> None:
    arguments = ["nothing", "nobody"] if script == "play_game.py" else ["nowhere.sgf"]
    arguments += ["a=b"] if script == "compare_techniques.py" else []
    command = [sys.executable, str(EXAMPLES / script), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{script}: ")
    assert arguments[0] in line


def test_every_script_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(COMMANDS)


def test_the_game_that_comes_with_the_examples_is_one() -> None:
    game = Game.from_sgf(EXAMPLES / "game.sgf")
    assert game.size == 9
    assert game.is_over
