"""`tengen bench`: what it prints, not how fast this machine is."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command

QUICK = ["--rounds", "2", "--seconds", "0.01"]


def yardstick(folder: Path, code: str) -> str:
    """Return the command of a program that stands in for a yardstick; {size} is its only argument."""
    script = folder / "yardstick.py"
    script.write_text(f"import json, sys\nsize = int(sys.argv[1])\n{code}\n")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} {{size}}"


def results(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_playout_as_json(tengen: Command) -> None:
    outcome = tengen("bench", "playout", "--size", "5", "--size", "9", *QUICK, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    found = results(outcome.out)
    assert [list(one) for one in found] == [["bench", "policy", "size", "per_cpu_second", "yardstick", "ratio"]] * 2
    assert [(one["bench"], one["policy"], one["size"]) for one in found] == [("playout", "random", n) for n in (5, 9)]
    assert all(one["per_cpu_second"] > 100 and one["yardstick"] is one["ratio"] is None for one in found)


def test_playout_as_text(tengen: Command) -> None:
    line = tengen("bench", "playout", "--size", "5", *QUICK).out
    assert line.startswith("playout random 5x5: ")
    assert line.endswith(" a CPU second\n")


def test_playout_against_a_yardstick(tengen: Command, tmp_path: Path) -> None:
    code = "print(json.dumps({'playouts_per_cpu_second': 1000.0, 'size': size, 'more': 1}))"
    against = ["--against", yardstick(tmp_path, code)]
    (found,) = results(tengen("bench", "playout", "--size", "5", *QUICK, *against, "--json").out)
    assert list(found) == ["bench", "policy", "size", "per_cpu_second", "yardstick", "ratio"]
    assert found["yardstick"] == 1000
    assert found["ratio"] == pytest.approx(found["per_cpu_second"] / 1000, abs=0.001)
    assert ", yardstick 1,000, ratio " in tengen("bench", "playout", "--size", "5", *QUICK, *against).out


def test_the_best_run_of_the_yardstick_counts(tengen: Command, tmp_path: Path) -> None:
    """The yardstick counts its own runs: 3000 the first time, then less."""
    code = f"""
from pathlib import Path
counter = Path({str(tmp_path / "runs")!r})
counter.write_text((counter.read_text() if counter.exists() else "") + "x")
print(json.dumps({{"playouts_per_cpu_second": 3000 / len(counter.read_text())}}))"""
    words = ["bench", "playout", "--size", "5", "--rounds", "3", "--seconds", "0.01", "--json"]
    (found,) = results(tengen(*words, "--against", yardstick(tmp_path, code)).out)
    assert found["yardstick"] == 3000
    assert (tmp_path / "runs").read_text() == "xxx"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("sys.exit(3)", "returned non-zero exit status 3"),
        ("print('junk')", "JSONDecodeError"),
        ("print(json.dumps([1, 2]))", "TypeError"),
        ("print(json.dumps({'speed': 3}))", "'playouts_per_cpu_second'"),
        ("print(json.dumps({'playouts_per_cpu_second': 'fast'}))", "could not convert string to float"),
        ("print(json.dumps({'playouts_per_cpu_second': 1, 'size': 19}))", "measured size 19, not 5"),
        ("print(json.dumps({'playouts_per_cpu_second': 0}))", "measured 0.0 playouts"),
        ("print(json.dumps({'playouts_per_cpu_second': float('nan')}))", "measured nan playouts"),
    ],
)
def test_a_yardstick_that_fails_is_one_line(code: str, message: str, tengen: Command, tmp_path: Path) -> None:
    outcome = tengen("bench", "playout", "--size", "5", *QUICK, "--against", yardstick(tmp_path, code))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("tengen: --against: ")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("command", ["no-such-program", "'", " "])
def test_a_yardstick_that_cannot_be_started_is_one_line(command: str, tengen: Command) -> None:
    outcome = tengen("bench", "playout", "--size", "5", *QUICK, "--against", command)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("tengen: --against: ")
    assert outcome.err.count("\n") == 1


def test_board(tengen: Command) -> None:
    outcome = tengen("bench", "board", "--size", "5", *QUICK, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    found = results(outcome.out)
    assert [(one["bench"], one["what"], one["size"]) for one in found] == [("board", w, 5) for w in ("copies", "moves")]
    assert all(one["per_cpu_second"] > 1000 for one in found)
    assert tengen("bench", "board", "--size", "5", *QUICK).out.startswith("board copies 5x5: ")


SEARCH = ["--size", "5", "--set", "playout.policy=random"]


def test_search(tengen: Command, tmp_path: Path) -> None:
    code = "print(json.dumps({'playouts_per_cpu_second': 1000.0, 'size': size}))"
    words = ["bench", "search", *SEARCH, "--rounds", "2", "--simulations", "200", "--threads", "2"]
    words += ["--against", yardstick(tmp_path, code)]
    (found,) = results(tengen(*words, "--json").out)
    assert (found["bench"], found["preset"], found["size"], found["threads"]) == ("search", "tengen", 5, 2)
    assert (found["simulations"], found["yardstick"]) == (200, 1000)
    assert found["ratio"] == pytest.approx(found["per_cpu_second"] / 1000, abs=0.001)
    assert found["speed_up"] > 0
    assert found["bytes_per_simulation"] > 10
    assert tengen(*words).out.startswith("search tengen 5x5: ")


# A refactoring keeps these. A change of behaviour states the new ones, with the match that justifies it.
SIGNATURES = {
    ("policy", "random"): 2399124544,
    ("policy", "capture"): 1568038036,
    ("policy", "mogo"): 2841927221,
    ("preset", "tengen"): 780509519,
    ("all", ""): 3498753561,
}

# What ``tengen bench signature`` prints without any options: on 9x9, of all policies and all presets that search.
USUAL = {
    ("policy", "random"): 3908327456,
    ("policy", "capture"): 1074692205,
    ("policy", "mango"): 2072716307,
    ("policy", "mogo"): 1068182992,
    ("policy", "moggy"): 641720499,
    ("preset", "lingo"): 3278708375,
    ("preset", "mango"): 2530017025,
    ("preset", "mogo"): 1514560012,
    ("preset", "pachi"): 155326331,
    ("preset", "tengen"): 1398151336,
    ("all", ""): 3283066590,
}


def test_signature(tengen: Command) -> None:
    words = [word for kind, name in SIGNATURES if name for word in (f"--{kind}", name)]
    outcome = tengen("bench", "signature", *words, *SEARCH, "--json")
    found = results(outcome.out)
    assert {(one["signature"], one["name"]): one["number"] for one in found} == SIGNATURES
    printed = tengen("bench", "signature", *words, *SEARCH).out.splitlines()
    assert [int(line.split()[-1], 16) for line in printed] == list(SIGNATURES.values())


@pytest.mark.slow
def test_the_whole_signature(tengen: Command) -> None:
    found = results(tengen("bench", "signature", "--json").out)
    assert {(one["signature"], one["name"]): one["number"] for one in found} == USUAL
