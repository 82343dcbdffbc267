"""`tengen gtp` as a front end meets it: a process with pipes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from gtp.framing import read_responses

TENGEN = [sys.executable, "-m", "tengen", "gtp", "--preset", "random", "--size", "5"]
SECONDS = 60  # more than any of this takes, also on a busy machine that has to compile first


def converse(said: bytes, *options: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Say everything at once, close stdin, and wait for the end."""
    words = [*TENGEN, *options]
    return subprocess.run(words, input=said, capture_output=True, timeout=SECONDS, env=os.environ | env, check=False)


@contextmanager
def process(words: list[str] = TENGEN) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as engine:
        watchdog = Timer(SECONDS, engine.kill)
        watchdog.start()
        try:
            yield engine
        finally:
            watchdog.cancel()
            engine.kill()


def ask(engine: subprocess.Popen[bytes], line: bytes) -> bytes:
    """Say a line and return the response to it."""
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(line)
    engine.stdin.flush()
    lines = [engine.stdout.readline()]
    while lines[-1] not in (b"\n", b""):
        lines.append(engine.stdout.readline())
    return b"".join(lines)


def test_quit_is_answered_and_ends_with_0() -> None:
    run = converse(b"1 name\n2 quit\n3 name\n")
    assert (run.stdout, run.stderr, run.returncode) == (b"=1 tengen\n\n=2\n\n", b"", 0)


def test_every_response_comes_at_once() -> None:
    with process() as engine:
        assert ask(engine, b"1 name\n") == b"=1 tengen\n\n"
        assert ask(engine, b"2 boardsize 5\n") == b"=2\n\n"
        assert ask(engine, b"# nothing\n\n3 foo\n") == b"?3 unknown command\n\n"
        assert ask(engine, b"4 quit\n") == b"=4\n\n"
        assert engine.wait(SECONDS) == 0


@pytest.mark.parametrize("said", [b"", b"name\n", b"name"])
def test_the_end_of_input_is_the_end(said: bytes) -> None:
    run = converse(said)
    assert (run.stdout, run.stderr, run.returncode) == (b"= tengen\n\n" if said else b"", b"", 0)


def test_carriage_returns() -> None:
    run = converse(b"1 play b C3\r\n2 play w d4\r\n\r\n3 undo\r\nquit\r\n")
    assert run.stdout == b"=1\n\n=2\n\n=3\n\n=\n\n"


def test_binary_junk() -> None:
    junk = bytes(range(256)).replace(b"\n", b"").replace(b"#", b"")
    run = converse(b"\xff\xfe\x00\n" + junk + b"\n1 play b \xc3\x28\n2 n\x00ame\n\x80\x81\n3 quit\n")
    responses = read_responses(run.stdout.decode())
    assert [(r.worked, r.id, r.text) for r in responses] == [
        (False, "", "unknown command"),
        (False, "", "unknown command"),
        (False, "1", "syntax error"),
        (True, "2", "tengen"),
        (False, "", "unknown command"),
        (True, "3", ""),
    ]
    assert run.returncode == 0


def test_a_line_of_a_megabyte() -> None:
    run = converse(b"1 " + b"x" * 2**20 + b"\n2 play b " + b"y" * 2**20 + b"\n" + b"#" * 2**20 + b"\n3 quit\n")
    assert run.stdout == b"?1 unknown command\n\n?2 syntax error\n\n=3\n\n"


def test_a_burst_of_commands() -> None:
    run = converse(b"play b C3\n" + b"undo\n" * 2000 + b"quit\n")
    assert run.stdout == b"=\n\n=\n\n" + b"? cannot undo\n\n" * 1999 + b"=\n\n"


# A process that was started in the background ignores interrupts, and so would its children.
ATTENTIVE = """
import signal
from tengen.cli.main import main

signal.signal(signal.SIGINT, signal.default_int_handler)
main(["gtp"])
"""


def test_an_interrupt_ends_the_session() -> None:
    with process([sys.executable, "-c", ATTENTIVE]) as engine:
        ask(engine, b"name\n")
        engine.send_signal(signal.SIGINT)
        assert engine.wait(SECONDS) == 0
        assert engine.stdout is not None
        assert engine.stderr is not None
        assert engine.stdout.read() == b""
        assert engine.stderr.read() == b"\n"


def test_a_front_end_that_goes_away() -> None:
    with process() as engine:
        ask(engine, b"name\n")
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdout.close()
        engine.stdin.write(b"name\n" * 10)
        engine.stdin.close()
        assert engine.wait(SECONDS) == 0
        assert engine.stderr is not None
        assert engine.stderr.read() == b""


@pytest.mark.parametrize("closed", [0, 1])
def test_without_stdin_or_stdout_one_line_says_so(closed: int) -> None:
    closing = f"import os, sys; os.close({closed}); os.execv(sys.executable, {TENGEN!r})"
    run = subprocess.run([sys.executable, "-c", closing], capture_output=True, timeout=SECONDS, check=False)
    assert run.stderr == b"tengen: GTP needs stdin and stdout, and one of them is closed\n"
    assert run.returncode == 2


def test_the_log_has_the_whole_conversation(tmp_path: Path) -> None:
    log = tmp_path / "gtp.log"
    # A locale of ASCII alone: the log is UTF-8 all the same.
    run = converse(b"1 name\r\nfoo \xe5\xbc\x88\nquit\n", "--log", str(log), LC_ALL="C", PYTHONUTF8="0")
    assert run.returncode == 0
    assert log.read_text("utf-8") == "> 1 name\n=1 tengen\n\n> foo 弈\n? unknown command\n\n> quit\n=\n\n"


def test_name_and_version_can_be_given() -> None:
    run = converse(b"name\nversion\nquit\n", "--gtp-name", "Leela Zero", "--gtp-version", "0.17")
    assert run.stdout == b"= Leela Zero\n\n= 0.17\n\n=\n\n"


NOISY = """
import os, sys
from tengen.gtp.session import Session, Setup, serve

def noisy(self, request, execute=Session._execute):
    print("printed")
    os.write(1, b"written to file 1\\n")
    os.system("echo said by a child")
    return execute(self, request)

Session._execute = noisy
serve(Setup())
"""


def test_stdout_carries_responses_and_nothing_else() -> None:
    words = [sys.executable, "-c", NOISY]
    run = subprocess.run(words, input=b"name\nquit\n", capture_output=True, timeout=SECONDS, check=True)
    assert run.stdout == b"= tengen\n\n=\n\n"
    for noise in (b"printed", b"written to file 1", b"said by a child"):
        assert noise in run.stderr


def test_compiling_is_told_on_stderr(tmp_path: Path) -> None:
    run = converse(b"boardsize 2\nplay b A1\nquit\n", TENGEN_CACHE=str(tmp_path))
    assert run.stdout == b"=\n\n=\n\n=\n\n"
    assert b"tengen: compiling" in run.stderr


QUIET = """
import os, sys
from tengen.cli.main import main

end = os._exit


def tell_and_end(code):
    sys.stderr.write(str("numba" in sys.modules))
    sys.stderr.flush()
    end(code)


os._exit = tell_and_end
main(["gtp"])
"""


def test_administrative_commands_need_no_compiled_code() -> None:
    said = b"name\nversion\nlist_commands\nknown_command genmove\nprotocol_version\nfoo\n"
    for last, loaded in ((b"quit\n", b"False"), (b"clear_board\nquit\n", b"True")):
        words = [sys.executable, "-c", QUIET]
        run = subprocess.run(words, input=said + last, capture_output=True, timeout=SECONDS, check=True)
        assert [r.worked for r in read_responses(run.stdout.decode())[:6]] == [True] * 5 + [False]
        assert run.stderr == loaded
