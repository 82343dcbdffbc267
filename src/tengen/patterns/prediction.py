"""Move prediction: how strong players rate a move by its surroundings, learned from games (Coulom 2007).

A table rates the surroundings in which strong players moved again and again; of those around a point the widest that is
known counts. How far the move is from the last two is rated beside it. A rating is the logarithm of a strength, and
a move is played with the probability of its strength divided by the sum of all (``tengen learn prediction``).
"""

from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import Colour, Point
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.patterns.surroundings import LEVELS, steps_between, widen

FILE = "prediction.npz"
SCALE = 1000.0  # of the stored numbers


class Ratings(NamedTuple):
    """What is learned, as whole thousandths."""

    keys: NDArray[np.uint64]
    """The numbers of the known surroundings."""
    values: NDArray[np.int16]
    """The rating of a move in each of them."""
    near: NDArray[np.int16]
    """What the distance from the last move, and from the one before it, adds: ``[which, distance]``."""


def read_ratings() -> Ratings:
    """Return the ratings that are shipped."""
    with files("tengen.patterns").joinpath(FILE).open("rb") as file, np.load(file) as stored:
        return Ratings(stored["keys"], stored["values"], stored["near"])


class Table(NamedTuple):
    """Ratings to be looked up by compiled code: a hash table with open addressing."""

    keys: NDArray[np.uint64]
    """Of each slot; 0 if it is free."""
    values: NDArray[np.int16]


def build(keys: NDArray[np.uint64], values: NDArray[np.int16]) -> Table:
    """Return the table of some surroundings, at most half full. The keys must differ, and none be 0."""
    slots = 1 << max(2 * len(keys) - 1, 1).bit_length()
    table = Table(np.zeros(slots, np.uint64), np.zeros(slots, np.int16))
    waiting, slot = np.arange(len(keys)), keys % np.uint64(slots)
    while len(waiting):
        # Of those that want the same slot one gets it, if it is free; all others try the next one.
        wanted, first = np.unique(slot[waiting], return_index=True)
        settled = first[table.keys[wanted] == 0]
        winners = waiting[settled]
        table.keys[slot[winners]], table.values[slot[winners]] = keys[winners], values[winners]
        waiting = np.delete(waiting, settled)
        slot[waiting] = (slot[waiting] + np.uint64(1)) % np.uint64(slots)
    return table


@kernel
def find(keys: NDArray[np.uint64], key: int) -> int:
    """Return the slot of a key; the number of slots if it is not there. There must be a free slot."""
    mask = u64(len(keys)) - ONE
    slot = key & mask
    while keys[slot] != ZERO:
        if keys[slot] == key:
            return slot
        slot = (slot + ONE) & mask
    return mask + ONE


RATINGS = read_ratings()
SLOT_KEYS, SLOT_VALUES = build(RATINGS.keys, RATINGS.values)
NEAR = RATINGS.near


@kernel
def rate(board: Board, point: Point, colour: Colour, images: NDArray[np.uint64]) -> float:
    """Return the rating of a move to an empty point."""
    rating = 0
    for level in range(u64(LEVELS)):
        slot = u64(find(SLOT_KEYS, u64(widen(board, point, colour, u64(level), images))))
        if slot == u64(len(SLOT_KEYS)):
            break
        rating = SLOT_VALUES[slot]
    near = NEAR[0, steps_between(board, point, u64(board.last))]
    near_before = NEAR[1, steps_between(board, point, u64(board.last_but_one))]
    return (float(rating) + float(near) + float(near_before)) / SCALE
