"""Every command explains itself."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
import typer.main

from cli.command import Command
from tengen import __version__
from tengen.cli.main import program


def commands(group: object = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """List the words of every command and group."""
    group = group or typer.main.get_command(program())
    yield path
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*path, name))


ALL = list(commands())
LEAVES = [path for path in ALL if not any(other[: len(path)] == path for other in ALL if other != path)]


def test_all_commands_are_found() -> None:
    assert {("play",), ("gtp",), ("doctor",), ("bench", "playout"), ("show", "options")} <= set(LEAVES)


@pytest.mark.parametrize("path", ALL, ids=" ".join)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help(path: tuple[str, ...], flag: str, tengen: Command) -> None:
    outcome = tengen(*path, flag)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"Usage: {' '.join(['tengen', *path])} ")


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_help_has_an_example_that_is_a_command(path: tuple[str, ...], tengen: Command) -> None:
    example = re.search(r"Example: tengen (.+)", tengen(*path, "--help").out)
    assert example
    assert tuple(example[1].split()[: len(path)]) == path


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_help_says_what_every_option_is_for(path: tuple[str, ...], tengen: Command) -> None:
    options = tengen(*path, "--help").out.partition("Options:\n")[2]
    for option in re.split(r"\n(?=  -)", options.rstrip()):
        assert re.match(r"  -\S.*?\s{2,}\S.*\.", option, re.DOTALL), option


@pytest.mark.parametrize("path", [path for path in ALL if path not in LEAVES], ids=" ".join)
def test_a_group_without_a_command_shows_its_help(path: tuple[str, ...], tengen: Command) -> None:
    outcome = tengen(*path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == tengen(*path, "--help").out


@pytest.mark.parametrize("path", [path for path in ALL if path not in LEAVES], ids=" ".join)
def test_the_list_of_commands_has_whole_sentences(path: tuple[str, ...], tengen: Command) -> None:
    listed = tengen(*path, "--help").out.partition("Commands:\n")[2]
    sentences = re.split(r"\n(?=  \S)", listed.rstrip())
    assert len(sentences) >= 2
    assert all(sentence.endswith(".") and not sentence.endswith("...") for sentence in sentences)


def test_version(tengen: Command) -> None:
    assert tengen("--version") == (0, f"tengen {__version__}\n", "")


def test_python_m_tengen() -> None:
    words = [sys.executable, "-m", "tengen"]
    run = subprocess.run([*words, "--version"], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr, run.returncode) == (f"tengen {__version__}\n", "", 0)
    run = subprocess.run([*words, "nonsense"], capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("", 2)
    assert run.stderr == "tengen: No such command 'nonsense'. (see tengen --help)\n"
