"""The referee's game is the compiled one, move by move: what is legal and why not, the score, the record."""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from match.players import words_of
from tengen.board.grid import all_points
from tengen.board.rules import RULES, IllegalMove
from tengen.game.game import Game
from tengen.game.replay import from_game
from tengen.match.plain_game import PlainGame

FILE = """
[players]
one = {{ engine = {words} }}
two = {{ engine = {words} }}
[[pairings]]
players = ["one", "two"]
openings = "openings.txt"
games = 2
[[pairings]]
players = ["one", "two"]
handicap = 2
games = 1
"""
MATCH = """
import sys
from tengen.cli.main import main
try:
    main(["match", sys.argv[1]])
finally:
    print(sorted({"numpy", "numba", "tengen.game.game"} & set(sys.modules)))
"""


def verdict(game: Game | PlainGame, where: str, colour: str | None) -> str:
    """Play a move; return why it is illegal, or nothing."""
    try:
        game.play(where, colour)
    except IllegalMove as error:
        return str(error)
    return ""


def check(plain: PlainGame, compiled: Game, choice: random.Random) -> None:
    """Compare all that both know."""
    assert plain.to_play == compiled.to_play
    assert plain.is_over == compiled.is_over
    stones = [p for p in all_points(plain.size) if plain.chain(p)]
    assert stones == [p for p in all_points(plain.size) if compiled.board.colour[p]]
    if compiled.rules.scoring == "area":
        dead = choice.sample(stones, min(len(stones), choice.randrange(3)))
        assert plain.area(dead) == compiled.score(dead)


def play_both(plain: PlainGame, choice: random.Random, reasons: Counter[str]) -> None:
    """Play at random, also on stones, out of turn and passes, and often where a stone was just taken: maybe a ko."""
    compiled, points = plain.compiled(), all_points(plain.size)
    taken: list[int] = []
    for _ in range(12 * plain.size**2):
        where = plain.name(choice.choice(taken if taken and choice.random() < 0.5 else points))
        if choice.random() < 0.03:
            where = "pass"
        colour = choice.choice(("black", "white")) if choice.random() < 0.1 else None
        before = {point for point in points if plain.chain(point)}
        reason = verdict(plain, where, colour)
        assert reason == verdict(compiled, where, colour)
        reasons[reason.partition(": ")[2]] += 1
        if not reason:
            check(plain, compiled, choice)
            taken = [point for point in before if not plain.chain(point)]
    assert from_game(plain).to_bytes() == from_game(compiled).to_bytes()
    assert plain.moves == compiled.moves


@pytest.mark.parametrize("rules", RULES)
def test_random_games_are_those_of_the_compiled_game(rules: str) -> None:
    choice, reasons = random.Random(rules), Counter[str]()
    for size in (2, 3, 4, 5, 7):
        for _ in range(3):
            play_both(PlainGame(size, 6.5, rules), choice, reasons)
    facts = RULES[rules]
    assert reasons["the point is taken"]
    assert reasons["it retakes a ko at once"]
    assert bool(reasons["it is suicide"]) == (not facts.suicide)
    assert bool(reasons[f"it repeats an earlier position ({facts.ko} superko)"]) == (facts.ko != "simple")


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("stones", [2, 4])
def test_handicap(rules: str, stones: int) -> None:
    plain, compiled = PlainGame(7, rules=rules), Game(7, rules=rules)
    plain.place_handicap(stones)
    compiled.place_handicap(stones)
    assert plain.komi == compiled.komi
    assert plain.handicap_points == compiled.handicap_points
    check(plain, compiled, random.Random(0))
    assert from_game(plain).to_bytes() == from_game(compiled).to_bytes()
    play_both(plain, random.Random(stones), Counter())


@pytest.mark.parametrize("where", ["", "I5", "A6", "F1", "resign"])
def test_a_name_that_is_no_point_changes_nothing(where: str) -> None:
    game = PlainGame(5)
    with pytest.raises(ValueError, match="is not a point"):
        game.play(where)
    assert not game.moves


def test_a_number_of_handicap_stones_that_has_no_customary_points() -> None:
    with pytest.raises(ValueError, match="5 is not a number"):
        PlainGame(7).place_handicap(5)


def test_a_match_of_other_programs_loads_no_compiled_code(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("E9 E8\n")
    file = tmp_path / "m.toml"
    file.write_text(FILE.format(words=json.dumps(words_of("plays"))))
    done = subprocess.run([sys.executable, "-c", MATCH, str(file)], capture_output=True, text=True, check=True)
    *_, first, second, loaded = done.stdout.splitlines()
    assert "1-1-0" in first, done.stderr
    assert "0-1-0" in second, done.stderr
    assert loaded == "[]"
