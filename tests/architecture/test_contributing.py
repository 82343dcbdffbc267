"""The worked example of CONTRIBUTING.md works: a rule is one new file and nothing else."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tengen
from tengen import Engine, Limit
from tengen.game.game import Game
from tengen.parts.options import OptionError

ROOT = Path(__file__).parents[2]

EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)

SCRIPT = """
from tengen.board.board import new_board
from tengen.board.point import point_name
from tengen.playout.state import new_playout_state
from tengen.playout.policy import PlayoutOptions, Policy

from tengen.playout.rules.centre import CentreOptions

options = PlayoutOptions(rules=("centre", "capture"), centre=CentreOptions(chance=1.0))
state = new_playout_state(new_board(5), seed=1)
Policy(options).run(state, 0.5, 1)
print(point_name(int(state.trail.points[0]), 5))
"""


def test_the_worked_example_is_all_that_a_rule_needs(tmp_path: Path) -> None:
    example = EXAMPLES[0]
    shutil.copytree(Path(tengen.__file__).parent, tmp_path / "tengen", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tengen" / "playout" / "rules" / "centre.py").write_text(example)
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "TENGEN_CACHE": str(tmp_path / "cache")}

    def run(*words: str) -> str:
        return subprocess.run(
            [sys.executable, *words], env=environment, check=True, capture_output=True, text=True, cwd=tmp_path
        ).stdout

    assert run("-c", SCRIPT).strip() == "C3"
    assert "take the middle of the board" in run("-m", "tengen", "show", "part", "centre")
    assert "playout.centre.chance=0.25" in run("-m", "tengen", "show", "options", "--set", "playout.centre.chance=0.25")


def test_a_prior_of_your_own(tmp_path: Path) -> None:
    own = tmp_path / "corner.py"
    own.write_text(EXAMPLES[1])
    options = {"prior.parts": f"even,{own}", "playout.policy": "random"}
    with Engine("pachi", options, seed=1, memory=1) as engine:
        report = engine.analyse(Game(5), Limit(simulations=300))
    assert max(report.moves, key=lambda move: move.prior or 0).name == "C3"
    with pytest.raises(OptionError, match=r"no file .*nowhere.py"):
        Engine("pachi", {"prior.parts": "even,nowhere.py"})
