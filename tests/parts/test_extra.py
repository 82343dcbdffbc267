"""An installation without the packages of an extra says so, in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

from tengen.match.statistics import MatchTally, superiority
from tengen.parts.extra import MissingPackage, extra

BLOCKED = "import sys; sys.modules.update(dict.fromkeys(('scipy', 'matplotlib', 'choix')))"


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(MissingPackage, match=r"^this needs scipy: pip install 'tengen\[lab\]'$"):
        superiority(MatchTally(1, 0, 0))


def test_other_errors_of_an_import_stay_what_they_are() -> None:
    with pytest.raises(ImportError, match="cannot import name"), extra("lab"):
        from math import nothing  # type: ignore[attr-defined]  # noqa: F401


def test_a_command_that_lacks_it_says_so_in_one_line(tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[2];B[aa];W[bb])")
    command = ["sgf", "plot", str(record), "--output", str(tmp_path / "plot.svg"), "--simulations", "1"]
    code = f"{BLOCKED}; from tengen.cli.main import main; main({command!r})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    lines = [line for line in run.stderr.splitlines() if "compiling" not in line]
    assert (run.returncode, lines) == (2, ["tengen: this needs matplotlib: pip install 'tengen[lab]'"])


def test_playing_needs_none_of_them() -> None:
    play = "import tengen; print(tengen.Engine('random', seed=1).play(tengen.Game(5)).is_resign)"
    run = subprocess.run([sys.executable, "-c", f"{BLOCKED}; {play}"], capture_output=True, text=True, check=False)
    assert run.stdout == "False\n", run.stderr
