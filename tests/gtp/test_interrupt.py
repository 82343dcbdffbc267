"""Processes that are told to end while they search, or while they compile."""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gtp.test_process import SECONDS, ask
from match.players import are_gone

SIZE = "5"
OPTIONS = ["gtp", "--size", SIZE, "--quiet", "--set", "playout.policy=random"]
WORDS = [sys.executable, "-m", "tengen", *OPTIONS]
# The same with more patience for the search to end and to answer: on a busy machine that takes longer than 0.12 s.
PATIENT = "import tengen.gtp.session; tengen.gtp.session.PATIENCE = 4.0; import tengen.cli.main; tengen.cli.main.main()"
PATIENT_WORDS = [sys.executable, "-c", PATIENT, *OPTIONS]
PROMPT = 0.2  # seconds in which a process must have ended
SLACK = 5.0  # seconds more, for a machine that does other things as well: a search, or the compiler, would take longer
BUSY = 1.0  # seconds after which a search, or the compiler, is at work


@contextmanager
def engine(*options: str, words: list[str] = WORDS, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*words, *options], env=os.environ | env, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def say(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def end(process: subprocess.Popen[bytes], by: bytes | None) -> tuple[str, float]:
    """Say a last line, or close the input; return what is answered, and how long it takes until the process ends."""
    assert process.stdin is not None
    assert process.stdout is not None
    started = time.perf_counter()
    if by is None:
        process.stdin.close()
    else:
        say(process, by)
    assert process.wait(SECONDS) == 0
    seconds = time.perf_counter() - started
    return process.stdout.read().decode(), seconds


@pytest.mark.parametrize("by", [b"9 quit\n", None], ids=["quit", "end of input"])
@pytest.mark.parametrize("command", ["genmove b", "kata-genmove_analyze b 1000", "lz-analyze b 1000", "name"])
def test_a_process_that_searches_ends_at_once(command: str, by: bytes | None) -> None:
    with engine("--seconds", "0.1" if command == "name" else "60", words=PATIENT_WORDS) as process:
        assert ask(process, b"lz-genmove_analyze b maxmoves 1\n" if command == "name" else b"name\n")
        say(process, b"lz-analyze b 1\n\n")  # compiles
        assert process.stdout is not None
        while process.stdout.readline() != b"\n":
            pass
        say(process, f"7 {command}\n".encode())
        time.sleep(BUSY)
        answers, seconds = end(process, by)
        assert seconds < PROMPT + SLACK
        assert answers.startswith("=7")
        assert answers.endswith("\n\n")
        if by is not None:
            assert answers.endswith("\n\n=9\n\n")
        if command == "genmove b":
            assert re.match(r"=7 [A-E][1-5]\n", answers)


@pytest.mark.parametrize("by", [b"9 quit\n", None], ids=["quit", "end of input"])
def test_a_process_that_compiles_ends_at_once(by: bytes | None, tmp_path: Path) -> None:
    with engine("--seconds", "60", TENGEN_CACHE=str(tmp_path)) as process:
        assert ask(process, b"boardsize 5\n") == b"=\n\n"
        say(process, b"7 genmove b\n8 name\n")
        time.sleep(2 * BUSY)
        answers, seconds = end(process, by)
        assert seconds < PROMPT + SLACK
        assert answers == "?7 interrupted\n\n?8 interrupted\n\n" + ("" if by is None else "=9\n\n")


def test_an_analysis_that_compiles_is_closed_properly(tmp_path: Path) -> None:
    with engine(TENGEN_CACHE=str(tmp_path)) as process:
        assert ask(process, b"boardsize 5\n") == b"=\n\n"
        say(process, b"7 lz-analyze b 10\n")
        time.sleep(2 * BUSY)
        answers, seconds = end(process, b"quit\n")
        assert seconds < PROMPT + SLACK
        assert answers == "=7\n\n=\n\n"


@pytest.mark.slow
def test_ten_minutes_of_analysis_stay_in_memory_and_can_be_stopped_at_any_time() -> None:
    with engine("--memory", "64", "--size", "9") as process:
        assert process.stdout is not None
        ask(process, b"boardsize 9\n")
        ask(process, b"genmove b\n")  # compiles
        sizes, waits, reports = [], [], 0
        began = time.perf_counter()
        while time.perf_counter() - began < 600:
            say(process, b"kata-analyze w 10 ownership true\n")
            assert process.stdout.readline() == b"=\n"
            for _ in range(100 + len(waits) % 7):
                assert process.stdout.readline().startswith(b"info move ")
                reports += 1
            time.sleep(0.013 * (len(waits) % 10))
            stopped = time.perf_counter()
            say(process, b"stop\n")
            while process.stdout.readline() != b"\n":
                reports += 1
            waits.append(time.perf_counter() - stopped)
            assert process.stdout.readline() == b"=\n"
            assert process.stdout.readline() == b"\n"
            sizes.append(resident_megabytes(process.pid))
        assert max(waits) < PROMPT + SLACK
        assert reports / 600 > 9
        assert sizes[-1] < sizes[len(sizes) // 4] + 20
        end(process, b"quit\n")


def resident_megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


PARENT = """
import os, subprocess, sys
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
engine.stdin.write(b"tengen-prepare\\n")
engine.stdin.flush()
assert engine.stdout.readline() == b"=\\n"
print(engine.pid, flush=True)
engine.stdin.write(b"genmove b\\n")
engine.stdin.flush()
os.kill(os.getpid(), 9)
"""


def test_an_engine_whose_front_end_is_killed_just_after_a_command_ends() -> None:
    """The end of input comes as soon after the command as in a script, but the parent is gone."""
    words = [sys.executable, "-c", PARENT, *WORDS, "--simulations", "1000000000", "--set", "memory=100"]
    parent = subprocess.run(words, stdout=subprocess.PIPE, timeout=SECONDS, check=False)
    assert parent.returncode == -9
    assert are_gone([int(parent.stdout)])


def test_a_script_gets_all_its_answers() -> None:
    words = [*WORDS, "--simulations", "2000"]
    done = subprocess.run(words, input=b"genmove b\ngenmove w\n", capture_output=True, timeout=SECONDS, check=True)
    assert re.fullmatch(rb"= \w+\n\n= \w+\n\n", done.stdout)
