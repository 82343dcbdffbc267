"""Points and colours for compiled code: EMPTY, BLACK, WHITE, EDGE and PASS as words, and the rest of ``board.grid``."""

from tengen.board.grid import (
    COLOUR_NAMES,
    LETTERS,
    MAX_SIZE,
    MIN_SIZE,
    RESIGN,
    Colour,
    Move,
    Point,
    all_points,
    column_row,
    other,
    parse_colour,
    parse_point,
    point_at,
    point_name,
)
from tengen.compiled.word import ONE, THREE, TWO, ZERO

EMPTY, BLACK, WHITE, EDGE = ZERO, ONE, TWO, THREE
PASS: Point = ZERO

__all__ = [
    "BLACK",
    "COLOUR_NAMES",
    "EDGE",
    "EMPTY",
    "LETTERS",
    "MAX_SIZE",
    "MIN_SIZE",
    "PASS",
    "RESIGN",
    "WHITE",
    "Colour",
    "Move",
    "Point",
    "all_points",
    "column_row",
    "other",
    "parse_colour",
    "parse_point",
    "point_at",
    "point_name",
]
