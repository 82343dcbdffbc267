"""What to paste into the programs that people play and analyse with: ``tengen doctor --gui``, docs/clients.md."""

import json
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

Words = Sequence[str]
OGS_WORDS = ("--chat", "ogs", "--set", "time.lag=1")


class Client(NamedTuple):
    """A program that uses a Go engine."""

    name: str
    place: str
    """Where in the program the lines go."""
    lines: Callable[[Words], list[str]]
    """The lines to paste, by the words that start tengen."""
    splits_at_spaces: bool = False
    """Whether it cannot use a path with a space in it, however that is quoted."""


CLIENTS = (
    Client(
        "Sabaki",
        "File > Preferences > Engines > Add",
        lambda tengen: [f"Path: {tengen[0]}", f"Arguments: {' '.join([*tengen[1:], 'gtp'])}"],
    ),
    Client("GoGui", "Program > New Program, Command", lambda tengen: [_command(tengen, "gtp")]),
    Client(
        "Lizzie",
        "Settings > Engine, the engine command",
        lambda tengen: [_command(tengen, 'gtp --gtp-name "Leela Zero" --gtp-version 0.17')],
    ),
    Client(
        "KaTrain",
        "General & Engine Settings, tab Custom command, Override Engine Command",
        lambda tengen: [_command(tengen, "analysis")],
    ),
    Client(
        "OGS",
        "in the configuration of gtp2ogs (config.json5)",
        lambda tengen: [f"bot: {{ command: {json.dumps([*tengen, 'gtp', *OGS_WORDS])} }},"],
    ),
    Client(
        "KGS",
        "in the configuration file of kgsGtp",
        lambda tengen: [f"engine={' '.join(tengen)} gtp --set time.lag=1"],
        splits_at_spaces=True,
    ),
    Client(
        "CGOS",
        "in the section GTPEngine of the client's configuration file",
        lambda tengen: [f"CommandLine = {' '.join(tengen)} gtp --rules cgos"],
        splits_at_spaces=True,
    ),
)


def program_words() -> list[str]:
    """Return the words that start this installation of tengen from anywhere, with full paths."""
    beside = Path(sys.executable).with_name("tengen")
    found = str(beside) if beside.exists() else shutil.which("tengen")
    return [str(Path(found).absolute())] if found else [sys.executable, "-m", "tengen"]


def pasting_text(tengen: Words) -> str:
    """Return what to paste into every client."""
    parts = []
    for client in CLIENTS:
        lines = [f"    {line}" for line in client.lines(tengen)]
        if client.splits_at_spaces and any(" " in word for word in tengen):
            lines.append("    (it splits the line at every space: make a link to tengen whose path has none)")
        parts.append("\n".join([f"{client.name}: {client.place}", *lines]))
    hint = (
        "The first search on a board size compiles for half a minute. `tengen warmup --size 19` does that beforehand."
    )
    return "\n\n".join([*parts, hint]) + "\n"


def _command(tengen: Words, rest: str) -> str:
    """Return a command line as one text; only what needs it is quoted, with double quotes, which Windows knows too."""
    return " ".join([f'"{word}"' if shlex.quote(word) != word else word for word in tengen] + [rest])
