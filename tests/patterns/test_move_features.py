"""What a move does: each group on small positions."""

import numpy as np
import pytest

from playout.positions import exchanged, image, random_positions
from tengen.board.board import Board, dimensions, size_of
from tengen.board.diagram import parse
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, all_points, parse_point
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.compiled.record import Record
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.patterns.move_features import GROUP, MEMBERS, OFFSETS, SIZES, Survey, classify, look_over
from tengen.tactics.suggestion import Moves

EMPTY_ROW = ". . . . . . ."


class Desk(Record):
    survey: Survey
    moves: Moves


def classes(board: Board, point: int, *, compiled: bool = True) -> dict[str, int]:
    """Return the classes of a move of the side to play, by group."""
    desk = Desk.new(**dimensions(size_of(board)))
    look_over(board, desk.survey)
    (classify if compiled else classify.py_func)(board, u64(point), desk.survey, desk.moves)
    return {name: int(number) for name, number in zip(SIZES, desk.survey.classes, strict=True)}


def drawn(drawing: str, last: str = "pass", before: str = "pass") -> Board:
    """Return a position with Black (X) to play."""
    board = board_of(parse(drawing), to_play=1)
    size = size_of(board)
    board.last, board.last_but_one = parse_point(last, size), parse_point(before, size)
    return board


def class_of(board: Board, name: str, group: str) -> int:
    return classes(board, parse_point(name, size_of(board)))[group]


@pytest.fixture(scope="module")
def positions() -> list[Board]:
    return random_positions(5, 40, seed=8)


def legal(board: Board) -> list[int]:
    points = all_points(size_of(board))
    return [p for p in points if board.colour[p] == EMPTY and is_legal(board, u64(p), u64(board.to_play))]


def test_members_are_numbered_through() -> None:
    assert list(GROUP) == list(SIZES)
    assert [int(o) for o in OFFSETS] == [sum(list(SIZES.values())[:k]) for k in range(len(SIZES))]
    assert sum(SIZES.values()) == MEMBERS


def test_classes_are_in_range_the_same_turned_and_the_same_in_plain_python(positions: list[Board]) -> None:
    met: dict[str, set[int]] = {name: set() for name in SIZES}
    for number, board in enumerate(positions):
        for point in legal(board):
            here = classes(board, point)
            for name, found in here.items():
                assert 0 <= found < SIZES[name], name
                met[name].add(found)
            assert classes(exchanged(board), point) == here
            symmetry = number % SYMMETRIES
            assert classes(image(board, symmetry), transformed(point, symmetry, 5)) == here
            if number < 8:
                assert classes(board, point, compiled=False) == here
    assert all(len(found) > 1 for found in met.values()), "each group tells moves apart"


def test_captures_by_size_and_what_they_are_good_for() -> None:
    one = drawn(". . . . .\n. . X . .\n. . O X .\n. . X . .\n. . . . .")
    assert class_of(one, "B3", "capture") == 1 + 0 + 4 * 1, "one stone that could run away"
    assert class_of(one, "A1", "capture") == 0
    one.last = parse_point("C3", 5)
    assert class_of(one, "B3", "capture") == 1 + 0 + 4 * 1 + 12, "it has just been played"
    many = drawn("O O O . .\nX X X . .\n. . . . .\n. . . . .\n. . . . .")
    assert class_of(many, "D5", "capture") == 1 + 2 + 4 * 0, "three stones that cannot run away"


def test_a_capture_that_saves_an_own_chain() -> None:
    board = drawn(". . . . .\n. . . . .\n. X X . .\nX O O X .\n. X . . .")
    assert class_of(board, "C1", "capture") == 1 + 1 + 4 * 0
    board = drawn(". . . . .\n. . . . .\nO X X . .\nX O O X .\n. X . . .")
    assert class_of(board, "C1", "capture") == 1 + 1 + 4 * 2, "A2 is in atari"


@pytest.mark.parametrize(
    ("drawing", "result"),
    [
        (". . . . .\n. . . . .\n. O . . .\nO X . . .\n. O . . .", 3),  # three liberties
        (". . . . .\n. . . . .\n. O O . .\nO X . . .\n. O . . .", 1),  # a ladder catches it
        (". . . . .\n. . . . .\n. O O . .\nO X . O .\n. O . . .", 0),  # it stays in atari
        (". . . . .\n. . . . .\n. O O . .\nO X . . X\n. O . X .", 2),  # friends help it out
    ],
)
def test_extensions(drawing: str, result: int) -> None:
    board, point = drawn(drawing), parse_point("C2", 5)
    assert classes(board, point)["extension"] == 1 + 0 + 4 * result
    board.last = parse_point("B3", 5)
    assert classes(board, point)["extension"] == 1 + 0 + 4 * result + 16, "the last move has made the atari"


def test_ataris_by_whether_a_ladder_catches_the_chain() -> None:
    rows = [EMPTY_ROW, ". . . . . {} .", EMPTY_ROW, EMPTY_ROW, ". X O . . . .", ". . X X . . .", EMPTY_ROW]
    free, broken = (drawn("\n".join(rows).format(stone)) for stone in ".O")
    assert class_of(free, "C4", "atari") == 1 + 0 + 3 * 1
    assert class_of(broken, "C4", "atari") == 1 + 0 + 3 * 0
    assert class_of(free, "E5", "atari") == 0
    double = drawn(". . . . .\n. X . . .\nX O . . .\n. . O X .\n. . X . .")
    assert class_of(double, "B2", "atari") > 9, "two chains at once"


def test_self_ataris_by_what_they_lose() -> None:
    one = drawn(". O . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .")
    assert class_of(one, "A5", "self_atari") == 2
    assert class_of(one, "A4", "self_atari") == 0
    two = drawn(". . . . .\n. . . . .\n. . . . .\n. O . . .\n. X O . .")
    assert class_of(two, "A1", "self_atari") == 2 + 1
    throw_in = drawn(". . . . .\n. X O X .\n. O . O .\n. O . O .\n. . O . .")
    assert class_of(throw_in, "C3", "self_atari") == 1, "a good sacrifice"


def test_liberties_and_chains_around_a_move() -> None:
    board = drawn(". . . . .\n. X . X .\n. . O . .\n. . . . .\n. . . . .")
    found = classes(board, parse_point("C4", 5))
    assert found["liberties"] == 4 * 7 + 2, "it connects two chains; together they have seven liberties"
    assert found["own_chains"] == 1 + 3 * 4 + 3 + 16
    assert found["enemy_chains"] == 1 + 3 * 3 + 0 + 15, "it leaves the enemy three"
    alone = classes(board, parse_point("A1", 5))
    assert alone["liberties"] == 4 * 2
    assert alone["own_chains"] == alone["enemy_chains"] == 0


def test_an_own_chain_that_a_ladder_would_catch() -> None:
    rows = [EMPTY_ROW, ". . . . . {} .", EMPTY_ROW, EMPTY_ROW, ". O X . . . .", ". . O O . . .", EMPTY_ROW]
    free, broken = (drawn("\n".join(rows).format(stone)) for stone in ".X")
    assert class_of(free, "D3", "rescue") == 1 + 1 + 3, "it gets three liberties"
    assert class_of(free, "F6", "rescue") == 0
    assert class_of(broken, "D3", "rescue") == 1 + 1, "it could be put in atari, but would get away"


def test_points_around_the_last_move() -> None:
    board = drawn(". . . . .\n. . . . .\n. O . . .\nO X . . .\n. O . . .", last="B3", before="E5")
    found = classes(board, parse_point("C2", 5))
    assert found["threatened"] == 1, "the last move has put B2 in atari"
    assert found["contact"] == 0
    beside = classes(board, parse_point("C3", 5))
    assert beside["contact"] == 3
    assert beside["threatened"] == 0
    assert beside["last"] // 4 == 2
    assert beside["before"] // 4 == 2 + 2 + 2
    assert beside["both"] == 2 * 18 + 6


def test_places_are_counted_from_the_nearest_edges_and_phases_by_the_turn() -> None:
    board = drawn(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .")
    places = {name: class_of(board, name, "place") for name in ("A1", "E5", "B1", "A2", "C3", "D4")}
    assert places["A1"] == places["E5"] == 0
    assert places["B1"] == places["A2"] == 4
    assert len(set(places.values())) == 4
    board.turn = 10
    assert class_of(board, "A1", "place") == 2


def test_ko() -> None:
    game = Game(5)
    for name in ("B4", "C4", "A3", "D3", "B2", "C2", "E5", "B3", "C3"):
        game.play(name)
    assert int(game.board.ko) == parse_point("B3", 5)
    assert class_of(game.board, "E1", "ko") == 5, "it may be a threat"
    game.play("E1")
    game.play("E2")
    assert class_of(game.board, "B3", "ko") == 1 + 3
    assert class_of(game.board, "A1", "ko") == 6
    game.play("A1")
    assert class_of(game.board, "B3", "ko") == 7
    assert class_of(game.board, "A5", "ko") == 0


def test_a_pass_leaves_no_last_move() -> None:
    board = drawn(". . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . .")
    desk = Desk.new(**dimensions(5))
    board.last = parse_point("C3", 5)
    look_over(board, desk.survey)
    assert desk.survey.has_reply == 1
    assert np.count_nonzero(desk.survey.contact) == 4
    board.last = 0
    look_over(board, desk.survey)
    assert desk.survey.has_reply == 0
    assert not desk.survey.contact.any()
