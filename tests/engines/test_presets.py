"""Every preset loads, says what it is, and plays."""

from typing import Any

import pytest

from tengen.base.options import OptionError, knobs
from tengen.board.game import Game
from tengen.board.point import PASS
from tengen.engines.catalogue import ENGINES
from tengen.presets.player import new_player, player_settings
from tengen.presets.preset import DEFAULT_PRESET, preset_named, preset_names


def test_the_default_preset_is_there() -> None:
    assert DEFAULT_PRESET in preset_names()


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_names_its_engine_and_what_it_is(name: str) -> None:
    preset = preset_named(name)
    assert preset.engine in ENGINES
    assert preset.about.endswith(".")
    assert "\n" not in preset.about


@pytest.mark.parametrize("name", preset_names())
def test_what_a_preset_sets_comes_from_the_preset(name: str) -> None:
    preset = preset_named(name)
    settings = player_settings(preset)
    origins = [settings.origin(knob.name) for knob in knobs(settings.options)]
    assert origins.count("preset") == count_leaves(preset.options)
    assert set(origins) <= {"preset", "default"}


def count_leaves(options: Any) -> int:
    return sum(map(count_leaves, options.values())) if isinstance(options, dict) else 1


# Their playouts take a minute to compile for each size; that they search is tested with light ones.
SEARCHING = [name for name in preset_names() if preset_named(name).engine == "uct"]


@pytest.mark.parametrize("size", [2, 5, 19])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SEARCHING)) for name in preset_names()]
)
def test_a_preset_makes_legal_moves(name: str, size: int) -> None:
    play_a_little(name, size)


@pytest.mark.parametrize("name", SEARCHING)
def test_a_preset_searches_with_light_playouts(name: str) -> None:
    parts = [part for part in preset_named(name).options.get("prior", {}).get("parts", []) if part != "playout"]
    play_a_little(name, 5, "playout.policy=random", f"prior.parts={','.join(parts)}", "memory=8")


def play_a_little(name: str, size: int, *assignments: str) -> None:
    names = [knob.name for knob in knobs(new_player(name).settings.options)]
    few = ["simulations=30"] if "simulations" in names else []
    engine = new_player(name, assignments=[*few, *assignments], seed=1)
    game = Game(size)
    for _ in range(3):
        choice = engine.choose(game, game.to_play)
        assert choice.point == PASS or choice.point in game.legal_points()
        game.play(choice.point)


def test_preset_then_file_then_command_line() -> None:
    file = 'simulations = 7\nall-moves-as-first = false\n[playout]\nrules = ["capture"]\ncapture = {chance = 0.5}\n'
    settings = new_player("amaf", file, ["simulations=9", "playout.capture.chance=0.25"]).settings
    found = {knob.name: (knob.value, settings.origin(knob.name)) for knob in knobs(settings.options)}
    assert found["simulations"] == (9, "command line")
    assert found["all-moves-as-first"] == (False, "file")
    assert found["playout.rules"] == (("capture",), "file")
    assert found["playout.capture.chance"] == (0.25, "command line")
    assert found["playout.policy"] == ("random", "default")


@pytest.mark.parametrize(
    ("preset", "file", "words", "message"),
    [
        ("montecralo", None, [], "unknown preset 'montecralo'; did you mean 'montecarlo'?"),
        ("random", None, ["simulations=3"], "unknown option 'simulations'"),
        ("amaf", None, ["simulations"], "'simulations' is not of the form name=value"),
        ("amaf", "simulations = 0", [], "simulations=0 is not valid: integer, 1 to 1000000000"),
        ("amaf", "simulatons = 1", [], "unknown option 'simulatons'; did you mean 'simulations'?"),
        ("amaf", "simulations =", [], "options file: invalid value"),
        ("amaf", "[playout]\nrules = ['captur']", [], "unknown playout rule 'captur'; did you mean 'capture'?"),
    ],
)
def test_mistakes_are_named(preset: str, file: str | None, words: list[str], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        new_player(preset, file, words)
    assert str(caught.value).startswith(message)


def test_names_of_presets_in_any_case() -> None:
    assert preset_named(" AMAF ") == preset_named("amaf")
