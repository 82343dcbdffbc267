"""The corners of a board: numbers, places and points."""

import pytest

from tengen.board.point import all_points, parse_point
from tengen.compiled.word import u64
from tengen.patterns.corner import CORNERS, SIDE, corner_point, corner_points, nearest_corner, place_in_corner


@pytest.mark.parametrize(
    ("name", "corner", "place"),
    [
        ("A1", 0, (0, 0)),
        ("D3", 0, (2, 3)),
        ("A19", 1, (0, 0)),
        ("C16", 1, (3, 2)),
        ("T1", 2, (0, 0)),
        ("T19", 3, (0, 0)),
        ("O17", 3, (2, 5)),
        ("K10", 0, (9, 9)),
    ],
)
def test_nearest_corner_and_place(name: str, corner: int, place: tuple[int, int]) -> None:
    point, size = u64(parse_point(name, 19)), u64(19)
    assert nearest_corner(point, size) == corner
    assert place_in_corner(point, u64(corner), size) == place


@pytest.mark.parametrize("size", [18, 19])
def test_places_and_points_are_inverse(size: int) -> None:
    for point in all_points(size):
        for corner in range(CORNERS):
            row, column = place_in_corner(u64(point), u64(corner), u64(size))
            assert corner_point(u64(corner), u64(row), u64(column), u64(size)) == point


def test_points_of_a_corner() -> None:
    points = corner_points(3, 19)
    assert points.shape == (SIDE, SIDE)
    assert points[2, 5] == parse_point("O17", 19)
