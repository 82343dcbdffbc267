"""A value for every 3x3 shape: how likely a strong player moves into it, learned from games.

Shapes that are the same after a rotation, a reflection or an exchange of colours share one value. The values are the
strengths of a Bradley-Terry model (``tengen learn shapes``), on Mango's scale from 1 to 2433. A true eye of the side to
move has value 0.
"""

from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.eye import TRUE_EYE
from tengen.board.point import BLACK, Colour, Point
from tengen.board.shape import CODES
from tengen.compiled.jit import inlined
from tengen.compiled.kept_tables import kept
from tengen.compiled.word import u64

MOST = 2433  # Mango's largest value
FILE = "shapes.tsv"

# The neighbours of a 3x3 code after a quarter turn and a reflection: place k of the image is place TURN[k] before it.
TURN = (2, 0, 3, 1, 5, 7, 4, 6)
MIRROR = (0, 2, 1, 3, 5, 4, 7, 6)


@cache
def canonical_codes() -> NDArray[np.uint16]:
    """Return for every code the lowest of its eight symmetric images."""
    codes = np.arange(CODES, dtype=np.uint32)
    lowest, image = codes.copy(), codes
    for step in (TURN, TURN, TURN, MIRROR, TURN, TURN, TURN):
        fields = [(image >> 2 * k) & 3 for k in range(8)]
        image = np.bitwise_or.reduce([fields[step[k]] << 2 * k for k in range(8)])
        np.minimum(lowest, image, out=lowest)
    return lowest.astype(np.uint16)


@cache
def exchanged_codes() -> NDArray[np.uint16]:
    """Return every code with the colours exchanged."""
    swap = np.array([0, 2, 1, 3])
    codes = np.arange(CODES)
    exchanged: NDArray[np.uint16] = np.bitwise_or.reduce(
        [swap[(codes >> 2 * k) & 3] << 2 * k for k in range(8)]
    ).astype(np.uint16)
    return exchanged


def expand(values: dict[int, int]) -> NDArray[np.uint16]:
    """Return a table ``[colour, code]`` from the values of canonical codes; a code without a value has value 1."""
    by_code = np.ones(CODES, np.uint16)
    by_code[list(values)] = list(values.values())
    for_black = by_code[canonical_codes()]
    for_black[(TRUE_EYE >> BLACK & 1) == 1] = 0
    return np.array([np.zeros(CODES, np.uint16), for_black, for_black[exchanged_codes()]])


def read_values(text: str) -> dict[int, int]:
    """Return the values of canonical codes from the text of the file."""
    lines = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {int(code, 16): int(value) for code, value in lines}


(VALUES,) = kept("shapes", lambda: (expand(read_values(files("tengen.patterns").joinpath(FILE).read_text())),))


@inlined
def shape_value(board: Board, point: Point, colour: Colour) -> int:
    """Return the value of moving to an empty point."""
    return u64(VALUES[colour, u64(board.code[point])])
