"""The random engine: legal moves, no own eye filled, a pass when nothing else is left."""

import pytest

from engines.made_player import made_player
from oracle.naive_board import NaiveBoard
from tengen.board.point import PASS, column_row
from tengen.game.game import Game

MOST_MOVES = 1000


def naive(game: Game) -> NaiveBoard:
    """Return the naive board with the stones of a game."""
    points = {int(point): int(colour) for point, colour in enumerate(game.board.colour) if colour in (1, 2)}
    return NaiveBoard(game.size, {column_row(point, game.size): colour for point, colour in points.items()})


@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese", "japanese", "aga"])
@pytest.mark.parametrize("size", [2, 5, 9])
def test_a_whole_game(size: int, rules: str) -> None:
    game, engine = Game(size, rules=rules), made_player("random", seed=size)
    while not game.is_over:
        choice = engine.choose(game, game.to_play)
        board = naive(game)
        if choice.point == PASS:
            points = game.legal_points_without_suicide()
            assert all(board.is_true_eye(column_row(point, size), game.to_play) for point in points)
        else:
            assert not board.is_true_eye(column_row(choice.point, size), game.to_play)
        game.play(choice.point)  # raises where it is illegal
        assert len(game.moves) < MOST_MOVES


def test_every_sensible_move_is_played_equally_often() -> None:
    game, engine = Game(2), made_player("random", seed=3)
    points = [engine.choose(game, game.to_play).point for _ in range(4000)]
    counts = [points.count(point) for point in game.legal_points()]
    assert sum(counts) == 4000
    assert min(counts) > 850  # 1000 are expected, with a deviation of 27
    assert max(counts) < 1150


def test_either_colour_may_be_asked_for() -> None:
    game, engine = Game(2), made_player("random", seed=1)
    game.play("A1", "black")
    game.play("B2", "black")
    assert engine.choose(game, 1).point == PASS  # both other points are Black's eyes
    assert engine.choose(game, 2).point == PASS  # and White would have no liberty there


def test_the_game_is_not_changed() -> None:
    game, engine = Game(5), made_player("random", seed=1)
    game.play("C3")
    before = game.board.colour.tobytes(), list(game.moves)
    engine.choose(game, 1)
    engine.final_status(game)
    assert (game.board.colour.tobytes(), game.moves) == before


def played(seed: int) -> list[int]:
    game, engine = Game(5), made_player("random", seed=seed)
    while not game.is_over:
        game.play(engine.choose(game, game.to_play).point)
    return [move.point for move in game.moves]


def test_a_seed_makes_a_game() -> None:
    assert played(1) == played(1)
    assert played(1) != played(2)
