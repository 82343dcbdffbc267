"""Finished positions with their dead stones, seki and scores, and games that go on from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tengen import Engine, Game, Limit

FOLDER = Path(__file__).parent / "status"


class Finished(NamedTuple):
    title: str
    diagram: str
    facts: dict[str, str]

    def game(self, rules: str) -> Game:
        rows = self.diagram.splitlines()
        game = Game(len(rows), 0.0, rules)
        game.set_up(self.diagram)
        return game


def finished_positions() -> Iterator[Finished]:
    for path in sorted(FOLDER.glob("*.t")):
        for block in path.read_text().split("\n\n"):
            lines = block.strip().splitlines()
            rows = [line for line in lines if line and set(line) <= set(".XO ")]
            facts = dict(line.split(" ", 1) for line in lines if line[0] not in "#.XO")
            if rows:
                yield Finished(lines[0].strip("# "), "\n".join(rows), facts)


POSITIONS = list(finished_positions())


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine("tengen", seed=1, memory=32) as engine:
        yield engine


def names(game: Game, points: list[int]) -> str:
    return " ".join(sorted(game.name(point).lower() for point in points)) or "none"


def test_there_are_enough_positions() -> None:
    assert len(POSITIONS) >= 40


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.title)
def test_status_and_score(engine: Engine, position: Finished, rules: str) -> None:
    game = position.game(rules)
    status = engine.final_status(game)
    assert names(game, status.dead_stones) == position.facts["dead"]
    assert names(game, [point for chain in status.seki for point in chain]) == position.facts["seki"]
    assert str(status.score(game)) == position.facts[rules]
    if not status.forced:  # the game counts stones and points as they stand
        assert str(game.score(status.dead_stones)) == position.facts[rules], "the game counts as the status does"


@pytest.mark.parametrize("first", ["black", "white"])
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.title)
def test_playing_on_under_territory_rules_changes_nothing(engine: Engine, position: Finished, first: str) -> None:
    game = position.game("japanese")
    game.to_play = 1 if first == "black" else 2
    while not game.is_over and len(game.moves) < 8:
        game.play(engine.play(game, Limit(simulations=300)))
    status = engine.final_status(game)
    assert str(status.score(game)) == position.facts["japanese"], [str(move) for move in game.moves]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.title)
def test_all_points_have_one_status(engine: Engine, position: Finished) -> None:
    game = position.game("japanese")
    status = engine.final_status(game)
    stones = [point for chain in (*status.alive, *status.seki) for point in chain]
    points = [*stones, *status.black_territory, *status.white_territory, *status.dame]
    assert len(points) == len(set(points)) == 81


ATARI = """
. X X X O O . . .
. . O X X O O . .
X X X O X O + O .
O X O O O O . . O
. O O O X X O O O
O O O O O X X X O
X O X X O X X . X
X X . X X O X X .
. . . . . . . . .
"""


def test_the_last_liberty_of_a_chain_is_no_territory(engine: Engine) -> None:
    """White passed instead of connecting A6, which Black may capture at A5."""
    game = Game(9, 6.5, "japanese")
    game.set_up(ATARI.replace("+", "."))
    status = engine.final_status(game)
    assert names(game, status.dead_stones) == "c8 f2"
    assert "a5" in names(game, status.dame)


FIGHTS = {
    "G4 catches a stone for White, and saves four for Black": "D7 E6 E7 F6 D6 E3 G7 F7 F8 G6 E4 F4 D3 G8 E2 F3 F2 "
    "D4 C4 D2 C3 G2 C2 E8 D8 F1 D1 F9 G3",
    "White's corner and Black's right side are open": "E5 C6 G5 D4 D7 D6 E6 C7 E2 E3 F3 D2 E4 D3 D8 F2 G2 E1 G3 C8 "
    "C9 B9 D9 E7 E8 F7 F8 G1 D5 C5 B8 B7 A9 H2 H3 J3 J4 G7 G8 A7 H8 H1 J2 F1",
}


@pytest.mark.parametrize("fight", FIGHTS)
def test_a_fight_is_no_end(engine: Engine, fight: str) -> None:
    """Once most points are clear, the engine looks before each move whether the game is over."""
    game = Game(9, 7.5, "chinese")
    for move in FIGHTS[fight].split():
        game.play(move)
    assert all(str(engine.play(game, Limit(simulations=3000))) != "pass" for _ in range(3))
