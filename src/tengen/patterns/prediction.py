"""Move prediction by patterns: how likely a strong player makes a move, by the stones around it (Coulom 2007).

A table rates patterns that are common in games of strong players; of the patterns around a point the largest known one
counts. The distances from the last two moves add to the rating. A rating is the logarithm of a strength in a
Bradley-Terry model: the probability of a move is its strength divided by the sum of all (``tengen learn prediction``).
"""

from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import Colour, Point
from tengen.compiled.jit import kernel
from tengen.compiled.tables import Tables, kept
from tengen.compiled.word import u64
from tengen.patterns.hash_table import build_table, find_slot
from tengen.patterns.surroundings import LEVELS, steps_between, widen

FILE = "prediction.npz"
SCALE = 1000.0  # stored numbers per unit


class Ratings(NamedTuple):
    """The learned ratings, in thousandths."""

    keys: NDArray[np.uint64]
    """The hash keys of the known patterns; see ``surroundings``."""
    values: NDArray[np.int16]
    """The rating of each."""
    near: NDArray[np.int16]
    """The ratings of distances from the last move and from the one before it: ``[which, distance]``."""


def read_ratings() -> Ratings:
    """Return the ratings that come with tengen."""
    with files("tengen.patterns").joinpath(FILE).open("rb") as file, np.load(file) as stored:
        return Ratings(stored["keys"], stored["values"], stored["near"])


def _own_tables() -> Tables:
    """Return the ratings that come with tengen, to be looked up by compiled code."""
    ratings = read_ratings()
    return *build_table(ratings.keys, ratings.values), ratings.near


SLOT_KEYS, SLOT_VALUES, NEAR = kept("prediction", _own_tables)


@kernel
def rate(board: Board, point: Point, colour: Colour, images: NDArray[np.uint64]) -> float:
    """Return the rating of a move. The point must be empty."""
    rating = 0
    for level in range(u64(LEVELS)):
        slot = u64(find_slot(SLOT_KEYS, u64(widen(board, point, colour, u64(level), images))))
        if slot == u64(len(SLOT_KEYS)):
            break
        rating = SLOT_VALUES[slot]
    near = NEAR[0, steps_between(board, point, u64(board.last))]
    near_before = NEAR[1, steps_between(board, point, u64(board.last_but_one))]
    return (float(rating) + float(near) + float(near_before)) / SCALE
