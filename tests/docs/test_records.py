"""The pages on records and clients: their commands and options exist, and the examples are true."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli.main import program

ROOT = Path(__file__).parents[2]
PAGES = [(ROOT / "docs" / name).read_text() for name in ("records.md", "clients.md")]
BLOCKS = [block for page in PAGES for block in re.findall(r"^```\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]
COMMANDS = [
    line.removeprefix("$ ").split(" | ")[0]
    for block in BLOCKS
    for line in block.splitlines()
    if re.match(r"(\$ )?tengen ", line)
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_exists(command: str) -> None:
    words = shlex.split(command)[1:]
    subcommand = words[:2] if words[0] == "sgf" else words[:1]
    usage = CliRunner().invoke(program(), [*subcommand, "--help"], env={"COLUMNS": "200"})
    assert usage.exit_code == 0
    flags = {word for word in words if word.startswith("-") and word != "-"}
    assert {flag for flag in flags if not re.search(rf"{flag}\b", usage.output)} == set()


def test_the_example_of_gtp_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = (block for block in BLOCKS if block.startswith("$ tengen sgf gtp"))
    command, _, printed = block.partition("\n")
    done = CliRunner().invoke(program(), shlex.split(command)[2:])
    assert done.stdout == printed


@pytest.mark.parametrize("page", PAGES, ids=["records", "clients"])
def test_the_links_lead_somewhere(page: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page):
        text = (ROOT / "docs" / target).read_text() if target.endswith(".md") else page
        assert not target or (ROOT / "docs" / target).exists()
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not anchor or anchor in anchors, (target, anchor)
