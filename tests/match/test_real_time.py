"""Games by a real clock, on a machine whose cores are all busy: nobody loses on time."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from match.players import played
from tengen.match.definition import MatchPlayer, Pairing
from tengen.match.match_file import pairing_of, player_of

BUSY = "while True: sum(range(10000))"
CLOCKS = {
    "byoyomi": {"main": 1, "overtime": 0.2, "stones": 1},
    "fischer": {"main": 2, "increment": 0.3},
    "sudden death": {"main": 3},
}


@pytest.fixture
def load() -> Iterator[None]:
    """Keep all cores busy."""
    words = [sys.executable, "-I", "-S", "-c", BUSY]
    programs = [subprocess.Popen(words) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def player(name: str, **options: Any) -> MatchPlayer:
    return player_of(name, preset="tengen", set=options)


def pairing(clock: str, size: int, **options: Any) -> Pairing:
    first, second = player("one", **options), player("two", **options)
    return pairing_of(first, second, size=size, time=CLOCKS[clock], rules="chinese", games=20)


@pytest.mark.usefixtures("load")
@pytest.mark.parametrize("clock", ["byoyomi"])  # the tightest; the others make both cores busy for as long again
def test_a_game_by_the_clock(clock: str) -> None:
    (game,) = played(pairing(clock, 5, **{"playout.policy": "random", "memory": 8}), 0)
    assert game.reason in ("score", "resign"), game.detail
    assert game.moves > 4


@pytest.mark.slow
@pytest.mark.usefixtures("load")
@pytest.mark.parametrize("clock", CLOCKS)
def test_games_by_the_clock(clock: str) -> None:
    games = played(pairing(clock, 9), *range(10))
    assert {game.reason for game in games} <= {"score", "resign"}, [game.detail for game in games]
