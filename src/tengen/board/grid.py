"""Points, colours and their names.

A point is an int on a grid with a border. Each row has one border point, at its left, which is also the right border
of the row below; hence the stride is the size plus one. There is a border row below the board and one above it. The
points of a 3x3 board (stride 4), where # is the border and A1 is point 5:

     16 17 18 19  20        # # # #  #
     12 13 14 15            # . . .
      8  9 10 11            # . . .
      4  5  6  7            # . . .
      0  1  2  3            # # # #        point 0 is never on the board: it means a pass

This module does not import NumPy. Compiled code imports the colours from ``board.point``, where they are words.
"""

from typing import TypeAlias

import msgspec

Point: TypeAlias = int
Colour: TypeAlias = int

MIN_SIZE, MAX_SIZE = 2, 25
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

EMPTY, BLACK, WHITE, EDGE = range(4)
PASS: Point = 0
RESIGN: Point = -1
COLOUR_NAMES = ("empty", "black", "white", "edge")


class Move(msgspec.Struct, frozen=True):
    """A stone on a point, a pass (the point PASS) or a resignation (the point RESIGN); prints as its name."""

    colour: Colour
    point: Point
    size: int
    """The number of lines of the board."""

    @classmethod
    def parse(cls, name: str, colour: Colour, size: int) -> "Move":
        """Return the move of a name such as ``E5``, ``pass`` or ``resign``; raises ValueError for any other."""
        return cls(colour, RESIGN if name.strip().lower() == "resign" else parse_point(name, size), size)

    @property
    def name(self) -> str:
        """The name that players use: ``E5``, ``pass`` or ``resign``."""
        return "resign" if self.is_resign else point_name(self.point, self.size)

    @property
    def is_pass(self) -> bool:
        """Whether this is a pass."""
        return self.point == PASS

    @property
    def is_resign(self) -> bool:
        """Whether this is a resignation."""
        return self.point == RESIGN

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Move {COLOUR_NAMES[self.colour]} {self.name}>"


def other(colour: Colour) -> Colour:
    """Return the opponent's colour, for plain Python; compiled code writes ``THREE - colour``."""
    return EDGE - int(colour)


def point_at(column: int, row: int, size: int) -> Point:
    """Return the point of a column (0 is A) and a row (0 is row 1, at the bottom), which must be on the board."""
    return (row + 1) * (size + 1) + column + 1


def column_row(point: Point, size: int) -> tuple[int, int]:
    """Return column and row of a point on the board, both from 0; A1 is (0, 0)."""
    row, column = divmod(int(point), size + 1)
    return column - 1, row - 1


def all_points(size: int) -> list[Point]:
    """Return all points of a board, row by row from A1."""
    return [point_at(column, row, size) for row in range(size) for column in range(size)]


def point_name(point: Point, size: int) -> str:
    """Return the name that players use, such as ``E5``, or ``pass``; the point is not checked."""
    if point == PASS:
        return "pass"
    column, row = column_row(point, size)
    return f"{LETTERS[column]}{row + 1}"


def parse_point(text: str, size: int) -> Point:
    """Return the point of a name such as ``E5``, ``e5`` or ``pass``; raises ValueError if it is not on the board."""
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
    """Return the colour of a name: ``b``, ``w``, ``black`` or ``white`` in any case; raises ValueError for others."""
    colours = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
    try:
        return colours[text.strip().lower()]
    except KeyError:
        raise ValueError(f"{text!r} is not a colour: say black or white") from None
