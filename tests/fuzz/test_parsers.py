"""The parsers keep their promises for damaged input, and the fuzzer that is guided by coverage starts."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from fuzz.parsers import PARSERS
from fuzz.targets import spoilt

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", PARSERS)
def test_damaged_input(name: str) -> None:
    parse, seeds = PARSERS[name]
    random = Random(1)
    for seed in seeds:
        parse(seed)
        for _ in range(200):
            parse(spoilt(random, seed))


def guided(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fuzz.guided", *words]
    return subprocess.run(command, cwd=TESTS, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("name", ["gtp", *(pytest.param(name, marks=pytest.mark.slow) for name in PARSERS)])
def test_atheris_runs_each_parser(name: str) -> None:
    pytest.importorskip("atheris", reason="needs the extra `fuzz`: pip install 'tengen[fuzz]'")
    run = guided(name, "--runs", "200")
    assert run.returncode == 0, run.stderr
    assert "Done 200" in run.stderr


def test_without_atheris_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "atheris.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    run = guided("sgf")
    assert (run.returncode, run.stderr) == (1, "tengen: this needs atheris: pip install '.[fuzz]'\n")
