"""The page of the Python library: its examples run, and it has every public name in its section."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import tengen

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
SECTIONS = {
    "Game": "Game",
    "Move": "Move",
    "Rules": "Rules and Score",
    "Score": "Rules and Score",
    "Engine": "Engine",
    "Restriction": "Restriction",
    "Limit": "Limit and Clock",
    "Clock": "Limit and Clock",
    "Progress": "Compiling",
    "Report": "Report and MoveReport",
    "MoveReport": "Report and MoveReport",
    "NodeReport": "NodeReport and UrgencyReport",
    "UrgencyReport": "NodeReport and UrgencyReport",
    "Playout": "Playout and PlayoutMove",
    "PlayoutMove": "Playout and PlayoutMove",
    "PartInfo": "PartInfo and OptionInfo",
    "OptionInfo": "PartInfo and OptionInfo",
}
ATTRIBUTES = {"Game": lambda: vars(tengen.Game(2)), "Engine": lambda: vars(tengen.Engine("random"))}
"""How to find the attributes that only objects have."""


def section(title: str) -> str:
    (text,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


def names_in(text: str) -> set[str]:
    """Return the identifiers in the parts of a text that are marked as code."""
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", text))))


def public_names(name: str) -> set[str]:
    kind: Any = getattr(tengen, name)
    found = {*vars(kind), *getattr(kind, "__annotations__", {}), *ATTRIBUTES.get(name, dict)()}
    return {one for one in found if not one.startswith("_")}


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "api", "docs/api.md", 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 40
    assert results.failed == 0


def test_every_public_name_is_on_the_page() -> None:
    assert set(tengen.__all__) - names_in(PAGE) == set()


@pytest.mark.parametrize(("name", "title"), SECTIONS.items())
def test_every_public_method_and_attribute_is_in_its_section(name: str, title: str) -> None:
    assert public_names(name) - names_in(section(title)) == set()


def test_every_public_class_but_the_errors_has_its_section() -> None:
    classes = {name for name in tengen.__all__ if isinstance(getattr(tengen, name), type)}
    assert {name for name in classes if not issubclass(getattr(tengen, name), Exception)} == set(SECTIONS)
