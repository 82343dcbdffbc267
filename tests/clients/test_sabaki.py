"""Sabaki's own library, @sabaki/gtp, talks to `tengen gtp`: what its controller and its analysis meet."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("sabaki.js")
SECONDS = 240  # more than this takes, also on a busy machine that has to compile first
ENGINE = ["-m", "tengen", "gtp", "--size", "5", "--memory", "8", "--simulations", "500"]
ENGINE += ["--set", "playout.policy=random"]  # which compiles in a few seconds

# What Sabaki reads of a report: the keys with one value each, then the principal variation up to the end.
INFO = re.compile(r"move (?P<move>pass|[A-Z]\d+) (?P<pairs>(\w+ \S+ )+)pv(?P<pv>( (pass|[A-Z]\d+))+)")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what came of the conversation; skip where Node.js or the package cannot be had."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("needs Node.js and npm")
    folder = tmp_path_factory.mktemp("sabaki")
    install = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "@sabaki/gtp@^3.0.0"]
    installed = subprocess.run(install, capture_output=True, text=True, timeout=SECONDS, check=False)
    if installed.returncode:
        pytest.skip(f"npm cannot install @sabaki/gtp: {installed.stderr[-300:]}")
    words = [node, str(SCRIPT), str(folder), sys.executable, *ENGINE]
    run = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_the_commands_that_sabaki_sends_first(found: dict[str, Any]) -> None:
    assert (found["name"], found["protocol_version"]) == ("tengen", "2")
    commands = found["list_commands"].split("\n")
    assert commands[0] == "protocol_version"
    assert {"kata-analyze", "lz-analyze", "kata-genmove_analyze", "undo", "set_free_handicap"} <= set(commands)
    assert "analyze" not in commands  # Sabaki would take its win rates for integers


@pytest.mark.parametrize("kind", ["kata", "lz"])
def test_analysis_is_shown_and_ends_with_the_next_command(found: dict[str, Any], kind: str) -> None:
    analysis = found[kind]
    assert len(analysis["lines"]) >= 3
    assert not analysis["error"]
    assert analysis["next"] == "2"
    assert analysis["milliseconds"] < 2000  # 200 on an idle machine
    for line in analysis["lines"]:
        for part in line.split("info ")[1:]:
            match = INFO.fullmatch(part.strip())
            assert match, part
            assert match["pv"].split()[0] == match["move"]
            words = match["pairs"].split()
            pairs = dict(zip(words[::2], words[1::2], strict=True))
            win_rate = float(pairs["winrate"])
            assert 0 <= win_rate <= (1 if kind == "kata" else 10_000)
            assert ("." in pairs["winrate"]) == (kind == "kata")
            assert int(pairs["visits"]) >= 1


def test_moves_are_taken_back_in_bursts(found: dict[str, Any]) -> None:
    assert [move["args"] for move in found["undone"]] == [["B", "C3"], ["W", "D4"], ["B", "D3"]]


def test_genmove_with_analysis_plays_its_move(found: dict[str, Any]) -> None:
    answer = found["genmove_analyze"]
    assert not answer["error"]
    assert answer["infos"] >= 1
    (move,) = re.findall(r"^play (\S+)$", answer["content"], re.MULTILINE)
    assert found["history"][-1] == {"name": "play", "args": ["W", move.upper()]}
    assert re.fullmatch(r"[A-Z]\d+|pass|resign", found["genmove"]["content"])


def test_sabaki_can_be_closed_during_analysis(found: dict[str, Any]) -> None:
    assert found["quit_milliseconds"] < 3000  # then Sabaki ends the process by force
