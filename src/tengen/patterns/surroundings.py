"""Large patterns: hash keys of the stones and edges around a point, in growing neighbourhoods.

Patterns that are the same after a rotation, a reflection or an exchange of colours have the same key. The key also
says which adjacent chains have one or two liberties. A neighbourhood is all points up to a distance:

    d = |x| + |y| + max(|x|, |y|)        5 4 5      (Stern et al. 2006)
                                       5 3 2 3 5
                                       4 2 . 2 4
                                       5 3 2 3 5
                                         5 4 5

A key may also contain the place of another point. The *answer* key of a pattern says where in it the last move was. The
*reply* key belongs to the pattern around the last move, and says where the new move is.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, stride
from tengen.board.point import EMPTY, PASS, Colour, Point
from tengen.board.symmetry import SYMMETRIES
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.rng import random_words
from tengen.compiled.word import EIGHT, FOUR, ONE, THREE, TWO, ZERO, i64, u64

RINGS = (3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16)  # the largest distance of each level
LEVELS = len(RINGS)
REPLY_LEVELS = 3  # of the patterns around the last move
REACH = 8  # columns and rows from a point to the farthest places
FARTHEST = 17  # larger distances count as this one
NO_PLACE = u64(0xFFFF)

Place = tuple[int, int]
"""Steps to the right and up."""


def distance(place: Place) -> int:
    """Return the distance of a place from the point."""
    x, y = map(abs, place)
    return x + y + max(x, y)


def _places() -> list[Place]:
    """Return all places of the largest neighbourhood, the nearest first."""
    reach = range(-RINGS[-1], RINGS[-1] + 1)
    places = [(x, y) for x in reach for y in reach if 0 < distance((x, y)) <= RINGS[-1]]
    return sorted(places, key=lambda place: (distance(place), place))


def _images(place: Place) -> list[Place]:
    """Return the images of a place under the eight symmetries."""
    x, y = place
    return [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]


def _for_symmetries(words: NDArray[np.uint64], places: list[Place]) -> NDArray[np.uint64]:
    """Return words ``[place, kind]`` as ``[place, kind, symmetry]``: the words of each place's image."""
    number = {place: k for k, place in enumerate(places)}
    sent = np.array([[number[image] for image in _images(place)] for place in places])
    return np.ascontiguousarray(words[sent].transpose(0, 2, 1))


PLACES = _places()
COLUMNS, ROWS = (np.array(steps, np.int64) for steps in zip(*PLACES, strict=True))
ENDS = np.array([sum(distance(place) <= ring for place in PLACES) for ring in RINGS], np.uint64)
OWN, ENEMY, OUTSIDE = (u64(kind) for kind in range(3))
WORDS = _for_symmetries(random_words(len(PLACES) * 3).reshape(-1, 3), PLACES)
# For an adjacent chain by kind: own with one liberty, own with two, enemy with one, enemy with two.
SHORT_WORDS = _for_symmetries(random_words(4 * 4, 10_001).reshape(4, 4), PLACES[:4])
LEVEL_WORDS = random_words(LEVELS, 20_001)
ANSWER, REPLY = ZERO, ONE  # kinds of keys that contain a place
PLACE_WORDS = _for_symmetries(random_words(len(PLACES) * 2, 30_001).reshape(-1, 2), PLACES)
KIND_WORDS = random_words(2 * LEVELS, 40_001).reshape(2, LEVELS)
LIBERTY_WORDS = random_words(5, 50_001)  # by the liberties of the last move's chain; 4 stands for more, too
PLACE_NUMBERS = np.full((2 * REACH + 1, 2 * REACH + 1), NO_PLACE, np.uint16)  # by row and column
PLACE_NUMBERS[ROWS + REACH, COLUMNS + REACH] = np.arange(len(PLACES))


def new_images() -> NDArray[np.uint64]:
    """Return an array for the keys of the eight symmetric images of a pattern."""
    return np.zeros(SYMMETRIES, np.uint64)


@kernel
def widen(board: Board, point: Point, colour: Colour, level: int, images: NDArray[np.uint64]) -> int:
    """Return the key of the pattern around a point at a level. Call it for the levels in order, starting with 0."""
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
            kind = OWN if owner == colour else ENEMY
        for symmetry in range(EIGHT):
            images[symmetry] ^= WORDS[k, kind, symmetry]
    least = u64(images[0])
    for symmetry in range(ONE, EIGHT):
        least = min(least, u64(images[symmetry]))
    return least ^ u64(LEVEL_WORDS[level])


@inlined
def _note_liberties(board: Board, point: Point, colour: Colour, k: int, images: NDArray[np.uint64]) -> None:
    """Add to the keys whether the chain at an adjacent place has one liberty or two."""
    neighbour = u64(i64(point) + ROWS[k] * i64(stride(board)) + COLUMNS[k])
    owner = u64(board.colour[neighbour])
    if owner == colour or owner == THREE - colour:
        liberties = u64(board.liberty_count[u64(board.chain[neighbour])])
        if liberties <= TWO:
            kind = liberties - ONE + (ZERO if owner == colour else TWO)
            for symmetry in range(EIGHT):
                images[symmetry] ^= SHORT_WORDS[k, kind, symmetry]


@inlined
def place_of(board: Board, point: Point, other: Point) -> int:
    """Return the number of the place where ``other`` is, seen from a point; NO_PLACE if it is farther away, or PASS."""
    if other == PASS:
        return NO_PLACE
    x = i64(other % stride(board)) - i64(point % stride(board)) + REACH
    y = i64(other // stride(board)) - i64(point // stride(board)) + REACH
    if not (0 <= x <= 2 * REACH and 0 <= y <= 2 * REACH):
        return NO_PLACE
    return u64(PLACE_NUMBERS[u64(y), u64(x)])


@inlined
def key_with_place(images: NDArray[np.uint64], level: int, place: int, kind: int) -> int:
    """Return the key of a pattern, of which ``widen`` has left the images, and of a place in it or around it."""
    least = u64(images[0]) ^ u64(PLACE_WORDS[place, kind, 0])
    for symmetry in range(ONE, EIGHT):
        least = min(least, u64(images[symmetry]) ^ u64(PLACE_WORDS[place, kind, symmetry]))
    return least ^ u64(KIND_WORDS[kind, level])


@kernel
def note_reply(board: Board, images: NDArray[np.uint64], replies: NDArray[np.uint64]) -> None:
    """Write the images of the patterns around the last move, ``[level, symmetry]``. Its stone must be on the board."""
    last = u64(board.last)
    liberties = min(u64(board.liberty_count[u64(board.chain[last])]), FOUR)
    for level in range(u64(REPLY_LEVELS)):
        widen(board, last, u64(board.to_play), u64(level), images)
        for symmetry in range(EIGHT):
            replies[level, symmetry] = u64(images[symmetry]) ^ u64(LIBERTY_WORDS[liberties])


@inlined
def steps_between(board: Board, point: Point, move: Point) -> int:
    """Return the distance between a point and a move, at most FARTHEST; 0 if the move was a pass."""
    if move == PASS:
        return ZERO
    x = abs(i64(point % stride(board)) - i64(move % stride(board)))
    y = abs(i64(point // stride(board)) - i64(move // stride(board)))
    return min(u64(x + y + max(x, y)), u64(FARTHEST))
