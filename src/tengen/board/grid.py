"""Points, colours and their names.

A point is an int on a grid with a border. The border to the left of a row serves the row below as its right
border, so the stride is the size plus one; the row after the last and the row before the first are border too.
On 3x3 (stride 4):

     16 17 18 19  20        3 = edge, E = empty
     12 13 14 15            3 E E E
      8  9 10 11            3 E E E
      4  5  6  7            3 E E E
      0  1  2  3            point 0 is never on the board: it stands for the pass

This module loads no NumPy, for those who only talk about points; compiled code takes colours from ``board.point``.
"""

from typing import NamedTuple, TypeAlias

Point: TypeAlias = int
Colour: TypeAlias = int

MIN_SIZE, MAX_SIZE = 2, 25
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

EMPTY, BLACK, WHITE, EDGE = range(4)
PASS: Point = 0
COLOUR_NAMES = ("empty", "black", "white", "edge")


class Move(NamedTuple):
    """A stone on a point, or a pass."""

    colour: Colour
    point: Point


def other(colour: Colour) -> Colour:
    """Return the opponent of a colour, for plain Python; compiled code writes ``THREE - colour``."""
    return EDGE - int(colour)


def point_at(column: int, row: int, size: int) -> Point:
    """Return the point of a column (0 is A) and a row (0 is row 1, at the bottom). It must be on the board."""
    return (row + 1) * (size + 1) + column + 1


def column_row(point: Point, size: int) -> tuple[int, int]:
    """Return column and row of a point on the board, both from 0; A1 is (0, 0)."""
    row, column = divmod(int(point), size + 1)
    return column - 1, row - 1


def all_points(size: int) -> list[Point]:
    """Return the points of a board, row by row from A1."""
    return [point_at(column, row, size) for row in range(size) for column in range(size)]


def point_name(point: Point, size: int) -> str:
    """Return the name that players use: ``E5``, or ``pass``."""
    if point == PASS:
        return "pass"
    column, row = column_row(point, size)
    return f"{LETTERS[column]}{row + 1}"


def parse_point(text: str, size: int) -> Point:
    """Return the point of a name, in either case; raises ValueError for one that is not on the board."""
    name = text.strip().upper()
    if name == "PASS":
        return PASS
    column, digits = LETTERS.find(name[:1]), name[1:]
    if name and column >= 0 and digits.isascii() and digits.isdigit() and len(digits) <= 2:
        row = int(digits) - 1
        if column < size and 0 <= row < size:
            return point_at(column, row, size)
    last = f"{LETTERS[size - 1]}{size}"
    raise ValueError(f"{text!r} is not a point from A1 to {last} (without the letter I), nor pass")


def parse_colour(text: str) -> Colour:
    """Return the colour of a name such as ``b``, ``White``; raises ValueError for any other."""
    colours = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
    try:
        return colours[text.strip().lower()]
    except KeyError:
        raise ValueError(f"{text!r} is not a colour: say black or white") from None
