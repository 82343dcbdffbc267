"""The engine that plays the dictionary of corners."""

import pytest

from engines.made_player import made_player
from tengen.board.point import BLACK, PASS, WHITE
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.patterns.corner import nearest_corner
from tengen.patterns.joseki import FILE, files, read_joseki

KNOWN = read_joseki(files("tengen.patterns").joinpath(FILE).read_text("utf-8"))
OPENING = {place for joseki in KNOWN if not joseki.own | joseki.enemy for place in joseki.moves}


def test_the_first_move_is_one_of_the_dictionary() -> None:
    """Places are counted from the nearest edges; the file has one of each pair of mirror images."""
    for seed in range(8):
        row, column = divmod(int(made_player("joseki", seed=seed).choose(Game(19), int(BLACK)).point), 20)
        place = (min(row - 1, 19 - row), min(column - 1, 19 - column))
        assert place in OPENING or place[::-1] in OPENING


def test_it_answers_where_the_last_move_was() -> None:
    engine, game = made_player("joseki"), Game(19)
    for move in ("Q16", "D4", "Q4", "D16", "O17"):  # an approach to Q16
        game.play(move)
    answer = engine.choose(game, int(WHITE)).point
    assert nearest_corner(u64(answer), u64(19)) == nearest_corner(u64(game.last_point), u64(19))


@pytest.mark.parametrize("size", [5, 19])
def test_without_a_known_move_it_plays_as_the_policy_does(size: int) -> None:
    game = Game(size)
    for _ in range(30):
        choice = made_player("joseki", assignments=["playout.policy=random"]).choose(game, game.to_play)
        assert game.is_legal(choice.point, game.to_play)
        game.play(choice.point)


def test_seeds() -> None:
    choices = [made_player("joseki", seed=seed).choose(Game(19), int(BLACK)).point for seed in (1, 1, 2, 3, 4, 5)]
    assert choices[0] == choices[1]
    assert len(set(choices)) > 1


def test_after_a_pass_it_plays_in_any_corner() -> None:
    game = Game(19)
    game.play(int(PASS))
    corners = {
        int(nearest_corner(u64(made_player("joseki", seed=seed).choose(game, int(WHITE)).point), u64(19)))
        for seed in range(12)
    }
    assert len(corners) > 2
