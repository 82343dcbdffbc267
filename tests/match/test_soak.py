"""The soak script: it draws games that can be played, goes on where it was stopped, and sees what is abnormal."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from match.made_store import made_store
from match.test_runner import games_in
from tengen.match.match_file import parse_definition

SCRIPT = Path(__file__).parents[2] / "scripts" / "soak.py"
SECONDS = 300  # the engines may have to compile the board first


@pytest.fixture
def soak() -> ModuleType:
    spec = importlib.util.spec_from_file_location("soak", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_that_is_drawn_can_be_played(soak: ModuleType, tmp_path: Path) -> None:
    presets = [*soak.SEARCHING, *soak.SIMPLE]
    choices = soak.Choices(presets, list(soak.SIZES), list(soak.CLOCKS))
    draws = [soak.drawn(Random(k), choices, tmp_path, k) for k in range(300)]
    pairings = parse_definition(soak.match_file(draws, 2)).pairings
    assert len(pairings) == 300
    assert {pairing.size for pairing in pairings} == set(soak.SIZES)
    assert {pairing.rules for pairing in pairings} == set(soak.RULES)
    assert {bool(pairing.handicap) for pairing in pairings} == {True, False}
    assert {pairing.time is None for pairing in pairings} == {True, False}
    words = " ".join(command for draw in draws for command in draw.players)
    assert all(f"--preset {preset} " in words for preset in presets)
    assert all(word in words for word in ("time.ponder=true", "parallel=root", "--threads 2", "--simulations 20 "))


def test_what_is_abnormal_is_reported(soak: ModuleType, tmp_path: Path) -> None:
    draw = soak.drawn(Random(1), soak.Choices(["random"], [9], ["none"]), tmp_path, 1)
    (tmp_path / "soak.toml").write_text(soak.match_file([draw], 1))
    made_store(tmp_path / "soak.sqlite")  # with a game that is void, one lost on time and one by a crash
    (tmp_path / "stderr-0-1.log").write_text(
        "tengen: internal error\nall is well\nTraceback (most recent call last):\n"
    )
    lines = list(soak.abnormal(tmp_path))
    for number, text in enumerate(("(length)", "(time)", "(crashed)", "internal error", "Traceback")):
        assert text in lines[number]
    assert len(lines) == 5
    assert soak.report(tmp_path) == 1


def test_a_soak_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    choice = "--sizes 5 --presets random --clocks none --seed 4"
    words = [sys.executable, str(SCRIPT), str(tmp_path), *choice.split()]
    for games in (2, 4):
        run = subprocess.run(
            [*words, "--games", str(games)], stdout=subprocess.PIPE, text=True, timeout=SECONDS, check=False
        )
        assert "missing" not in run.stdout
        assert run.stdout.endswith("abnormal\n")
        counted = [game for game in games_in(tmp_path / "soak.sqlite") if not game.void]
        assert len(counted) == games
    assert len({(game.pairing, game.number) for game in counted}) == 4


@pytest.mark.parametrize(("preset", "is_simple"), [("random", True), ("montecarlo", True), ("tengen", False)])
def test_only_a_game_against_a_player_without_a_search_may_have_no_end(
    soak: ModuleType, preset: str, is_simple: bool
) -> None:
    player = {"command": ["sh", "-c", f"exec python -m tengen gtp --preset {preset} --size 5"]}
    assert soak._is_simple(player) == is_simple
