"""Every preset loads, says what it is, and plays."""

import pytest

from tengen.board.point import PASS
from tengen.engines.catalogue import ENGINES
from tengen.game.game import Game
from tengen.parts.options import OptionError, flat, knobs
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
    assert origins.count("preset") == len(list(flat(preset.options)))
    assert set(origins) <= {"preset", "default"}


SEARCHES = [name for name in preset_names() if preset_named(name).engine not in ("random", "montecarlo")]
COMPILED_QUICKLY = [(name, size) for name in preset_names() if name not in SEARCHES for size in (2, 5, 19)]
COMPILED_QUICKLY += [(name, 5) for name in SEARCHES]  # with random playouts: others take a minute to compile


@pytest.mark.parametrize(("name", "size"), COMPILED_QUICKLY)
def test_a_preset_makes_legal_moves(name: str, size: int) -> None:
    make_moves(name, size, *(["playout.policy=random"] if name in SEARCHES else []))


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 5, 19])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_preset_as_it_is_makes_legal_moves(name: str, size: int) -> None:
    make_moves(name, size)


def make_moves(name: str, size: int, *assignments: str) -> None:
    names = [knob.name for knob in knobs(new_player(name).settings.options)]
    limits = {"simulations": 30, "seconds": 0, "playouts": 30, "cluster.workers": 0}
    words = [f"{limit}={value}" for limit, value in limits.items() if limit in names]
    engine = new_player(name, assignments=[*words, *assignments], seed=1)
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
