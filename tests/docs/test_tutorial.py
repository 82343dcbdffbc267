"""The tutorial: its match can be read, its commands and options exist, its links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tengen
from tengen.cli.main import program
from tengen.match.match_file import parse_definition

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorial.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line.split(" #")[0].strip()
    for kind, block in BLOCKS
    if not kind
    for line in block.splitlines()
    if line.startswith("tengen ")
]


@pytest.fixture(autouse=True)
def own_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the files that the reader has written."""
    rule, term = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    (tmp_path / "centre.py").write_text(rule)
    (tmp_path / "momentum.py").write_text(term)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)


def test_the_match_of_six_lines_can_be_read() -> None:
    (text,) = (block for kind, block in BLOCKS if kind == "toml")
    assert len(text.splitlines()) == 6
    (pairing,) = parse_definition(text).pairings
    assert pairing.first.non_default_options["tree.terms"] == ("prior", "rave", "./momentum.py")


@pytest.mark.parametrize("command", [command for command in COMMANDS if "show" in command and "match" not in command])
def test_what_is_shown(command: str) -> None:
    done = CliRunner().invoke(program(), shlex.split(command)[1:])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_exists(command: str) -> None:
    words = shlex.split(command)[1:]
    flags = {word for word in words if word.startswith("--")}
    subcommand = [word for word in words[:2] if re.fullmatch("[a-z]+", word)]
    if subcommand == ["match"]:
        subcommand.append("run")
    usage = CliRunner().invoke(program(), [*subcommand, "--help"], env={"COLUMNS": "200"})
    assert usage.exit_code == 0
    assert {flag for flag in flags if not re.search(rf"{flag}\b", usage.output)} == set()


@pytest.mark.parametrize("assignment", re.findall(r"--set ((?:tree|playout)\.\S+)", PAGE))
def test_every_assignment_is_valid(assignment: str) -> None:
    name, value = assignment.split("=", 1)
    group, _, option = name.partition(".")
    lists = {"momentum": {"tree.terms": "+./momentum.py"}, "centre": {"playout.rules": "+./centre.py"}}
    own = lists.get(option.partition(".")[0], {})
    tengen.Engine("tengen", {**own, f"{group}.{option}": value}).close()


def test_the_links_lead_somewhere() -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", PAGE):
        page = (ROOT / "docs" / target).resolve() if target else ROOT / "docs" / "tutorial.md"
        assert page.exists()
        headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE) if anchor else []
        anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not anchor or anchor in anchors, (target, anchor)
