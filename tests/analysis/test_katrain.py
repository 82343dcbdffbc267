"""KaTrain's own engine class, from PyPI, unmodified, with `tengen analysis` as its custom command.

KaTrain gets a virtual environment of its own, made once beside the compiled code; it is skipped where pip cannot
install it.
"""

import json
import math
import os
import shlex
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tengen.compiled.jit import cache_folder

SESSION = Path(__file__).with_name("katrain_session.py")
PACKAGES = ["kivy>=2.3.1", "pysgf>=1,<2", "chardet>=5.2,<6", "websocket-client>=1.9", "certifi"]
KATRAIN = "katrain>=1.18,<2"  # without its other dependencies, which are for the window and its sounds
COMMAND = [sys.executable, "-m", "tengen", "analysis", "--set", "playout.policy=random", "--memory", "16"]


@pytest.fixture(scope="session")
def katrain_python() -> Path:
    """Return the Python of an environment that has KaTrain."""
    folder = cache_folder().parents[1] / "katrain-client"
    python, stamp = folder / "bin" / "python", folder / "ready"
    if not stamp.exists():
        venv.create(folder, with_pip=True, clear=True)
        for words in (PACKAGES, ["--no-deps", KATRAIN]):
            pip = [python, "-m", "pip", "install", "-q", *words]
            done = subprocess.run(pip, capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"pip cannot install KaTrain here: {done.stderr.strip().splitlines()[-1:]}")
        stamp.touch()
    return python


@pytest.mark.slow
def test_katrain(katrain_python: Path) -> None:
    command = shlex.join(COMMAND)
    done = subprocess.run(
        [katrain_python, SESSION, command], capture_output=True, text=True, timeout=1500, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stdout + done.stderr
    steps = {line["step"]: line for line in map(json.loads, done.stdout.splitlines())}

    game = steps["game"]
    assert all(visits >= 100 for visits in game["visits"])
    assert all(0 <= rate <= 1 for rate in game["winrates"])
    assert all(math.isfinite(score) for score in game["scores"])
    assert game["candidates"] >= 2
    assert max(game["lost"]) > 0
    assert (game["ownership"], game["move_ownership"]) == (25, 25)
    assert all(share > 0 for share, _ in game["policy"])
    assert math.isfinite(game["points_lost"])

    assert steps["sweep"]["refined"] >= 25
    assert steps["sweep"]["more"] > 0
    assert steps["ponder"]["visits"] > 200
    assert steps["handicap"]["player"] == "W"
    assert steps["end"]["errors"] == []
