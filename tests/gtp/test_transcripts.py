"""Conversations kept as files: every response must come exactly as it is written there.

A file's first line tells what the session starts with. Then `> command` has the lines of its response below it, and
none where none is due. Empty lines and `#` in the first column are for the reader.
"""

import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

import msgspec
import pytest

from tengen import Engine
from tengen.gtp.session import COMMANDS, Session, Setup

FOLDER = Path(__file__).with_name("transcripts")
TRANSCRIPTS = sorted(FOLDER.glob("*.gtp"))


class Exchange(NamedTuple):
    line: int
    command: str
    response: str | None


class Given(TypedDict, total=False):
    size: int
    komi: float
    name: str
    version: str
    chat: Literal["none", "ogs", "kgs"]


def read_setup(path: Path) -> Setup:
    first = path.read_text().splitlines()[0]
    words = shlex.split(first.removeprefix("# Setup: "))
    given = dict(word.split("=") for word in words)
    engine = partial(Engine, given.pop("preset"), seed=int(given.pop("seed", 0)))
    return Setup(engine, **msgspec.convert(given, Given, strict=False))


def read_exchanges(path: Path) -> Iterator[Exchange]:
    line, command = 0, ""
    response: list[str] = []
    for number, text in enumerate([*path.read_text().splitlines(), "> "], start=1):
        if text.startswith("> "):
            if line:
                yield Exchange(line, command, "\n".join(response) + "\n\n" if response else None)
            line, command, response = number, text[2:], []
        elif text and not text.startswith("#"):
            response.append(text)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.setattr("tengen.sgf.record.__version__", "1.2.3")
    session = Session(read_setup(path))
    for line, command, response in read_exchanges(path):
        assert session.answer(command) == response, f"{path.name}:{line}: {command}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_a_transcript(command: str) -> None:
    said = [exchange.command.split() for path in TRANSCRIPTS for exchange in read_exchanges(path)]
    assert any(command in words[:2] for words in said)


STANDARD_ERRORS = [
    "unknown command",
    "syntax error",
    "unacceptable size",
    "illegal move",
    "cannot undo",
    "cannot load file",
    "invalid number of stones",
    "board not empty",
    "bad vertex list",
]


@pytest.mark.parametrize("error", STANDARD_ERRORS)
def test_every_error_of_the_standard_is_in_a_transcript(error: str) -> None:
    responses = [exchange.response for path in TRANSCRIPTS for exchange in read_exchanges(path)]
    assert f"? {error}\n\n" in responses
