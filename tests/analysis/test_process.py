"""`tengen analysis` as a client meets it: a process with pipes."""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from analysis.client import SECONDS, Message, query
from tengen.analysis.server import READY

SMALL = ["--set", "playout.policy=random", "--memory", "16", "--seed", "1"]
TENGEN = [sys.executable, "-m", "tengen", "analysis", *SMALL]


class Process(subprocess.Popen[bytes]):
    """The command, with a line as a message."""

    def say(self, *requests: Message) -> None:
        assert self.stdin is not None
        self.stdin.write(b"".join(json.dumps(request).encode() + b"\n" for request in requests))
        self.stdin.flush()

    def next(self) -> Message:
        assert self.stdout is not None
        message: Message = json.loads(self.stdout.readline())
        return message


@contextmanager
def process(*options: str, words: list[str] = TENGEN) -> Iterator[Process]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Process([*words, *options], **pipes) as engine:  # type: ignore[arg-type]
        watchdog = Timer(SECONDS, engine.kill)
        watchdog.start()
        try:
            yield engine
        finally:
            watchdog.cancel()
            engine.kill()


def run(said: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*TENGEN, *options], input=said, capture_output=True, timeout=SECONDS, check=False)


def lines(*requests: Message) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\r\n" for request in requests)


def test_it_is_ready_and_answers_actions_before_anything_heavy_is_loaded() -> None:
    words = [sys.executable, "-X", "importtime", "-m", "tengen", "analysis"]
    asked = lines({"id": "v", "action": "query_version"}, {"id": "t", "action": "terminate_all"}, query(rules=3))
    done = subprocess.run(words, input=asked, capture_output=True, timeout=60, check=False)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["v", "t", "q"]
    assert READY in done.stderr.decode()
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    assert "tengen.analysis.server" in imported
    assert "numba" not in imported


def test_everything_is_answered_after_the_end_of_input() -> None:
    done = run(lines(query("a"), query("b", moves=[["B", "C3"]], analyzeTurns=[0, 1])))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted((answer["id"], answer["turnNumber"]) for answer in answers) == [("a", 0), ("b", 0), ("b", 1)]
    assert done.returncode == 0
    assert b"exception" not in done.stderr.lower()  # Ogatak shows an alert for it


def test_the_last_line_may_lack_its_end() -> None:
    done = run(lines({"id": "v", "action": "query_version"}).rstrip())
    assert json.loads(done.stdout)["id"] == "v"


def test_no_input_at_all() -> None:
    done = run(b"")
    assert (done.stdout, done.returncode) == (b"", 0)


def test_a_client_that_goes_away_ends_it_quietly() -> None:
    with process() as engine:
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.say(query("warm"))
        engine.next()
        engine.say(query(maxVisits=10**9, reportDuringSearchEvery=0.05))
        engine.next()
        engine.stdout.close()
        began = time.perf_counter()
        assert engine.wait(SECONDS) == 0
        assert time.perf_counter() - began < 20, "the search itself would take hours"
        assert b"Traceback" not in engine.stderr.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_under_stdout_is_told_in_one_line() -> None:
    said = lines({"id": "v", "action": "query_version"})
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(TENGEN, input=said, stdout=full, stderr=subprocess.PIPE, timeout=SECONDS, check=False)
    message = "tengen: answers cannot be written to stdout: No space left on device"
    assert done.stderr.decode().splitlines()[-1] == message
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize("closed", [0, 1])
def test_without_stdin_or_stdout_one_line_says_so(closed: int) -> None:
    closing = f"import os, sys; os.close({closed}); os.execv(sys.executable, {TENGEN!r})"
    done = subprocess.run([sys.executable, "-c", closing], capture_output=True, timeout=SECONDS, check=False)
    assert done.stderr == b"tengen: the analysis protocol needs stdin and stdout, and one of them is closed\n"
    assert done.returncode == 2


def test_it_ends_with_the_shell_that_started_it() -> None:
    """KaTrain ends the shell of a custom command, leaves both pipes open, and waits for the end of the output."""
    words = ["sh", "-c", f"{shlex.join(TENGEN)}; true"]  # so that the shell stays
    with process(words=words) as shell:
        assert shell.stdout is not None
        shell.say(query("warm"))
        shell.next()
        shell.say(query(maxVisits=10**9))
        shell.terminate()
        began = time.perf_counter()
        shell.stdout.read()
        assert time.perf_counter() - began < 3


def test_it_may_quit_without_waiting() -> None:
    with process("-quit-without-waiting") as engine:
        assert engine.stdin is not None
        engine.say(query("warm"))
        engine.next()
        engine.say(*[query(str(number), maxVisits=10**9) for number in range(5)])
        time.sleep(0.3)
        engine.stdin.close()
        began = time.perf_counter()
        assert engine.wait(SECONDS) == 0
        assert time.perf_counter() - began < 3


def test_an_interrupt_ends_it() -> None:
    with process() as engine:
        engine.say(query("warm"))
        engine.next()
        engine.say(query(maxVisits=10**9, reportDuringSearchEvery=0.05))
        engine.next()
        engine.send_signal(2)
        assert engine.wait(SECONDS) in (0, 130)


def test_a_client_that_reads_late_blocks_nothing() -> None:
    """The answers to a thousand mistakes do not fit into a pipe, and the client reads none before it has said all."""
    with process() as engine:
        engine.say(*[query("x" * 100, rules="calvinball") for _ in range(1000)], {"id": "v", "action": "query_version"})
        answers = [engine.next() for _ in range(1001)]
    assert answers[-1]["id"] == "v"


WRONG = [
    (["--parallel", "3", "--threads", "2"], "--parallel"),
    (["--view", "GREEN"], "GREEN"),
    (["--preset", "random"], "searches no tree"),
    (["--preset", "nosuch"], "nosuch"),
    (["--set", "nosuch=1"], "nosuch"),
]


@pytest.mark.parametrize(("options", "reason"), WRONG)
def test_wrong_use_is_refused_at_once(options: list[str], reason: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tengen", "analysis", *options], input=b"", capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert reason in done.stderr.decode()
    assert done.stdout == b""


# What Ogatak sends: rooklift/ogatak on GitHub, engine.js and query.js of its modules.

OGATAK_QUERY = {
    "rules": "Chinese",
    "komi": 7.5,
    "boardXSize": 5,
    "boardYSize": 5,
    "maxVisits": 1000000,
    "analysisPVLen": 32,
    "reportDuringSearchEvery": 0.1,
    "includePolicy": True,
    "includeOwnership": True,
    "includeMovesOwnership": False,
    "overrideSettings": {"reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.05},
    "firstReportDuringSearchAfter": 0.05,
    "initialStones": [],
}


def test_the_conversation_of_ogatak(tmp_path: Path) -> None:
    """It starts the engine as it starts KataGo, in the engine's folder, and says its first two lines unasked."""
    config, weights = tmp_path / "tengen.cfg", tmp_path / "weights.bin.gz"
    config.write_text("numSearchThreads = 2\n")
    weights.write_bytes(b"")
    words = [sys.executable, "-m", "tengen", "analysis", "-config", str(config), "-model", str(weights)]
    with process("-quit-without-waiting", *SMALL, "--analysis-version", "1.16.0", words=words) as engine:
        engine.say({"id": "query_version", "action": "query_version"})
        size = {"boardXSize": 29, "boardYSize": 29}
        engine.say({"id": "test_bs29", "rules": "Chinese", **size, "maxVisits": 1, "moves": []})
        version, refused = engine.next(), engine.next()
        assert (version["action"], version["version"]) == ("query_version", "1.16.0")
        assert refused["id"] == "test_bs29"
        assert "error" in refused

        engine.say({"id": "node1:1", **OGATAK_QUERY, "moves": [], "initialPlayer": "B"})
        first = engine.next()
        assert first["isDuringSearch"] is True
        assert first["moveInfos"]
        assert (len(first["ownership"]), len(first["policy"])) == (25, 26)

        # The user plays a move: Ogatak stops the query, and says the next as soon as the stop is confirmed.
        engine.say({"id": "stop!node1:1", "action": "terminate", "terminateId": "node1:1"})
        seen = [engine.next()]
        while seen[-1].get("action") != "terminate":
            seen.append(engine.next())
        assert not any("error" in message or "warning" in message for message in seen)
        avoided = [{"player": "W", "moves": ["A1"], "untilDepth": 1}]
        engine.say({"id": "node2:2", **OGATAK_QUERY, "moves": [["B", "C3"]], "avoidMoves": avoided})
        answers = [engine.next()]
        while answers[-1]["id"] != "node2:2":
            answers.append(engine.next())
        assert [answer["isDuringSearch"] for answer in answers if answer["id"] == "node1:1"][-1:] in ([False], [])
        assert "A1" not in {info["move"] for info in answers[-1]["moveInfos"]}

        # Autoanalysis goes on with the next move once the root has as many visits as were asked for.
        engine.say({"id": "stop!node2:2", "action": "terminate", "terminateId": "node2:2"})
        engine.say({"id": "node3:3", **OGATAK_QUERY, "moves": [["B", "C3"], ["W", "C2"]], "maxVisits": 200})
        answer = engine.next()
        while (answer["id"], answer.get("isDuringSearch")) != ("node3:3", False):
            answer = engine.next()
        assert answer["rootInfo"]["visits"] >= 200

        # Ogatak closes the pipe and then kills the engine.
        assert engine.stdin is not None
        engine.stdin.close()
        assert engine.wait(SECONDS) == 0


def test_the_processors_are_shared() -> None:
    """Without options there is a thread for each processor, and a position at a time for each of two."""
    with process() as engine:
        assert engine.stderr is not None
        processors = len(os.sched_getaffinity(0))
        assert f"up to {min(2, processors)} positions at a time" in engine.stderr.readline().decode()
