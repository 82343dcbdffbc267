"""Text diagrams, for the terminal and for tests: drawing them, and reading the ones that people draw.

  A B C D E
5 . . . . . 5
4 . . X . . 4        X Black, O White, . and + empty; the last move is in parentheses
3 . .(O). . 3
2 . . . . . 2
1 . . . . . 1
  A B C D E
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, size_of
from tengen.board.handicap import fixed_handicap, max_fixed_handicap
from tengen.board.point import (
    BLACK,
    EDGE,
    EMPTY,
    LETTERS,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    WHITE,
    Point,
    all_points,
    column_row,
    point_at,
)

SYMBOLS = {".": EMPTY, "+": EMPTY, "X": BLACK, "#": BLACK, "O": WHITE}
ROW = re.compile(r"^\s*(\d{1,2})?([.+X#O() ]+?)(\d{1,2})?\s*$")


def star_points(size: int) -> list[Point]:
    """Return the star points: where a full fixed handicap is placed."""
    most = max_fixed_handicap(size)
    return fixed_handicap(most, size) if most else []


def draw(board: Board, last: Point = PASS) -> str:
    """Return a diagram of a board; the last move is in parentheses."""
    size = size_of(board)
    stars = set(star_points(size))

    def symbol(point: Point) -> str:
        return "+" if point in stars and board.colour[point] == EMPTY else ".XO"[board.colour[point]]

    rows = [[symbol(point_at(column, row, size)) for column in range(size)] for row in reversed(range(size))]
    return draw_symbols(rows, last)


def draw_symbols(rows: Sequence[Sequence[str]], marked: Point = PASS) -> str:
    """Return a diagram with coordinates of symbols, one letter each, the top row first; one may be in parentheses."""
    size = len(rows)
    letters = "   " + " ".join(LETTERS[:size])
    lines = [f"{size - i:2} {' '.join(row)} {size - i}" for i, row in enumerate(rows)]
    if marked != PASS:
        column, row = column_row(marked, size)
        i, at = size - 1 - row, 3 + 2 * column
        lines[i] = f"{lines[i][: at - 1]}({lines[i][at]}){lines[i][at + 2 :]}"
    return "\n".join([letters, *lines, letters])


def parse(diagram: str) -> NDArray[np.uint8]:
    """Return the colours of a diagram, in the form of ``Board.colour``.

    Coordinates, parentheses and blank lines are optional. Raises ValueError if a line is not a row of symbols or the
    board is not square.
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
