"""Pictures of the board: what is drawn, and where."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tengen.board.diagram import parse
from tengen.board.grid import BLACK, WHITE, Move, parse_point
from tengen.board.picture import CELL, Mark, svg
from tengen.board.setup import board_of
from tengen.game.game import Game

DRAWING = """
    . . . . .
    . X O . .
    . . . . .
    . . . . .
    . . . . O
"""
BOARD = board_of(parse(DRAWING), to_play=1)


def layers(picture: str) -> dict[str, ElementTree.Element]:
    """Return the groups of a picture by their class."""
    root = ElementTree.fromstring(picture)  # our own picture
    return {group.get("class", ""): group for group in root if group.tag.endswith("}g")}


def place(name: str, size: int = 5) -> tuple[str, str]:
    """Return x and y of a point."""
    column, row = "ABCDEFGHJKLMNOPQRST".index(name[0]), int(name[1:])
    return str(CELL * (column + 1)), str(CELL * (size + 1 - row))


def circles(group: ElementTree.Element) -> set[tuple[str | None, str | None]]:
    return {(shape.get("cx"), shape.get("cy")) for shape in group.iter() if shape.tag.endswith("}circle")}


def texts(group: ElementTree.Element) -> list[str | None]:
    return [shape.text for shape in group.iter() if shape.tag.endswith("}text")]


def test_stones_are_drawn_where_they_are() -> None:
    stones = layers(svg(BOARD))["stones"]
    assert circles(stones) == {place("B4"), place("C4"), place("E1")}
    assert [stone.get("fill") for stone in stones] == ["#1c1c1c", "#faf8f3", "#faf8f3"]


def test_only_the_last_move_has_a_ring() -> None:
    assert circles(layers(svg(BOARD, last=parse_point("C4", 5)))["last"]) == {place("C4")}
    assert circles(layers(svg(BOARD))["last"]) == set()


@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_both_sides_have_coordinates(size: int) -> None:
    names = texts(layers(Game(size)._repr_svg_())["coordinates"])
    assert names.count("A") == names.count(str(size)) == 2
    assert len(names) == 4 * size


def test_marks_show_their_text_on_their_point() -> None:
    marks = layers(svg(BOARD, marks=[Mark(parse_point("D2", 5), "52%", "1.2k"), Mark(parse_point("A1", 5), "<1%")]))
    assert circles(marks["marks"]) == {place("D2"), place("A1")}
    assert texts(marks["marks"]) == ["52%", "1.2k", "<1%"]
    assert [title.text for title in marks["marks"].iter() if title.tag.endswith("}title")] == ["D2 52% 1.2k", "A1 <1%"]


def test_stronger_marks_are_darker() -> None:
    marks = [
        Mark(parse_point(name, 5), "", strength=strength) for name, strength in (("A1", 1.0), ("B1", 0.5), ("C1", 0))
    ]
    discs = [disc.get("fill", "") for disc in layers(svg(BOARD, marks=marks))["marks"].iter() if disc.get("cx")]
    brightness = [sum(map(int, disc.removeprefix("rgb(").removesuffix(")").split(","))) for disc in discs]
    assert brightness == sorted(set(brightness))


@pytest.mark.parametrize("name", ["pass", "resign"])
def test_a_pass_and_a_resignation_are_not_on_the_board(name: str) -> None:
    move = Move.parse(name, BLACK, 5)
    drawn = layers(svg(BOARD, last=0, marks=[Mark(move.point, "52%")], sequence=[move]))
    assert circles(drawn["marks"]) == circles(drawn["sequence"]) == set()


def test_owned_points_are_shaded_by_rows_from_the_top() -> None:
    owners = np.zeros((5, 5))
    owners[0, 4], owners[2, 1], owners[4, 0] = 1.0, -0.5, 0.01
    shade = layers(svg(BOARD, shade=owners))["shade"]
    assert [(square.get("x"), square.get("y"), square.get("fill")) for square in shade] == [
        (str(CELL * 5 - CELL // 2), str(CELL - CELL // 2), "#1c1c1c"),
        (str(CELL * 2 - CELL // 2), str(CELL * 3 - CELL // 2), "#faf8f3"),
    ]
    opacities = [float(square.get("opacity", 1)) for square in shade]
    assert opacities[0] > opacities[1] > 0


def test_only_stones_that_the_opponent_owns_carry_a_square() -> None:
    owners = np.full((5, 5), 0.9)
    captured = layers(svg(BOARD, shade=owners))["captured"]
    assert [square.get("fill") for square in captured] == ["#1c1c1c"] * 2


def test_a_sequence_is_numbered_and_hides_marks() -> None:
    sequence = [
        Move.parse(name, colour, 5) for name, colour in (("D2", BLACK), ("pass", WHITE), ("A1", BLACK), ("D2", WHITE))
    ]
    drawn = layers(svg(BOARD, sequence=sequence, marks=[Mark(parse_point("D2", 5), "52%")]))
    assert circles(drawn["sequence"]) == {place("D2"), place("A1")}
    assert sorted(filter(None, texts(drawn["sequence"]))) == ["1", "3"], "the second stone on D2 is not shown"
    assert circles(drawn["marks"]) == set()
