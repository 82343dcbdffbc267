"""`tengen doctor`: what works, what does not, and what to do about it."""

import errno
import importlib.metadata
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command
from tengen.cli import doctor
from tengen.cli.clients import CLIENTS, pasting_text

CHECKS = ["Python", "packages", "cache folder", "compiler", "a game", "a search", "other sizes", "GNU Go"]


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


def test_sizes_that_are_not_compiled_are_told_with_the_command_that_compiles_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tengen.compiled.warmup.Warmup.is_needed", lambda _, size: size != 13)
    finding = doctor._other_sizes(9)
    assert (finding.works, finding.needed, finding.text) == (False, False, "not compiled beforehand for 19")
    assert finding.advice.endswith(": tengen warmup --size 19")
    monkeypatch.setattr("tengen.compiled.warmup.Warmup.is_needed", lambda _, size: False)
    assert doctor._other_sizes(9).works


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk(number: int, tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty file can be written to a full disk, so the check writes a large one."""
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name.startswith(".doctor-") and len(data) > 100_000:
            raise OSError(number, os.strerror(number), str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    outcome = tengen("doctor")
    assert outcome.code == 1
    assert f"FAILED  cache folder: [Errno {number}] " in outcome.out
    assert "\n        -> The disk is full: free some space there, or set TENGEN_CACHE to a folder" in outcome.out
    assert "Set TENGEN_CACHE to a folder that you can write" not in outcome.out


def test_a_disk_that_fills_up_during_a_check(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*words: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tengen.Engine", full, raising=False)
    assert (
        "FAILED  a search: OSError: [Errno 28] No space left on device\n        -> The disk is full"
        in tengen("doctor").out
    )


def test_a_search_is_tried(tengen: Command) -> None:
    text = findings(tengen("doctor", "--json").out)["a search"]["text"]
    assert re.fullmatch(
        r"preset tengen on 9x9: ready after \d+\.\d s, [\d,]+ simulations a second, best move [A-HJ][1-9]", text
    )


def test_what_to_paste_into_the_clients(tengen: Command) -> None:
    outcome = tengen("doctor", "--gui")
    assert (outcome.code, outcome.err) == (0, "")
    program = str(Path(sys.executable).with_name("tengen"))
    assert f"    Path: {program}\n    Arguments: gtp\n" in outcome.out
    for client in CLIENTS:
        assert f"{client.name}: {client.place}\n" in outcome.out
        assert all(f"    {line}\n" in outcome.out for line in client.lines([program]))
    run = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    assert run.stdout.startswith("tengen ")


def gtp_words(client: str, tengen: Sequence[str]) -> list[str]:
    """Return the words with which a client starts the engine."""
    lines = next(one.lines(tengen) for one in CLIENTS if one.name == client)
    if client == "Sabaki":
        path, arguments = (line.partition(": ")[2] for line in lines)
        return [path, *arguments.split()]
    if client == "OGS":
        found: list[str] = json.loads(lines[0].partition("command: ")[2].rstrip(", }"))
        return found
    return shlex.split(lines[0].partition("=")[2] if client in ("KGS", "CGOS") else lines[0])


@pytest.mark.parametrize("client", ["Sabaki", "GoGui", "Lizzie", "OGS", "KGS", "CGOS"])
def test_the_line_of_a_client_starts_an_engine(client: str) -> None:
    words = gtp_words(client, [sys.executable, "-m", "tengen"])
    run = subprocess.run(words, input="name\nversion\nquit\n", capture_output=True, text=True, check=False)
    name = "Leela Zero" if client == "Lizzie" else "tengen"
    assert run.stdout.startswith(f"= {name}\n\n= 0.")
    assert (run.returncode, run.stderr) == (0, "")
    if client == "Lizzie":  # which refuses versions whose second number is below 15
        assert int(run.stdout.split()[-2].split(".")[1]) >= 15


def test_the_line_of_katrain_starts_an_analysis_engine() -> None:
    """KaTrain hands the line to a shell."""
    (line,) = next(one.lines([sys.executable, "-m", "tengen"]) for one in CLIENTS if one.name == "KaTrain")
    query = '{"id": "a", "action": "query_version"}\n'
    run = subprocess.run(line, shell=True, input=query, capture_output=True, text=True, check=False)
    answer = json.loads(run.stdout)
    assert (answer["id"], answer["action"]) == ("a", "query_version")


def test_a_path_with_a_space_is_quoted_where_that_helps_and_told_where_not() -> None:
    text = pasting_text(["/opt/my go/tengen"])
    assert '    "/opt/my go/tengen" gtp\n' in text
    assert gtp_words("GoGui", ["/opt/my go/tengen"]) == ["/opt/my go/tengen", "gtp"]
    assert text.count("make a link to tengen whose path has none") == 2
    assert "make a link" not in pasting_text(["/opt/tengen"])


def test_the_page_for_clients_has_the_same_lines() -> None:
    page = (Path(__file__).parents[2] / "docs" / "clients.md").read_text()
    for client in CLIENTS:
        assert f"## {client.name}\n" in page
        for line in client.lines(["/full/path/tengen"]):
            assert f"\n{line}\n" in page, (client.name, line)


def test_a_check_that_breaks_is_a_finding(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*words: object, **more: object) -> None:
        raise RuntimeError("it is broken")

    monkeypatch.setattr("tengen.Engine", broken, raising=False)  # which the package may have loaded already
    outcome = tengen("doctor")
    assert outcome.code == 1
    assert "FAILED  a game: RuntimeError: it is broken\n        -> Install tengen again.\n" in outcome.out


LIGHT_DOCTOR = """
import tengen
from tengen.cli.main import main

def light(preset="tengen", **more):  # whose search is compiled in a few seconds
    from tengen.engines.engine import Engine
    return Engine(preset, {"playout.policy": "random", "prior.parts": "even"} if preset == "tengen" else {}, **more)

tengen.Engine = light
main(["doctor", "--size", "9"])  # the other checks compile for 9x9, too
"""


def test_no_folder_can_be_written_at_all(tmp_path: Path) -> None:
    """Neither the named folder nor the one for temporary files: a file stands where each should be."""
    file = tmp_path / "file"
    file.write_text("")
    env = os.environ | {"TENGEN_CACHE": str(file), "TMPDIR": str(tmp_path)}
    (tmp_path / f"tengen-{os.getuid()}").write_text("")
    run = subprocess.run([sys.executable, "-c", LIGHT_DOCTOR], env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, "it plays, and compiles at every start"
    assert "missing cache folder: there is none, so everything is compiled at every start" in run.stdout
    assert "-> Set TENGEN_CACHE to a folder that you can write." in run.stdout
    assert "ok      a search: " in run.stdout
    said = [line for line in run.stderr.splitlines() if "tengen: compiling" not in line]
    assert [line.partition(" (")[0] for line in said] == ["tengen: no folder for compiled code belongs to you alone"]
