"""The learned ratings of moves (see ``prediction``), and the file that has them."""

from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FILE = "prediction.npz"
SCALE = 1000.0  # stored numbers per unit of a pattern's rating
FACTORS = 8  # of each member
KINDS = ("small", "large")
"""There are ratings for boards up to 11x11 and for larger ones."""


class Ratings(NamedTuple):
    """The learned ratings for one kind of board."""

    keys: NDArray[np.uint64]
    """The hash table of the known patterns, by slot; 0 in a free slot."""
    values: NDArray[np.int16]
    """The rating of the pattern in each slot, in thousandths."""
    members: NDArray[np.float32]
    """The rating of each member, minus half the sum of the squares of its factors."""
    factors: NDArray[np.float32]
    """``[member, factor]``."""


def read_ratings(kind: str) -> Ratings:
    """Return the ratings that come with tengen for a kind of board."""
    with files("tengen.patterns").joinpath(FILE).open("rb") as file, np.load(file) as stored:
        return Ratings(*(stored[f"{kind}_{name}"] for name in Ratings._fields))
