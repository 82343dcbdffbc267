"""A type checker knows every option."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
import tengen

options = tengen.Engine("pachi").search_options
print(options.tree.rave.equivalence, options.prior.games, options.playout.atari.chance)
print(options.tree.rave.equivalance)
print(options.prior.gamse)
print(options.playout.atari.chnace)
print(options.playout.atary)
"""


def test_a_misspelt_option_is_found(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    words += ["--cache-dir", str(ROOT / ".mypy_cache"), str(tmp_path / "script.py")]
    found = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT).stdout
    mistakes = [line for line in found.splitlines() if "has no attribute" in line]
    assert [line.split(":")[1] for line in mistakes] == ["6", "7", "8", "9"], found
    assert "Found 4 errors in 1 file" in found
