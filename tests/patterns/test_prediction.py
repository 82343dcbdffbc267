"""Ratings of moves: those we ship know Go."""

import pytest

from tengen.board.point import parse_point, point_name
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.patterns.prediction import SLOT_KEYS, rate, read_ratings
from tengen.patterns.surroundings import new_images


def test_compiled_code_keeps_the_shipped_table_in_its_cache() -> None:
    """Numba caches no function that reads a constant of more than a megabyte."""
    assert SLOT_KEYS.nbytes <= 10**6
    assert len(read_ratings().keys) > 10_000


def best_moves(game: Game, count: int) -> list[str]:
    images, board = new_images(), game.board
    rated = [(float(rate(board, u64(p), u64(board.to_play), images)), p) for p in game.legal_points()]
    return [point_name(point, game.size) for _, point in sorted(rated, reverse=True)[:count]]


def after(*names: str, size: int = 19) -> Game:
    game = Game(size)
    for name in names:
        game.play(name)
    return game


def test_openings_begin_in_the_corners() -> None:
    corners = {"D4", "Q4", "D16", "Q16", "D3", "C4", "R4", "Q3", "C16", "D17", "Q17", "R16"}
    assert set(best_moves(after(), 12)) == corners
    assert {"D4", "D3", "C4"} <= set(best_moves(after("Q16", "D16", "Q4"), 6))


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        (("D4", "K10", "D16", "C3"), {"C4", "D3"}),  # the invasion is blocked
        (("D4", "Q16", "C6", "B5"), {"B4", "B6"}),  # contact is answered there
        (("Q16", "D10", "C10", "Q4", "D11", "D16", "D9", "R10"), {"E10"}),  # a stone in atari is taken
    ],
)
def test_local_answers(moves: tuple[str, ...], answers: set[str]) -> None:
    assert answers <= set(best_moves(after(*moves), 2))


def test_compiled_and_plain_agree() -> None:
    game, images = after("Q16", "D4", "Q3", "D16", "F3"), new_images()
    for name in ("C6", "F4", "K10", "A1", "D3"):
        point = u64(parse_point(name, 19))
        plain = rate.py_func(game.board, point, u64(2), images)
        assert rate(game.board, point, u64(2), images) == pytest.approx(plain)
