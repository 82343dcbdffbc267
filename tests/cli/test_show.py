"""`tengen show`."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command
from tengen.board.rules import RULES
from tengen.playout.policy import POLICIES
from tengen.playout.policy import RULES as PLAYOUT_RULES
from tengen.presets.level import level_named, level_names
from tengen.presets.preset import preset_named, preset_names
from tengen.tree.options import PARTS, PRIORS, TERMS

CHANGES = ["--set", "simulations=77", "--set", "playout.rules=capture", "--set", "playout.capture.chance=0.25"]


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_presets(tengen: Command) -> None:
    assert [line.split()[0] for line in tengen("show", "presets").out.splitlines()] == preset_names()
    found = lines(tengen("show", "presets", "--json").out)
    assert [one["preset"] for one in found] == preset_names()
    assert all(set(one) == {"preset", "engine", "about", "options"} for one in found)


def test_levels(tengen: Command) -> None:
    heading, *rows = tengen("show", "levels").out.splitlines()
    assert heading.startswith("On 19x19; ")
    assert [line.split()[0] for line in rows] == level_names()
    found = lines(tengen("show", "levels", "--size", "9", "--json").out)
    assert [one["level"] for one in found] == level_names()
    assert all(one["options"] == level_named(one["level"], 9).options() for one in found)


def test_rules(tengen: Command) -> None:
    assert [line.split()[0] for line in tengen("show", "rules").out.splitlines()] == list(RULES)
    found = lines(tengen("show", "rules", "--json").out)
    assert [one["name"] for one in found] == list(RULES)
    assert found[0]["suicide"] is True


def test_paths(tengen: Command) -> None:
    (found,) = lines(tengen("show", "paths", "--json").out)
    assert set(found) == {"package", "python", "cache"}
    assert all(Path(place).exists() for place in found.values())
    assert [line.split()[0] for line in tengen("show", "paths").out.splitlines()] == list(found)


def test_options_as_text_say_where_they_come_from(tengen: Command) -> None:
    text = tengen("show", "options", "--preset", "amaf", *CHANGES).out
    assert "simulations=77  [integer, 1 to 1000000000; command line]\n    playouts for a move\n" in text
    assert "all-moves-as-first=true  [true|false; preset]\n" in text
    assert "playout.policy=random  [text; default]\n" in text


@pytest.mark.parametrize("preset", preset_names())
def test_options_as_toml_are_an_options_file(preset: str, tengen: Command, tmp_path: Path) -> None:
    changes = {"random": [], "replay": CHANGES[2:], "joseki": CHANGES[2:]}.get(preset, CHANGES)
    file = tmp_path / "my.toml"
    file.write_text(tengen("show", "options", "--preset", preset, *changes, "--format", "toml").out)
    tomllib.loads(file.read_text())
    shown = tengen("show", "options", "--preset", preset, "--config", str(file), "--format", "json")
    assert shown == tengen("show", "options", "--preset", preset, *changes, "--format", "json")


def test_options_as_json(tengen: Command) -> None:
    (options,) = lines(tengen("show", "options", *CHANGES, "--format", "json").out)
    assert options["simulations"] == 77
    assert options["playout"]["rules"] == ["capture"]
    assert options["playout"]["capture"] == {"chance": 0.25, "large_chance": 1.0}


def test_options_as_schema(tengen: Command) -> None:
    schema = json.loads(tengen("show", "options", "--preset", "montecarlo", "--format", "schema").out)
    simulations = schema["$defs"]["MonteCarloOptions"]["properties"]["simulations"]
    assert simulations == {
        "type": "integer",
        "minimum": 1,
        "maximum": 10**9,
        "default": 10_000,
        "description": "playouts for a move",
    }


def test_options_as_markdown(tengen: Command) -> None:
    rows = tengen("show", "options", "--preset", "montecarlo", "--format", "markdown").out.splitlines()
    assert rows[2] == "| `simulations` | 10000 | integer, 1 to 1000000000 | playouts for a move |"
    assert all(re.fullmatch(r"\|(.*\|){4}", row) for row in rows)


@pytest.mark.parametrize("name", POLICIES)
def test_the_code_of_a_policy_is_python(name: str, tengen: Command) -> None:
    code = tengen("show", "policy", name).out
    compile(code, name, "exec")
    for rule in POLICIES[name].rules:
        assert f"given = options.{rule}\n" in code
        assert f"{rule}_rule.suggest(state.board, given, state.moves)" in code


def test_a_policy_of_given_rules(tengen: Command) -> None:
    assert tengen("show", "policy", "--set", "rules=capture") == tengen("show", "policy", "capture")
    assert tengen("show", "policy") == tengen("show", "policy", "random")


def test_policies_are_listed_with_their_parts(tengen: Command) -> None:
    lines = tengen("show", "policies").out.splitlines()
    assert "mogo       save, pattern, capture, uniform" in lines
    assert len(lines) == len(POLICIES)


@pytest.mark.parametrize("name", PLAYOUT_RULES.names)
def test_part(name: str, tengen: Command) -> None:
    text = tengen("show", "part", name).out
    part = PLAYOUT_RULES.part(name)
    assert text.startswith(part.summary)
    assert "| `chance` |" in text


@pytest.mark.parametrize("name", preset_names())
def test_preset(name: str, tengen: Command) -> None:
    preset = preset_named(name)
    text = tengen("show", "preset", name).out
    assert text.startswith(f"{preset.about}\nengine: {preset.engine}\n")
    assert all(f"\n  {missing}\n" in text for missing in preset.missing)
    (found,) = lines(tengen("show", "preset", name, "--json").out)
    assert set(found) == {"preset", "engine", "about", "parts", "changed", "missing"}
    assert found["missing"] == preset.missing


def test_the_code_of_a_search_is_python(tengen: Command) -> None:
    code = tengen("show", "preset", "mogo", "--code").out
    compile(code, "mogo", "exec")
    assert "ucb1_tuned_term.weigh(child, options.tree.ucb1_tuned, urgency)" in code


@pytest.mark.parametrize(("words", "family"), [("terms", TERMS), ("priors", PRIORS), ("parts", PARTS)])
def test_a_family_of_the_tree(words: str, family: Any, tengen: Command) -> None:
    assert [line.split()[0] for line in tengen("show", words).out.splitlines()] == list(family.names)
    assert [one[family.title] for one in lines(tengen("show", words, "--json").out)] == list(family.names)


def test_a_name_that_two_families_have(tengen: Command) -> None:
    text = tengen("show", "part", "ko").out
    assert text.startswith(PLAYOUT_RULES.part("ko").summary)
    assert f"There is a prior of the same name:\n\n{PRIORS.part('ko').summary}" in text
