"""What a client may make a GTP session do: no endless lines, no devices, and in safe mode no files at all."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from gtp.framing import Response, read_response, read_responses
from tengen import Engine
from tengen.gtp.inbox import LONGEST_LINE
from tengen.gtp.session import FILE_COMMANDS, Session, Setup
from tengen.search import options

LIGHT = {"playout.policy": "random", "memory": 8, "simulations": 50}


def session(preset: str = "tengen", *, is_safe: bool = True) -> Session:
    return Session(Setup(partial(Engine, preset, LIGHT if preset == "tengen" else {}, seed=1), 5, is_safe=is_safe))


def ask(talk: Session, line: str) -> Response:
    return read_response(talk.answer(line) or "")


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.py"
    path.write_text("hunter2 = 1\nraise SystemExit('swordfish')\n")
    return path


@pytest.mark.parametrize("safe", [True, False])
@pytest.mark.parametrize(
    "command",
    [
        "loadsgf {}",
        "tengen-option book.tree {}",
        "tengen-option book.forced {}",
        "tengen-option book book.forced {}",
    ],
)
def test_no_files_text_gets_into_a_message(command: str, safe: bool, secret: Path) -> None:
    answer = ask(session(is_safe=safe), command.format(secret))
    assert not answer.worked
    assert "hunter2" not in answer.text
    assert "swordfish" not in answer.text


@pytest.mark.parametrize(
    "change",
    [
        "book.tree {}",
        "BOOK.FORCED {}",
        "book.forced relative",
        "prior.parts {}",
        "prior.parts +{}",
        "tree.terms prior,{}",
        "tree tree.terms {}",
        "playout.rules ~/x.py",
        "playout.rules x.py",
        "threads 1024",
        "memory 9000",
    ],
)
def test_safe_mode_refuses_options_that_name_files_or_take_memory(change: str, secret: Path) -> None:
    talk = session()
    before = talk.engine.options
    answer = ask(talk, "tengen-option " + change.format(secret))
    assert not answer.worked
    assert "cannot be set to that in safe mode" in answer.text
    assert talk.engine.options == before


def test_safe_mode_allows_the_rest() -> None:
    talk = session()
    allowed = "simulations 60", "tree.terms +criticality", "playout.policy moggy", "final max", "time.ponder true"
    for change in allowed:
        assert ask(talk, f"tengen-option {change}").worked, change
    assert ask(talk, "printsgf").worked


def test_safe_mode_neither_reads_nor_writes_files(tmp_path: Path) -> None:
    talk = session("random")
    record = tmp_path / "game.sgf"
    for command in (f"printsgf {record}", f"gomill-savesgf {record}", f"loadsgf {record}"):
        assert ask(talk, command) == Response(worked=False, id="", text="no files in safe mode")
    assert not record.exists()
    assert not {*FILE_COMMANDS} & {*ask(talk, "list_commands").text.split()}
    assert {*FILE_COMMANDS} <= {*ask(session("random", is_safe=False), "list_commands").text.split()}


@pytest.mark.parametrize("command", ["gtp", "analysis"])
def test_the_command_line_has_a_safe_mode(command: str) -> None:
    words = [sys.executable, "-m", "tengen", command, "--safe"]
    said = {
        "gtp": b"tengen-option book.tree x.npz\nquit\n",
        "analysis": b'{"id":"a","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5,'
        b'"overrideSettings":{"book.tree":"x.npz"}}\n',
    }[command]
    done = subprocess.run(words, input=said, capture_output=True, timeout=120, check=False)
    assert b"book.tree cannot be set to that in safe mode" in done.stdout


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_regular_file_cannot_be_loaded(make: object, tmp_path: Path) -> None:
    make(tmp_path / "game.sgf")  # type: ignore[operator]
    assert ask(session("random", is_safe=False), f"loadsgf {tmp_path / 'game.sgf'}").text == "cannot load file"


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered() -> None:
    words = [sys.executable, "-m", "tengen", "gtp", "--preset", "random", "--size", "5"]
    long = b"7 play b C3" + b" " * LONGEST_LINE + b"\n"
    longest = b"8 name".ljust(LONGEST_LINE) + b"\n"
    said = b"# " + long + long + longest + b"9 quit " + b"x" * 3 * LONGEST_LINE + b"\n10 showboard\nquit\n"
    done = subprocess.run(words, input=said, capture_output=True, timeout=120, check=False)
    seventh, eighth, ninth, tenth, last = read_responses(done.stdout.decode())
    assert seventh == Response(worked=False, id="7", text=f"the line has more than {LONGEST_LINE:,} bytes")
    assert eighth == Response(worked=True, id="8", text="tengen")
    assert not ninth.worked
    assert "move 0" in tenth.text
    assert last.worked


def test_memory_that_the_machine_does_not_have_is_refused_when_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "megabytes_of_machine", lambda: 24_000.0)
    talk = session(is_safe=False)
    answer = ask(talk, "tengen-option memory 50000")
    assert not answer.worked
    assert answer.text == "memory=50000 is more than the 24,000 megabytes of this machine"
    assert ask(talk, "tengen-option memory").text == "8.0"
    assert ask(talk, "tengen-option memory 16").worked


def test_the_memory_of_this_machine_is_known() -> None:
    found = options.megabytes_of_machine()
    assert found is not None
    assert 100 < found < 10**8
