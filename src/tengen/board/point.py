"""Points and colours as compiled code wants them: the words of ``base.word``, and all of ``board.grid``."""

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
