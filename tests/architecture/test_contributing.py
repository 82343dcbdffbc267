"""The worked example of CONTRIBUTING.md works: a rule is one new file and nothing else."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import tengen

ROOT = Path(__file__).parents[2]

SCRIPT = """
from tengen.board.board import new_board
from tengen.board.point import point_name
from tengen.playout.desk import new_desk
from tengen.playout.policy import PlayoutOptions, Policy

from tengen.playout.rules.centre import CentreOptions

options = PlayoutOptions(rules=("centre", "capture"), centre=CentreOptions(chance=1.0))
desk = new_desk(new_board(5), seed=1)
Policy(options).run(desk, 0.5, 1)
print(point_name(int(desk.trail.points[0]), 5))
"""


def test_the_worked_example_is_all_that_a_rule_needs(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
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
