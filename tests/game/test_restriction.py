"""Restrictions: which moves are avoided, and until which depth."""

import pytest

from tengen import BLACK, PASS, WHITE, Restriction
from tengen.board.grid import parse_point

SIZE, GRID = 5, 41


def avoided(restriction: Restriction, colour: int, move: str) -> int:
    return int(restriction.depths(SIZE, GRID)[colour, parse_point(move, SIZE)])


def test_an_empty_restriction_allows_everything() -> None:
    assert not Restriction()
    assert Restriction().depth == 0
    assert not Restriction().depths(SIZE, GRID).any()


def test_the_greatest_depth_of_a_move_counts() -> None:
    both = Restriction.avoid("black", ["A1", "pass"], until_depth=3) | Restriction.avoid(BLACK, ["a1"], until_depth=7)
    assert (avoided(both, BLACK, "A1"), avoided(both, BLACK, "pass"), avoided(both, BLACK, "B1")) == (7, 3, 0)
    assert avoided(both, WHITE, "A1") == 0
    assert both.depth == 7


def test_allowed_moves_of_several_lists_are_all_allowed() -> None:
    both = Restriction.allow("w", ["A1"], until_depth=2) | Restriction.allow("w", [PASS])
    assert [avoided(both, WHITE, move) for move in ("A1", "pass", "C3")] == [0, 0, 2]
    assert avoided(both, BLACK, "C3") == 0


def test_what_is_allowed_and_avoided_is_avoided() -> None:
    both = Restriction.allow("b", ["A1", "B1"]) | Restriction.avoid("b", ["B1"], until_depth=4)
    assert [avoided(both, BLACK, move) for move in ("A1", "B1", "C1")] == [0, 4, 1]


def test_restrictions_compare() -> None:
    assert Restriction.avoid("b", ["A1"]) == Restriction.avoid(BLACK, ("A1",))
    assert Restriction.avoid("b", ["A1"]) != Restriction.allow("b", ["A1"])


def test_mistakes_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Restriction.avoid("b", ["A1"], until_depth=0)
    with pytest.raises(ValueError, match="not a colour"):
        Restriction.avoid("green", ["A1"])
    with pytest.raises(TypeError, match="list of names"):
        Restriction.avoid("b", "A1")
    with pytest.raises(ValueError, match="A1 to E5"):
        Restriction.avoid("b", ["K10"]).depths(SIZE, GRID)
