"""Levels: data that is valid, and engines that play by it."""

import pytest

from both_ways import printed_plainly
from tengen import Clock, Engine, Game, Limit, OptionError
from tengen.board.grid import PASS
from tengen.parts.settings import Origin
from tengen.presets.level import MEASURED_SIZES, level_named, level_names
from tengen.presets.preset import preset_names

LIGHT = {"playout.policy": "random", "memory": 8}
"""Options that compile quickly."""


def test_levels_go_up_rank_by_rank_from_20k() -> None:
    ranks = [int(name[:-1]) if name.endswith("d") else 1 - int(name[:-1]) for name in level_names()]
    assert level_names()[0] == "20k"
    assert ranks == list(range(-19, ranks[-1] + 1))


@pytest.mark.parametrize("size", MEASURED_SIZES)
def test_a_stronger_level_knows_and_searches_no_less_and_is_no_hotter(size: int) -> None:
    levels = [level_named(name, size) for name in level_names()]
    assert [level.simulations for level in levels] == sorted(level.simulations for level in levels)
    assert [level.temperature for level in levels] == sorted((level.temperature for level in levels), reverse=True)
    assert [level.prediction for level in levels] == sorted(level.prediction for level in levels)
    assert len(set(levels)) == len(levels)


@pytest.mark.parametrize("name", level_names())
def test_between_two_measured_sizes_a_level_is_interpolated(name: str) -> None:
    nine, thirteen, nineteen = (level_named(name, size) for size in (9, 13, 19))
    for field in ("simulations", "temperature", "prediction"):
        low, high = sorted((getattr(nine, field), getattr(nineteen, field)))
        assert low <= getattr(thirteen, field) <= high
    assert level_named(name, 5) == nine
    assert level_named(name, 25) == nineteen


@pytest.mark.parametrize("name", level_names())
def test_every_level_makes_legal_moves(name: str) -> None:
    game = Game(5, 0.5)
    with Engine("tengen", LIGHT, level=name, seed=1) as engine:
        for _ in range(4):
            move = engine.play(game)
            assert move.point == PASS or move.point in game.legal_points()
            assert engine.simulations == level_named(name, 5).simulations
            game.play(move)


def test_a_level_can_be_taken_back() -> None:
    with Engine("tengen", LIGHT, level="15k", seed=1) as engine, Engine("tengen", LIGHT, seed=1) as other:
        engine.play(Game(5))
        assert engine.options != other.options
        engine.set_level(None)
        assert engine.level is None
        assert engine.options == other.options
        assert engine.settings.origin("simulations") is not Origin.LEVEL
        assert engine.settings.origin("memory") is Origin.PYTHON


def test_a_level_sets_options_on_top_of_the_preset() -> None:
    name = level_names()[2]
    with Engine("tengen", LIGHT, level=name.upper(), seed=1) as engine:
        engine.play(Game(5))
        assert engine.level == name
        assert engine.search_options.choice.temperature == level_named(name, 5).temperature
        assert engine.settings.origin("simulations") is Origin.LEVEL
        assert engine.settings.origin("resign") is Origin.PRESET


def test_what_the_user_sets_counts_more_than_the_level() -> None:
    with Engine("tengen", LIGHT, level="20k", simulations=7, seed=1) as engine:
        engine.play(Game(5))
        assert engine.simulations == 7
        assert engine.search_options.choice.temperature == level_named("20k", 5).temperature
        engine.set({"choice.temperature": 0.0})
        engine.set_level("19k")
        engine.play(Game(5))
        assert (engine.simulations, engine.search_options.choice.temperature) == (7, 0.0)


def test_seconds_that_the_user_sets_replace_the_simulations_of_the_level() -> None:
    with Engine("tengen", LIGHT, level="20k", seconds=0.2, seed=1) as engine:
        engine.play(Game(5))
        assert engine.simulations > level_named("20k", 5).simulations


def test_a_level_does_the_same_simulations_whatever_the_clock_says() -> None:
    clock = Clock(main=600)
    with Engine("tengen", LIGHT, level="20k", seed=1) as engine:
        engine.play(Game(5), clock=clock)
        assert engine.simulations == level_named("20k", 5).simulations


def test_a_limit_of_the_call_counts_more_than_the_level() -> None:
    with Engine("tengen", LIGHT, level="20k", seed=1) as engine:
        engine.play(Game(5), Limit(simulations=3))
        assert engine.simulations == 3


SIZES = 5, 13, 5
PRINT_SIMULATIONS = f"""
from tengen import Engine, Game, Limit
options = {{"playout.policy": "random", "tree.terms": "prior", "prior.parts": "even"}}
with Engine("tengen", options, level="5k", memory=1, seed=1) as engine:
    for size in {SIZES}:
        engine.analyse(Game(size), Limit(simulations=1))
        print(engine.search_options.simulations)
"""


def test_a_level_goes_by_the_size_of_the_board() -> None:
    simulations = [str(level_named("5k", size).simulations) for size in SIZES]
    assert printed_plainly(PRINT_SIMULATIONS).split() == simulations  # nothing is compiled for 13x13
    assert len(set(simulations)) == 2


def test_the_level_can_be_changed_between_two_moves() -> None:
    first, second = level_names()[0], level_names()[-1]
    with Engine("tengen", LIGHT, level=first, seed=1) as engine:
        for name in (first, second, first):
            engine.set_level(name)
            engine.play(Game(5))
            assert engine.simulations == level_named(name, 5).simulations


def test_the_same_seed_plays_the_same_game() -> None:
    def game_of(seed: int) -> list[str]:
        game = Game(5, 0.5)
        with Engine("tengen", LIGHT, level="20k", seed=seed) as engine:
            for _ in range(12):
                game.play(engine.play(game))
        return [move.name for move in game.moves]

    assert game_of(1) == game_of(1)
    assert game_of(1) != game_of(2)


@pytest.mark.parametrize(
    ("name", "nearest"), [("21k", "20k"), ("9d", level_names()[-1]), ("8", "8k"), ("8k.", "8k"), ("12 k", "12k")]
)
def test_an_unknown_level_is_refused_and_the_nearest_named(name: str, nearest: str) -> None:
    with pytest.raises(OptionError) as caught:
        Engine(level=name)
    assert f"did you mean {nearest!r}?" in str(caught.value)
    assert f"{level_names()[0]} to {level_names()[-1]}" in str(caught.value)


@pytest.mark.parametrize("preset", [name for name in preset_names() if name != "tengen"])
def test_only_the_preset_tengen_has_levels(preset: str) -> None:
    with pytest.raises(OptionError, match="levels belong to the preset 'tengen'"):
        Engine(preset, level="8k")


def test_few_visits_are_no_reason_to_resign() -> None:
    """White has two eyes and owns everything: hopeless for Black, but ten simulations cannot know."""
    game = Game(5, 0.5)
    game.set_up(
        """
        . O . O .
        O O O O O
        O . . . O
        O O O O O
        . . . . .
        """
    )
    options = {**LIGHT, "resign": 0.05, "resign_after": 0.0}
    with Engine("tengen", {**options, "simulations": 10}, seed=1) as engine:
        assert not engine.play(game, colour="black").is_resign
    with Engine("tengen", {**options, "simulations": 400}, seed=1) as engine:
        assert engine.play(game, colour="black").is_resign


def test_an_analysis_does_not_make_a_level_stronger() -> None:
    game = Game(5)
    with Engine("tengen", LIGHT, level="20k", seed=1) as engine:
        engine.analyse(game, Limit(simulations=1000))
        engine.play(game)
        assert engine.report is not None
        assert engine.report.visits == engine.report.simulations < 1000
