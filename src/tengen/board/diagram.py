"""Text diagrams: for the terminal, for tests, and for reading positions that people draw.

A B C D E
5 . . . . . 5
4 . . X . . 4        X Black, O White, . and + empty; the last move stands in parentheses
3 . .(O). . 3
2 . . . . . 2
1 . . . . . 1
A B C D E
"""

import re

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, size_of
from tengen.board.handicap import fixed_handicap, max_fixed_handicap
from tengen.board.point import BLACK, EDGE, EMPTY, LETTERS, MAX_SIZE, MIN_SIZE, PASS, WHITE, Point, all_points, point_at

SYMBOLS = {".": EMPTY, "+": EMPTY, "X": BLACK, "#": BLACK, "O": WHITE}
ROW = re.compile(r"^\s*(\d{1,2})?([.+X#O() ]+?)(\d{1,2})?\s*$")


def star_points(size: int) -> list[Point]:
    """Return the points that a board marks."""
    most = max_fixed_handicap(size)
    return fixed_handicap(most, size) if most else []


def draw(board: Board, last: Point = PASS) -> str:
    """Return a diagram of a board with coordinates and the last move marked."""
    size = size_of(board)
    stars = set(star_points(size))
    letters = "   " + " ".join(LETTERS[:size])
    lines = [letters]
    for row in reversed(range(size)):
        cells = ""
        for column in range(size):
            point = point_at(column, row, size)
            symbol = ".XO"[board.colour[point]]
            symbol = "+" if symbol == "." and point in stars else symbol
            before = "(" if point == last else ")" if column and point - 1 == last else " "
            cells += before + symbol
        cells += ")" if point == last else " "
        lines.append(f"{row + 1:2}{cells}{row + 1}")
    lines.append(letters)
    return "\n".join(lines)


def parse(diagram: str) -> NDArray[np.uint8]:
    """Return the colours that a diagram shows, in the form of ``Board.colour``; raises ValueError for a bad one.

    Coordinates, parentheses and blank lines may be there or not; the board must be square.
    """
    rows = []
    for number, line in enumerate(diagram.splitlines(), start=1):
        if not line.strip() or (
            re.fullmatch(r"[A-HJ-Z ]+", line.strip()) and " ".join(LETTERS).startswith(line.strip())
        ):
            continue
        match = ROW.match(line.upper())
        if match is None:
            raise ValueError(f"line {number} of the diagram is not a row of . X O: {line.strip()[:40]!r}")
        rows.append([symbol for symbol in match[2] if symbol in SYMBOLS])
    size = len(rows)
    if not MIN_SIZE <= size <= MAX_SIZE or any(len(row) != size for row in rows):
        raise ValueError(f"the diagram is not square: {size} rows of {sorted({len(row) for row in rows})} points")
    colours = np.full(dimensions(size)["points"], EDGE, np.uint8)
    colours[all_points(size)] = [SYMBOLS[symbol] for row in reversed(rows) for symbol in row]
    return colours
