"""Games between levels, and the table of their ratings."""

import sys
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tengen.experiment import levels
from tengen.experiment.level_model import RatedGame, fit
from tengen.experiment.levels import (
    ANCHOR,
    STEP,
    LevelGame,
    level_rows,
    pairs_of,
    placed_levels,
    play_for,
    read_level_games,
    setting_of,
)
from tengen.match.statistics import score_of_elo
from tengen.parts.options import OptionError
from tengen.presets.level import Level, level_named, level_names

WEAK = "simulations=2,playout.policy=random,choice.temperature=100"
STRONG = "simulations=300,playout.policy=random"


def game(black: str, white: str, result: str) -> LevelGame:
    return LevelGame(9, 7.0, black, white, result, 50, 0.1)


def test_players_meet_their_neighbours_within_reach() -> None:
    assert pairs_of(["a", "b", "c", "d"], 2) == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d")]


def test_games_are_added_to_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    play_for(1.0, 5, [(WEAK, STRONG)], file)
    first = read_level_games(file)
    play_for(0.01, 5, [(WEAK, STRONG)], file)
    games = read_level_games(file)
    assert len(games) == len(first) + 1
    assert games[: len(first)] == first
    assert all({one.black, one.white} == {WEAK, STRONG} and one.size == 5 for one in games)
    assert all(one.result == "0" or one.result[:2] in ("B+", "W+") for one in games)


def test_a_game_in_which_gnu_go_crashes_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "gnugo_words", lambda level, rules: (sys.executable, "-c", "input(); print('=\\n')"))
    file = tmp_path / "games.jsonl"
    play_for(0.5, 5, [("gnugo:1", STRONG)], file)
    assert read_level_games(file) == []


def test_an_unknown_level_cannot_play(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="unknown level '99k'"):
        play_for(1.0, 5, [("99k", WEAK)], tmp_path / "games.jsonl")


def test_levels_stand_in_their_order_and_others_after_them() -> None:
    low, middle, high = level_names()[:3]
    games = [game(low, middle, "W+R")] * 64 + [game(middle, low, "W+3.0")] * 36
    games += [game(high, middle, "B+R")] * 64 + [game(high, middle, "W+R")] * 36
    games += [game(middle, "gnugo:1", "B+1.0"), game(middle, "gnugo:1", "W+1.0"), game("gnugo:1", middle, "0")]
    rows = level_rows(games, middle)
    assert [row.name for row in rows] == [*level_names(), "gnugo:1"]
    played = [*rows[:3], rows[-1]]
    assert [row.games for row in played] == [100, 203, 100, 3]
    assert sum(row.games for row in rows) == 406
    assert [row.elo.value for row in played if row.elo] == pytest.approx([-100, 0, 100, 0], abs=2)
    assert all(row.model is not None for row in rows)
    assert [row.step is None for row in played] == [True, False, False, True]
    assert rows[2].step is not None
    assert rows[2].step.value == pytest.approx(100, abs=2)
    assert rows[2].step.low < 100 < rows[2].step.high
    assert rows[2].setting == level_named(high, 9)


def test_without_games_there_are_no_rows(tmp_path: Path) -> None:
    assert level_rows(read_level_games(tmp_path / "none.jsonl")) == []


def test_the_smooth_model_finds_the_slope_of_made_games() -> None:
    """Each doubling of the simulations is worth 200 Elo in these games, which are won in the proportion of that."""
    settings = [Level(simulations) for simulations in (50, 100, 200, 400, 800)]
    share = score_of_elo(200)
    games = []
    for weak, strong in pairwise(settings):
        games += [RatedGame(strong, weak, 1.0), RatedGame(weak, strong, 0.0)] * round(500 * share)
        games += [RatedGame(strong, weak, 0.0), RatedGame(weak, strong, 1.0)] * round(500 * (1 - share))
    model = fit(games)
    for weak, strong in pairwise(settings):
        step = model.difference(strong, weak)
        assert step.value == pytest.approx(200, abs=10)
        assert step.low < 200 < step.high
    assert model.difference(Level(1600), Level(800)).value == pytest.approx(200, abs=30)


def test_the_smooth_model_tells_what_temperature_and_prediction_cost() -> None:
    best, hot, ignorant = Level(50), Level(50, temperature=1.1), Level(50, temperature=1.1, prediction=1.0)
    games = [RatedGame(best, hot, 1.0)] * 64 + [RatedGame(best, hot, 0.0)] * 36
    games += [RatedGame(ignorant, hot, 0.0)] * 76 + [RatedGame(ignorant, hot, 1.0)] * 24
    model = fit(games * 20)
    assert model.difference(best, hot).value == pytest.approx(100, abs=60)
    assert model.difference(hot, ignorant).value == pytest.approx(200, abs=60)


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("simulations=50", Level(50)),
        ("simulations=50,choice.temperature=1.5,prior.prediction.weight=2", Level(50, 1.5, 2.0)),
        ("choice.temperature=1", None),
        ("simulations=50,threads=2", None),
        ("gnugo:1", None),
        ("20k", level_named("20k", 9)),
    ],
)
def test_what_a_player_sets(name: str, setting: Level | None) -> None:
    assert setting_of(name, 9) == setting


def named(level: Level) -> str:
    return ",".join(f"{option}={value}" for option, value in level.options().items())


def made_games(step: float) -> list[LevelGame]:
    """Return games in which neighbouring levels of 9x9 are so many Elo apart."""
    wins, games = round(80 * score_of_elo(step)), []
    for weak, strong in pairwise(named(level_named(name, 9)) for name in level_names()):
        games += [game(strong, weak, "B+R")] * wins + [game(strong, weak, "W+R")] * (80 - wins)
        games += [game(weak, strong, "W+R")] * wins + [game(weak, strong, "B+R")] * (80 - wins)
    return games


def test_levels_are_placed_a_step_apart_around_gnu_go() -> None:
    """In these games each step is 150 Elo, and GNU Go is as strong as what the anchor sets."""
    games, anchor = made_games(150), level_named(ANCHOR, 9)
    games += [game(named(anchor), "gnugo:10", result) for result in ("B+R", "W+R")]
    model = fit([RatedGame(*(setting_of(one, 9) for one in (g.black, g.white)), g.tally.points) for g in games[:-2]])  # type: ignore[arg-type]
    placed = placed_levels(games)
    assert list(placed) == level_names()
    assert placed[ANCHOR].simulations == pytest.approx(anchor.simulations, rel=0.05)
    steps = [model.difference(strong, weak).value for weak, strong in pairwise(placed.values())]
    assert all(abs(step - STEP) < 20 for step in steps), steps


def test_levels_may_be_placed_below_the_weakest_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """GNU Go is as strong as the level below the anchor sets now, so each level must become weaker, 20k as well."""
    weakest = level_named("20k", 9)
    weaker = msgspec.structs.replace(weakest, simulations=weakest.simulations // 2)
    monkeypatch.setattr(levels, "WEAKEST", weaker)
    games = made_games(STEP)
    games += [game(named(weakest), named(weaker), result) for result in ["B+R"] * 17 + ["W+R"] * 3] * 8
    below = level_names()[level_names().index(ANCHOR) - 1]
    games += [game(named(level_named(below, 9)), "gnugo:10", result) for result in ("B+R", "W+R")]
    assert placed_levels(games)["20k"].simulations < weakest.simulations


def test_where_levels_do_not_fit_between_the_settings_it_is_said() -> None:
    with pytest.raises(ValueError, match="settings from 0 to"):
        placed_levels(made_games(50))
    with pytest.raises(ValueError, match="no games"):
        placed_levels([game("gnugo:1", "gnugo:10", "B+R")])
