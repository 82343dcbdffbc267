"""Which points of their territory the sides must fill. The large positions are ends of professional games."""

from typing import NamedTuple

import pytest

from tengen.board.board import Board, size_of
from tengen.board.diagram import parse
from tengen.board.point import BLACK, WHITE, parse_point
from tengen.board.setup import board_of
from tengen.playout.defence import Forced, defences

OPEN_BORDER = """
. X O . .
. X O . .
. . . O .
X X X O .
. . X O .
"""
CLOSED_BORDER = OPEN_BORDER.replace(". . . O .", ". X . O .")
TIME_TO_CONNECT = """
. . . . . . . . . . . . . . . O X X .
. . . . . . . . . . . . O . O O O X .
. O . O X . . . . O O O X O O O X X .
. X O O O O O O O X O X X X X O O X .
. O X X O X X O X X X X . X . X X X X
O O O X X X X X X X X O X X X . X O X
. O X X X O X X X O X O O X O O O O O
O X X O O O O O O O O . O O O X O . .
. O O X X O X X X O O O O O X X O O O
. . . O X X . X O O X O X X X . X X O
. O O O X X X X O . X X . . . . . X X
O X X O O X . O O O X . . . . . . . .
. X . O . X X X X X . . . . . . . . .
X X X X . X . . . X . . . . . . . X X
O X O O X . X X . X X . . . X X X O O
O O X O O X X O X O O X . . X O O . O
. O X O . O O O X . . X X X . X O O .
. O X O . . . . O O O O X O X X X O X
. . . . . . . . . . . O O O O X . X .
"""
CAPTURE_CONNECTS = """
. O . O O X X X O . . O X X X . . X .
O . . . O O O X . O . . O . X . X O O
O O O O O X O X X O O O O O X X O O X
X X O X X X O X . X O X X O . X . X .
. X X X . . X O . X O . . X X . X X X
X X X O X X X X X O O . X . X O X O X
O O O O O O O . X O O X . O X O O O O
. . . . O X O O O O O X X O X O . . .
. . . O O X X X O X . X X X O . . . .
. O O X X X O O X X . X O O . . O O .
O X X X . . X O O X X O O . O O . X .
. O X O X X X X O X . X X O O X O O .
. O X O O X X O O O X X . X X X . O O
. . O O X X O O O . O O . O X . X X O
. O . O . . O . O . . O . O . X O . X
. . . O X X . O O O O X X O X . X . .
. . O X X . X O X O X O X O X X . . .
. . O X . . . X X X X . X X . . . . .
. . O O X . . . . . . . . . . . . . .
"""


class Case(NamedTuple):
    diagram: str
    neutral: str
    territory: str
    lost: str


CASES = {
    "White would come in from the neutral point": Case(OPEN_BORDER, "c3", "a5 a4 a3 b3 a1 b1", "b3"),
    "the border is closed": Case(CLOSED_BORDER, "c3", "a5 a4 a3 a1 b1", ""),
    "there is time to fill the second neutral point": Case(TIME_TO_CONNECT, "e6 e7 c7 g8", "f5 h6 j6 g6", ""),
    "without that time Black must connect": Case(
        TIME_TO_CONNECT.replace("O . X X X X X", "O O X X X X X"), "e6", "f5", "f5"
    ),
    "a capture of dead stones connects and loses one point": Case(CAPTURE_CONNECTS, "j18", "j16 j15 h15", "j15"),
}


def points(board: Board, names: str) -> set[int]:
    return {int(parse_point(name, size_of(board))) for name in names.split()}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_black_must_fill(case: Case) -> None:
    board = board_of(parse(case.diagram), to_play=WHITE)
    found = defences(board, BLACK, points(board, case.neutral), points(board, case.territory))
    assert found.lost == points(board, case.lost)


def test_colours_exchanged() -> None:
    board = board_of(parse(OPEN_BORDER.translate(str.maketrans("XO", "OX"))), to_play=BLACK)
    c3, b3 = (int(parse_point(name, 5)) for name in ("c3", "b3"))
    found = defences(board, WHITE, {c3}, points(board, "a5 a4 a3 b3 a1 b1"))
    assert found.lost == {b3}
    assert found.forced == [Forced(c3, int(BLACK), b3)]


def test_a_game_that_is_not_nearly_over_needs_no_defence() -> None:
    board = board_of(parse("\n".join(". " * 13 for _ in range(13))), to_play=BLACK)
    every = {int(p) for p in (board.colour == 0).nonzero()[0]}
    assert defences(board, BLACK, every, set()).lost == set()
