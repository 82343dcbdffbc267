"""`tengen doctor`: what works, what does not, and what to do about it."""

import importlib.metadata
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command

CHECKS = ["Python", "packages", "cache folder", "compiler", "a game", "GNU Go"]


def findings(text: str) -> dict[str, dict[str, Any]]:
    found = [json.loads(line) for line in text.splitlines()]
    return {one.pop("check"): one for one in found}


def test_all_is_well(tengen: Command) -> None:
    outcome = tengen("doctor")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert [line[8:].partition(":")[0] for line in lines if not line.startswith("        ")] == CHECKS
    assert all(line.startswith(("ok      ", "missing ", "        ->")) for line in lines)


def test_json(tengen: Command) -> None:
    outcome = tengen("doctor", "--json")
    assert outcome.code == 0
    found = findings(outcome.out)
    assert list(found) == CHECKS
    assert all(set(one) == {"works", "text", "advice", "needed"} for one in found.values())
    assert all(one["works"] is True for one in found.values() if one["needed"])


def test_gnu_go_is_not_needed(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    outcome = tengen("doctor")
    assert outcome.code == 0
    assert "missing GNU Go: not found\n        -> Only matches and tests need it." in outcome.out


def test_a_package_is_missing(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str, version: Callable[[str], str] = importlib.metadata.version) -> str:
        if name == "sgfmill":
            raise importlib.metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr("importlib.metadata.version", found)
    outcome = tengen("doctor")
    assert outcome.code == 1
    assert "FAILED  packages: missing: sgfmill\n        -> Run: pip install" in outcome.out


def test_a_folder_that_cannot_be_written(tengen: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tengen.compiled.jit.cache_folder", lambda: tmp_path / "gone")
    outcome = tengen("doctor")
    assert outcome.code == 1
    assert "FAILED  cache folder: " in outcome.out
    assert "\n        -> Set TENGEN_CACHE to a folder that you can write.\n" in outcome.out
    assert "ok      compiler: " in outcome.out  # the other checks go on


def test_a_check_that_breaks_is_a_finding(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*words: object, **more: object) -> None:
        raise RuntimeError("it is broken")

    monkeypatch.setattr("tengen.Engine", broken, raising=False)  # which the package may have loaded already
    outcome = tengen("doctor")
    assert outcome.code == 1
    assert "FAILED  a game: RuntimeError: it is broken\n        -> Install tengen again.\n" in outcome.out


def test_no_folder_can_be_written_at_all(tmp_path: Path) -> None:
    """Neither the named folder nor the one for temporary files: a file stands where each should be."""
    file = tmp_path / "file"
    file.write_text("")
    env = os.environ | {"TENGEN_CACHE": str(file), "TMPDIR": str(tmp_path)}
    (tmp_path / f"tengen-{os.getuid()}").write_text("")
    words = [sys.executable, "-m", "tengen", "doctor"]
    run = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "FAILED  cache folder: RuntimeError: no cache folder can be written" in run.stdout
    assert "TENGEN_CACHE" in run.stdout
    assert run.stderr == ""
