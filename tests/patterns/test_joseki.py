"""The dictionary of corner moves: its text, and what compiled code finds in it."""

from random import Random

import pytest

from playout.positions import known_moves
from tengen.board.board import Board, new_board
from tengen.board.move import play
from tengen.board.point import parse_point, point_at, point_name
from tengen.compiled.word import u64
from tengen.patterns.corner import CORNERS
from tengen.patterns.joseki import read_joseki, to_line

SIZE = 19
TEXT = "# a comment\n-\t-\tdd cd\ndd\tcf\tfc cc\n"


def board_after(*names: str) -> Board:
    board = new_board(SIZE)
    for name in names:
        play(board, u64(parse_point(name, SIZE)))
    return board


def known_names(board: Board, corner: int) -> set[str]:
    return {point_name(point, SIZE) for point in known_moves(board, corner)}


def test_a_text_is_read_and_written() -> None:
    one, two = read_joseki(TEXT)
    assert (one.own, one.enemy, one.moves) == (frozenset(), frozenset(), ((3, 3), (2, 3)))
    assert (two.own, two.enemy, two.moves) == ({(3, 3)}, {(2, 5)}, ((5, 2), (2, 2)))
    assert [to_line(joseki) for joseki in (one, two)] == TEXT.splitlines()[1:]
    assert two.mirrored().enemy == {(5, 2)}


@pytest.mark.parametrize("line", ["dd\tcf", "dd\tcf\tzz", "dd\tcf\tddd"])
def test_a_bad_line_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 3"):
        read_joseki(f"# one\n-\t-\tdd\n{line}\n")


def test_an_empty_corner_is_taken_on_its_usual_points() -> None:
    usual = [known_names(board_after(), corner) for corner in range(CORNERS)]
    assert {"D4", "D3", "C4"} <= usual[0] <= {"D4", "D3", "C4", "C3", "E4", "D5", "E3", "C5"}
    assert {"Q16", "Q17", "R16"} <= usual[3]
    assert all(len(moves) == len(usual[0]) for moves in usual)


def test_what_is_known_holds_in_every_corner_mirrored_and_for_both_colours() -> None:
    """White approaches the star from either side, in each corner; and the same with the colours exchanged."""
    answers = known_names(board_after("D4", "F3"), 0)
    assert {"C6", "F4"} & answers
    named = {(int(point) // 20, int(point) % 20) for point in (parse_point(name, SIZE) for name in answers)}
    for corner in range(CORNERS):
        for mirror in (False, True):

            def where(row: int, column: int, corner: int = corner, mirror: bool = mirror) -> str:
                row, column = (column, row) if mirror else (row, column)
                y, x = (SIZE + 1 - row if corner & 1 else row), (SIZE + 1 - column if corner & 2 else column)
                return point_name(point_at(x - 1, y - 1, SIZE), SIZE)

            expected = {where(row, column) for row, column in named}
            black = board_after(where(4, 4), where(3, 6))
            assert known_names(black, corner) == expected
            white = board_after("K10", where(4, 4), where(3, 6))
            assert known_names(white, corner) == expected


def test_all_moves_are_on_empty_points_and_most_corners_are_not_known() -> None:
    random = Random(1)
    board, unknown = new_board(SIZE), 0
    for _ in range(60):
        for corner in range(CORNERS):
            moves = known_names(board, corner)
            unknown += not moves
            assert all(board.colour[parse_point(name, SIZE)] == 0 for name in moves)
        play(board, u64(random.choice([int(p) for p in board.empty[: int(board.empty_count)]])))
    assert unknown > 150
