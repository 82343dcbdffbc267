"""The surroundings of a point: the stones and edges around it, ring by ring, each as one number.

Surroundings that are the same under the board's symmetry, with the colours seen from the side to move, have the same
number. Next to the point they also tell which chains are short of liberties.

    d = |x| + |y| + max(|x|, |y|)        5 4 5      the distance by which rings are cut (Stern et al. 2006)
                                       5 3 2 3 5
                                       4 2 . 2 4
                                       5 3 2 3 5
                                         5 4 5
"""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, stride
from tengen.board.point import EMPTY, PASS, Colour, Point
from tengen.board.symmetry import SYMMETRIES
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.rng import random_words
from tengen.compiled.word import EIGHT, FOUR, ONE, THREE, TWO, ZERO, i64, u64

RINGS = (3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16)  # the widest distance at each level
LEVELS = len(RINGS)
FARTHEST = 17  # distances from here on are not told apart

Place = tuple[int, int]
"""Steps to the right and up."""


def distance(place: Place) -> int:
    """Return how far a place is from the point."""
    x, y = map(abs, place)
    return x + y + max(x, y)


def _places() -> list[Place]:
    """Return all places of the widest surroundings, the nearest first."""
    reach = range(-RINGS[-1], RINGS[-1] + 1)
    places = [(x, y) for x in reach for y in reach if 0 < distance((x, y)) <= RINGS[-1]]
    return sorted(places, key=lambda place: (distance(place), place))


def _images(place: Place) -> list[Place]:
    """Return where the eight symmetries of the square send a place."""
    x, y = place
    return [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]


def _for_symmetries(words: NDArray[np.uint64], places: list[Place]) -> NDArray[np.uint64]:
    """Return words ``[place, kind]`` as ``[place, kind, symmetry]``: the word of the place where that one sends it."""
    number = {place: k for k, place in enumerate(places)}
    sent = np.array([[number[image] for image in _images(place)] for place in places])
    return np.ascontiguousarray(words[sent].transpose(0, 2, 1))


PLACES = _places()
COLUMNS, ROWS = (np.array(steps, np.int64) for steps in zip(*PLACES, strict=True))
ENDS = np.array([sum(distance(place) <= ring for place in PLACES) for ring in RINGS], np.uint64)
FROM_POLICY, ENEMY, OUTSIDE = (u64(kind) for kind in range(3))
WORDS = _for_symmetries(random_words(len(PLACES) * 3).reshape(-1, 3), PLACES)
# For an adjacent chain: own with one liberty, own with two, enemy with one, enemy with two.
SHORT_WORDS = _for_symmetries(random_words(4 * 4, 10_001).reshape(4, 4), PLACES[:4])
LEVEL_WORDS = random_words(LEVELS, 20_001)


def new_images() -> NDArray[np.uint64]:
    """Return room for the numbers of the eight images of one point's surroundings."""
    return np.zeros(SYMMETRIES, np.uint64)


@kernel
def widen(board: Board, point: Point, colour: Colour, level: int, images: NDArray[np.uint64]) -> int:
    """Return the number of a point's surroundings at a level. The levels must be asked for one by one, from 0 on."""
    if level == ZERO:
        images[:] = ZERO
        for k in range(FOUR):
            _note_liberties(board, point, colour, u64(k), images)
    begin = ZERO if level == ZERO else u64(ENDS[level - ONE])
    row, column = i64(point // stride(board)), i64(point % stride(board))
    size = i64(stride(board)) - 1
    for k in range(begin, u64(ENDS[level])):
        y, x = row + ROWS[k], column + COLUMNS[k]
        kind = OUTSIDE
        if 0 < y <= size and 0 < x <= size:
            owner = u64(board.colour[u64(y) * stride(board) + u64(x)])
            if owner == EMPTY:
                continue
            kind = FROM_POLICY if owner == colour else ENEMY
        for symmetry in range(EIGHT):
            images[symmetry] ^= WORDS[k, kind, symmetry]
    least = u64(images[0])
    for symmetry in range(ONE, EIGHT):
        least = min(least, u64(images[symmetry]))
    return least ^ u64(LEVEL_WORDS[level])


@inlined
def _note_liberties(board: Board, point: Point, colour: Colour, k: int, images: NDArray[np.uint64]) -> None:
    """Tell apart whether the chain at an adjacent place has one liberty, two or more."""
    neighbour = u64(i64(point) + ROWS[k] * i64(stride(board)) + COLUMNS[k])
    owner = u64(board.colour[neighbour])
    if owner == colour or owner == THREE - colour:
        liberties = u64(board.liberty_count[u64(board.chain[neighbour])])
        if liberties <= TWO:
            kind = liberties - ONE + (ZERO if owner == colour else TWO)
            for symmetry in range(EIGHT):
                images[symmetry] ^= SHORT_WORDS[k, kind, symmetry]


@inlined
def steps_between(board: Board, point: Point, move: Point) -> int:
    """Return the distance of two points, at most FARTHEST; 0 if the move was a pass."""
    if move == PASS:
        return ZERO
    x = abs(i64(point % stride(board)) - i64(move % stride(board)))
    y = abs(i64(point // stride(board)) - i64(move // stride(board)))
    return min(u64(x + y + max(x, y)), u64(FARTHEST))
