"""Chains that are unconditionally alive, and territory in which nobody can live."""

import pytest

from tengen.board.diagram import parse
from tengen.board.grid import BLACK, WHITE, parse_point, point_name
from tengen.board.safety import safety_of
from tengen.board.setup import board_of

TWO_EYES = """
    . X . X O .
    X X X X O .
    O O O O O .
    . . . . . .
    . . . . . .
    . . . . . .
"""

ONE_EYE = """
    . X X O . .
    X X O O . .
    O O O . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""

STONE_INSIDE = """
    . X . O X .
    X X . . X .
    X X X X X .
    X . X . X .
    X X X X X .
    . . . . . .
"""

ROOM_FOR_TWO_EYES = """
    . . . . . X
    . . . . . X
    . . . . . X
    X X X X X X
    X . X . X X
    X X X X X X
"""


def names(points: frozenset[int]) -> set[str]:
    return {point_name(point, 6) for point in points}


@pytest.mark.parametrize(
    ("drawing", "colour", "alive", "territory"),
    [
        (TWO_EYES, BLACK, {"B6"}, {"A6", "C6"}),
        (TWO_EYES, WHITE, set(), set()),
        (ONE_EYE, BLACK, set(), set()),
        (
            STONE_INSIDE,
            BLACK,
            {"A3", "A5"},
            {
                "A6",
                "C6",
                "D6",
                "C5",
                "D5",
                "B3",
                "D3",
                "A1",
                "B1",
                "C1",
                "D1",
                "E1",
                "F1",
                "F2",
                "F3",
                "F4",
                "F5",
                "F6",
            },
        ),
        (ROOM_FOR_TWO_EYES, BLACK, {"A3"}, {"B2", "D2"}),
    ],
)
def test_safety(drawing: str, colour: int, alive: set[str], territory: set[str]) -> None:
    board = board_of(parse(drawing), to_play=1)
    safety = safety_of(board, int(colour))
    assert {int(board.chain[parse_point(name, 6)]) for name in alive} == set(safety.alive)
    assert names(safety.territory) == territory


def test_a_chain_that_shares_an_eye_with_a_dying_one_is_not_alive() -> None:
    """The upper chain has two vital regions, but around one of them stands a chain that has no other."""
    board = board_of(
        parse("""
            . X . X . .
            X X X O . .
            . O O O . .
            . . . . . .
            . . . . . .
            . . . . . .
        """),
        to_play=1,
    )
    assert not safety_of(board, int(BLACK)).alive
