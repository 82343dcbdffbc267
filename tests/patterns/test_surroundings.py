"""The surroundings of points as numbers: equal exactly where a person would call them the same."""

import numpy as np
import pytest

from playout.positions import exchanged, image, random_positions
from tengen.board.board import Board, new_board, size_of
from tengen.board.diagram import parse
from tengen.board.point import EMPTY, all_points, column_row, parse_point, point_at
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.compiled.word import u64
from tengen.patterns.surroundings import (
    ANSWER,
    FARTHEST,
    LEVELS,
    NO_PLACE,
    PLACES,
    REPLY,
    REPLY_LEVELS,
    RINGS,
    distance,
    key_with_place,
    new_images,
    note_reply,
    place_of,
    steps_between,
    widen,
)

SIZE = 7
View = frozenset[tuple[int, int, str]]


def numbers(board: Board, point: int, *, compiled: bool = True) -> list[int]:
    function, images = (widen if compiled else widen.py_func), new_images()
    return [int(function(board, u64(point), u64(board.to_play), u64(level), images)) for level in range(LEVELS)]


def view(board: Board, point: int, ring: int) -> View:
    """Return what is in the surroundings of a point, of the eight images the first in the order of texts."""
    size = size_of(board)
    column, row = column_row(point, size)
    seen = [(x, y, what(board, point, column + x, row + y)) for x, y in PLACES if distance((x, y)) <= ring]
    turns = [(sx, sy, swap) for sx in (1, -1) for sy in (1, -1) for swap in (False, True)]
    images = [
        frozenset((sx * (y if swap else x), sy * (x if swap else y), thing) for x, y, thing in seen if thing)
        for sx, sy, swap in turns
    ]
    return min(images, key=sorted)


def what(board: Board, point: int, column: int, row: int) -> str:
    size = size_of(board)
    if not (0 <= column < size and 0 <= row < size):
        return "edge"
    place = point_at(column, row, size)
    if board.colour[place] == EMPTY:
        return ""
    word = "own" if board.colour[place] == board.to_play else "enemy"
    x, y = column_row(point, size)
    is_adjacent = abs(x - column) + abs(y - row) == 1
    return word + (str(min(3, board.liberty_count[board.chain[place]])) if is_adjacent else "")


@pytest.mark.parametrize(("place", "expected"), [((1, 0), 2), ((-1, 1), 3), ((0, 2), 4), ((2, -1), 5), ((8, 0), 16)])
def test_distances(place: tuple[int, int], expected: int) -> None:
    assert distance(place) == expected


def test_two_surroundings_have_one_number_exactly_if_they_look_the_same() -> None:
    by_view: dict[tuple[int, View], int] = {}
    for board in random_positions(SIZE, 12, seed=3):
        for point in (p for p in all_points(SIZE) if board.colour[p] == EMPTY):
            for level, number in enumerate(numbers(board, point)):
                assert by_view.setdefault((level, view(board, point, RINGS[level])), number) == number
    assert len(set(by_view.values())) == len(by_view) > 1000


def test_symmetry_and_exchange_of_colours_change_nothing_and_plain_python_agrees() -> None:
    for board in random_positions(SIZE, 10, seed=4):
        for point in (p for p in all_points(SIZE) if board.colour[p] == EMPTY):
            here = numbers(board, point)
            assert numbers(board, point, compiled=False) == here
            assert numbers(exchanged(board), point) == here
            for symmetry in range(SYMMETRIES):
                assert numbers(image(board, symmetry), transformed(point, symmetry, SIZE)) == here


def test_liberties_of_adjacent_chains_are_seen_and_of_others_not() -> None:
    """What is done to the stone at B3 changes nothing within a line of C3 and C4."""
    drawing = ". . . . .\n. O . . .\n? X . . .\n! O . . .\n. . . . ."
    fillings = [(".", "."), ("O", "."), ("X", "."), ("X", "X")]  # it has two liberties, one, three, three
    boards = [board_of(parse(drawing.replace("?", west).replace("!", below)), to_play=1) for west, below in fillings]
    two, one, three, also_three = (numbers(board, parse_point("C3", 5))[0] for board in boards)
    assert len({one, two, three}) == 3
    assert three == also_three
    assert len({numbers(board, parse_point("C4", 5))[0] for board in boards}) == 1


def test_the_distance_of_moves() -> None:
    board = new_board(19)
    for point, move, expected in (("D4", "D4", 0), ("D4", "E6", 5), ("A1", "T1", FARTHEST)):
        assert steps_between(board, u64(parse_point(point, 19)), u64(parse_point(move, 19))) == expected
    assert steps_between(board, u64(parse_point("D4", 19)), u64(0)) == 0


def test_the_place_of_a_point_seen_from_another() -> None:
    board = new_board(19)
    here = u64(parse_point("K10", 19))
    for name, expected in (("L10", (1, 0)), ("J8", (-1, -2)), ("B10", (-8, 0))):
        assert PLACES[int(place_of(board, here, u64(parse_point(name, 19))))] == expected
    for name in ("K10", "A10", "T10", "Q16"):
        assert place_of(board, here, u64(parse_point(name, 19))) == NO_PLACE
    assert place_of(board, here, u64(0)) == NO_PLACE


def keys_of_answer(board: Board, point: int) -> list[int]:
    """Return the keys of a move together with the last one, of both kinds."""
    place, images = place_of(board, u64(point), u64(board.last)), new_images()
    keys = []
    for level in range(LEVELS):
        widen(board, u64(point), u64(board.to_play), u64(level), images)
        keys.append(int(key_with_place(images, u64(level), place, ANSWER)))
    replies = np.zeros((REPLY_LEVELS, SYMMETRIES), np.uint64)
    note_reply(board, images, replies)
    return keys + [int(key_with_place(replies[level], u64(level), place, REPLY)) for level in range(REPLY_LEVELS)]


def test_a_move_and_the_last_one_have_the_same_keys_however_the_board_is_turned() -> None:
    seen = 0
    for board in random_positions(SIZE, 12, seed=5):
        if board.last == 0 or board.colour[board.last] == EMPTY:
            continue
        for point in (p for p in all_points(SIZE) if board.colour[p] == EMPTY):
            if place_of(board, u64(point), u64(board.last)) == NO_PLACE:
                continue
            here = keys_of_answer(board, point)
            assert len(set(here)) == len(here)
            assert keys_of_answer(exchanged(board), point) == here
            for symmetry in range(SYMMETRIES):
                assert keys_of_answer(image(board, symmetry), transformed(point, symmetry, SIZE)) == here
            seen += 1
    assert seen > 100


def test_another_last_move_gives_other_keys() -> None:
    board = board_of(parse(". . . . .\n. . . . .\n. X . O .\n. . . . .\n. . . . O"), to_play=1)
    keys = []
    for name in ("D3", "E1"):
        board.last = parse_point(name, 5)
        keys.append(keys_of_answer(board, parse_point("C2", 5)))
    assert not set(keys[0]) & set(keys[1])
