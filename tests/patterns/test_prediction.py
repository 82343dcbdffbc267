"""Ratings of moves: those we ship know Go."""

import numpy as np
import pytest

from tengen.board.point import parse_point, point_name
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.patterns.move_features import MEMBERS, look_over
from tengen.patterns.prediction import rate
from tengen.patterns.ratings import FACTORS, KINDS, read_ratings
from tengen.tree.thread import SearchThread, new_thread


@pytest.mark.parametrize("kind", KINDS)
def test_the_shipped_ratings_are_complete(kind: str) -> None:
    ratings = read_ratings(kind)
    assert np.count_nonzero(ratings.keys) > 50_000
    assert np.count_nonzero(ratings.keys) <= len(ratings.keys) / 2
    assert len(ratings.values) == len(ratings.keys)
    assert ratings.members.shape == (MEMBERS,)
    assert ratings.factors.shape == (MEMBERS, FACTORS)
    assert np.isfinite(ratings.members).all()
    assert np.isfinite(ratings.factors).all()


def rating_of(game: Game, name: str, *, compiled: bool = True) -> float:
    prior, board = new_thread(SearchThread, game.board, seed=1).prior, game.board
    look_over(board, prior.sight)
    point = u64(parse_point(name, game.size))
    return float((rate if compiled else rate.py_func)(board, point, prior.sight, prior.moves))


def best_moves(game: Game, count: int) -> list[str]:
    names = [point_name(point, game.size) for point in game.legal_points()]
    return sorted(names, key=lambda name: rating_of(game, name), reverse=True)[:count]


def after(*names: str, size: int = 19) -> Game:
    game = Game(size)
    for name in names:
        game.play(name)
    return game


def test_openings_begin_in_the_corners() -> None:
    corners = {"D4", "Q4", "D16", "Q16", "D3", "C4", "R4", "Q3", "C16", "D17", "Q17", "R16"}
    assert set(best_moves(after(), 12)) == corners
    assert {"D4", "D3", "C4"} <= set(best_moves(after("Q16", "D16", "Q4"), 6))


def test_on_9x9_openings_begin_in_the_middle() -> None:
    first = best_moves(after(size=9), 1)
    assert set(first) <= {"E5", "D5", "E4", "E6", "F5", "D4", "D6", "F4", "F6", "C4", "D3", "F3", "G4"}


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        (("D4", "K10", "D16", "C3"), {"C4", "D3"}),  # the invasion is blocked
        (("Q16", "D16", "Q4", "D4", "C6", "F3", "B5", "C5", "B6"), {"B4", "D6"}),  # contact is answered there
    ],
)
def test_local_answers(moves: tuple[str, ...], answers: set[str]) -> None:
    assert answers & set(best_moves(after(*moves), 2))


def test_a_stone_in_atari_is_worth_taking() -> None:
    game = after("Q16", "D10", "C10", "Q4", "D11", "D16", "D9", "R10")
    assert rating_of(game, "E10") > max(rating_of(game, name) for name in ("F10", "E11", "E9", "F9"))


@pytest.mark.parametrize("size", [9, 19])
def test_a_chain_is_not_saved_if_a_ladder_catches_it(size: int) -> None:
    """White D5 is in atari. Its way out runs to the upper right, where the other stone is Black's or White's."""
    ladder = ("D4", "D5", "C5", "A1", "D6")  # the exit is E5
    before = ("E4", "G8") if size == 9 else ("E4", "K11")
    caught = after(before[0], "A2", *ladder[:1], *ladder[1:], size=size)
    freed = after(before[0], before[1], *ladder[:1], *ladder[1:], size=size)
    share = [rating_of(game, "E5") - rating_of(game, "C4") for game in (caught, freed)]
    assert share[0] < share[1]


def test_compiled_and_plain_agree() -> None:
    game = after("Q16", "D4", "Q3", "D16", "F3")
    for name in ("C6", "F4", "K10", "A1", "D3"):
        assert rating_of(game, name) == pytest.approx(rating_of(game, name, compiled=False), abs=1e-4)
