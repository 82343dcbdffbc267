"""TOML files with helpful errors."""

from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from tengen.engines.engine import Engine
from tengen.parts.toml import ConfigError, TomlDocument, read_document


class Inner(msgspec.Struct):
    low: float = 0.0
    high: float = 1.0


class Outer(msgspec.Struct, rename="kebab"):
    name: str
    size: Annotated[int, Meta(ge=2, le=25)] = 9
    max_moves: int = 10
    inner: Inner | None = None
    ranges: dict[str, Inner] = {}


TEXT = """\
# a comment with name = 1
title = '''
size = 3
[not a table]
'''
[first]
name = "a # b = c"
inner = { low = 1, high = 2 }

[[list]]
name = "one"
[[list]]
name = "two"
"max-moves" = 5
ranges.a-b = { low = 3 }
[list.inner]
high = 4
"""


def test_tables_become_structs() -> None:
    document = TomlDocument(TEXT, "x.toml")
    assert document.read(Outer, "first") == Outer("a # b = c", inner=Inner(1, 2))
    assert document.read(Outer, "list", 1) == Outer("two", 9, 5, Inner(0, 4), {"a-b": Inner(3)})


MISTAKES = {
    ('name = "a # b = c"', "nme = 1"): "x.toml, line 7: first: unknown key 'nme'; did you mean 'name'?",
    ('name = "a # b = c"', "name = 1"): "x.toml, line 7: first: name: Expected `str`, got `int`",
    ('name = "a # b = c"\n', ""): "x.toml, line 6: first: object missing required field `name`",
    ("high = 2", "hgh = 2"): "x.toml, line 8: first.inner: unknown key 'hgh'; did you mean 'high'?",
    ("high = 2", "high = []"): "x.toml, line 8: first: inner.high: Expected `float`, got `array`",
    ('"max-moves" = 5', "size = 1"): "x.toml, line 14: list.2: size: Expected `int` >= 2",
    ('"max-moves" = 5', "max_moves = 5"): "x.toml, line 14: list.2: unknown key 'max_moves'; did you mean 'max-moves'?",
    ("low = 3", "lo = 3"): "x.toml, line 15: list.2.ranges.a-b: unknown key 'lo'; did you mean 'low'?",
    ("high = 4", "high = 'x'"): "x.toml, line 17: list.2: inner.high: Expected `float`, got `str`",
    ("[first]", "[first"): "x.toml: expected ']' at the end of a table declaration (at line 6, column 7)",
}


def read_both(text: str) -> None:
    document = TomlDocument(text, "x.toml")
    document.read(Outer, "first")
    document.read(Outer, "list", 1)


@pytest.mark.parametrize(("old", "new"), MISTAKES)
def test_mistakes_are_told_with_file_line_and_nearest_name(old: str, new: str) -> None:
    assert old in TEXT
    with pytest.raises(ConfigError) as caught:
        read_both(TEXT.replace(old, new, 1))
    assert str(caught.value) == MISTAKES[old, new]


def test_a_mistake_in_a_missing_key_is_at_the_nearest_table() -> None:
    document = TomlDocument(TEXT, "x.toml")
    assert str(document.mistake("wrong", "list", 0, at=["inner", "low"])) == "x.toml, line 10: list.1: wrong"
    assert str(document.mistake("wrong", "nowhere")) == "x.toml: nowhere: wrong"
    assert str(document.mistake("wrong")) == "x.toml: wrong"


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"x.toml: the file is not UTF-8 text"):
        read_document(tmp_path / "x.toml")


def test_tables_of_a_program_have_no_lines() -> None:
    document = TomlDocument.of_tables({"a": {"nme": 1}}, "player")
    with pytest.raises(ConfigError, match=r"^player: a: unknown key 'nme'; did you mean 'name'\?$"):
        document.read(Outer, "a")


def test_a_mistake_in_an_options_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text("simulations = 10\n[playout]\npolicy = 'mogo'\n[playout.capture]\nchanse = 0.5\n")
    message = r"my.toml, line 5: unknown option 'playout.capture.chanse'; did you mean 'playout.capture.chance'\?$"
    with pytest.raises(ConfigError, match=message):
        Engine("montecarlo", config=file)
    file.write_text("[playout]\ncapture.chance = 5\n")
    with pytest.raises(ConfigError, match=r"my.toml, line 2: playout.capture.chance=5 is not valid"):
        Engine("montecarlo", config=file)
