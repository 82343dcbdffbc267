"""Every preset loads, says what it is, and plays."""

from pathlib import Path
from typing import Any

import pytest

from engines.made_player import made_player
from tengen.board.point import PASS
from tengen.engines.catalogue import ENGINES, preset_settings
from tengen.engines.engine import Engine
from tengen.game.game import Game
from tengen.parts.options import OptionError, flat, knobs
from tengen.parts.settings import Origin
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
    settings = preset_settings(preset)
    origins = [settings.origin(knob.name) for knob in knobs(settings.options)]
    assert origins.count(Origin.PRESET) == len(list(flat(preset.options)))
    assert set(origins) <= {Origin.PRESET, Origin.DEFAULT}


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
    names = [knob.name for knob in knobs(made_player(name).settings.options)]
    limits = {"simulations": 30, "seconds": 0, "playouts": 30, "cluster.workers": 0}
    words = [f"{limit}={value}" for limit, value in limits.items() if limit in names]
    engine = made_player(name, [*words, *assignments], seed=1)
    game = Game(size)
    for _ in range(3):
        choice = engine.choose(game, game.to_play)
        assert choice.point == PASS or choice.point in game.legal_points()
        game.play(choice.point)


def test_preset_then_file_then_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(
        'simulations = 7\nall-moves-as-first = false\n[playout]\nrules = ["capture"]\n[playout.capture]\nchance = 0.5\n'
    )
    with Engine("amaf", {"playout.capture.chance": 0.25}, config=file, simulations="9") as engine:
        settings = engine.settings
    found = {knob.name: (knob.value, settings.origin(knob.name)) for knob in knobs(settings.options)}
    assert found["simulations"] == (9, Origin.PYTHON)
    assert found["all-moves-as-first"] == (False, Origin.FILE)
    assert found["playout.rules"] == (("capture",), Origin.FILE)
    assert found["playout.capture.chance"] == (0.25, Origin.PYTHON)
    assert found["playout.policy"] == ("random", Origin.DEFAULT)


@pytest.mark.parametrize(
    ("preset", "file", "options", "message"),
    [
        ("montecralo", "", {}, "unknown preset 'montecralo'; did you mean 'montecarlo'?"),
        ("random", "", {"simulations": 3}, "unknown option 'simulations'"),
        ("tengen", "", {"tree.rave.equivalance": 3}, "did you mean 'tree.rave.equivalence'?"),
        ("amaf", "simulations = 0", {}, "simulations=0 is not valid: integer, 1 to 1000000000"),
        ("amaf", "simulatons = 1", {}, "unknown option 'simulatons'; did you mean 'simulations'?"),
        ("amaf", "simulations =", {}, "my.toml: invalid value"),
        ("amaf", "[playout]\nrules = ['captur']", {}, "unknown playout rule 'captur'; did you mean 'capture'?"),
    ],
)
def test_mistakes_are_named(
    preset: str, file: str, options: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(file)
    with pytest.raises(OptionError) as caught:
        Engine(preset, options, config="my.toml")
    assert message in str(caught.value)


def test_names_of_presets_in_any_case() -> None:
    assert preset_named(" AMAF ") == preset_named("amaf")
