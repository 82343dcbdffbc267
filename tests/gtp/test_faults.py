"""Faults on purpose: no memory for the tree, an output or a log that cannot be written. The game stays whole."""

import os
import subprocess
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from gtp.framing import read_response, read_responses
from gtp.test_process import SECONDS, TENGEN
from tengen import Engine
from tengen.gtp.session import OutputError, Session, Setup
from tengen.search import trees

LIGHT = {"playout.policy": "random", "memory": 8, "simulations": 50}
NUMPYS = "Unable to allocate 8.00 MiB for an array"
TOO_LARGE = "the tree needs more memory than there is; set memory lower"


def session() -> Session:
    return Session(Setup(partial(Engine, "tengen", LIGHT, seed=1), 5, quiet=True))


@pytest.mark.parametrize(("text", "told"), [(NUMPYS, f"{TOO_LARGE} ({NUMPYS})"), ("", TOO_LARGE)])
def test_a_tree_that_cannot_be_allocated_is_told_in_one_line(
    text: str, told: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*arguments: Any) -> None:
        raise MemoryError(text)

    talk = session()
    assert read_response(talk.answer("genmove b") or "").worked
    moves = list(talk.game.moves)
    with monkeypatch.context() as patch:
        patch.setattr(trees, "new_nodes", refuse)
        assert read_response(talk.answer("tengen-option memory 16") or "").worked
        assert talk.answer("7 genmove w") == f"?7 {told}\n\n"
        assert caplog.messages == []
        assert talk.answer("8 lz-genmove_analyze w") == "=8\n\n"  # begun before it has failed
        assert caplog.messages == [f"lz-genmove_analyze: {told}"]
        assert talk.game.moves == moves
    assert read_response(talk.answer("genmove w") or "").worked
    assert talk.game.moves[:-1] == moves
    talk.close()


LITTLE_MEMORY = """
import resource
from functools import partial
from tengen import Engine
from tengen.gtp.session import Session, Setup

def say(line):
    print(session.answer(line), end="")

session = Session(Setup(partial(Engine, "tengen", {LIGHT}, seed=1), 5, quiet=True))
say("genmove b")
pages = int(open("/proc/self/statm").read().split()[0])
bytes_allowed = pages * resource.getpagesize() + 64 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (bytes_allowed, bytes_allowed))
say("tengen-option memory 256")
say("genmove w")
say("tengen-option memory 12")
say("genmove w")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of Linux")
def test_a_system_that_refuses_memory() -> None:
    code = LITTLE_MEMORY.replace("{LIGHT}", repr(LIGHT))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=SECONDS, check=False)
    answers = read_responses(run.stdout)
    assert [answer.worked for answer in answers] == [True, True, False, True, True], run
    assert answers[2].text.startswith(f"{TOO_LARGE} (Unable to allocate 2")
    assert "Traceback" not in run.stderr


class Full(BytesIO):
    """A file on a full disk."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > self.room:
            raise OSError(28, os.strerror(28))
        return super().write(data)


def test_an_output_that_fails_ends_the_session_and_nothing_is_written_after_it() -> None:
    output = Full(room=20)
    with pytest.raises(OutputError) as ended:
        session().run([b"1 name\n", b"2 list_commands\n", b"3 name\n"], output)
    assert isinstance(ended.value.__cause__, OSError)
    assert output.getvalue() == b"=1 tengen\n\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [b"name\n", b"lz-genmove_analyze b\n"])
def test_a_full_disk_under_stdout_is_told_in_one_line(command: bytes) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(TENGEN, input=command, stdout=full, stderr=subprocess.PIPE, timeout=SECONDS, check=False)
    assert run.stderr == b"tengen: responses cannot be written to stdout: No space left on device\n"
    assert run.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_under_the_log_ends_only_the_log() -> None:
    words = [*TENGEN, "--log", "/dev/full"]
    run = subprocess.run(words, input=b"name\nname\n", capture_output=True, timeout=SECONDS, check=False)
    assert (run.stdout, run.returncode) == (b"= tengen\n\n= tengen\n\n", 0)
    assert run.stderr == b"tengen: the log cannot be written, and ends here: No space left on device\n"
