"""Joseki: what strong players answer in a corner, by the stones of the corner alone, learned from games.

A corner is the square of 9x9 points at it. Its points are named by two letters, their distances from the edges: ``cd``
is the 3-4 point, ``dd`` the star. A line of the file has the stones of the side to move, those of the other, and the
moves (``tengen learn joseki``); it stands for its mirror image about the corner's diagonal too.

    dd  -  cf fc        the side to move has a stone on the star, and the corner no other: cf or fc keeps it
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, stride
from tengen.board.point import EMPTY, Colour, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.rng import random_words
from tengen.compiled.word import ONE, TWO, ZERO, u64

FILE = "joseki.tsv"
SIDE = 9  # lines of a corner
LEAST_SIZE = 2 * SIDE  # of a board whose corners do not overlap
LETTERS = "abcdefghi"
CORNERS = 4

Place = tuple[int, int]
"""The distances from the corner's two edges, from 0."""
PLACES: dict[str, Place] = {a + b: (row, column) for row, a in enumerate(LETTERS) for column, b in enumerate(LETTERS)}


class Joseki(NamedTuple):
    """The stones of a corner, those of the side to move first, and what it plays there."""

    own: frozenset[Place]
    enemy: frozenset[Place]
    moves: tuple[Place, ...]

    def mirrored(self) -> "Joseki":
        """Return the same with the two edges exchanged."""
        swap = [(column, row) for row, column in self.moves]
        return Joseki(_mirrored(self.own), _mirrored(self.enemy), tuple(swap))


def _mirrored(places: frozenset[Place]) -> frozenset[Place]:
    return frozenset((column, row) for row, column in places)


def to_line(joseki: Joseki) -> str:
    """Return the line of the file that stands for a joseki."""
    fields = (sorted(joseki.own), sorted(joseki.enemy), joseki.moves)
    return "\t".join(" ".join(LETTERS[row] + LETTERS[column] for row, column in places) or "-" for places in fields)


def read_joseki(text: str) -> list[Joseki]:
    """Return the joseki of a file, without their mirror images; raises ValueError with the number of a bad line."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            try:
                own, enemy, moves = map(_places, line.split("\t"))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
            found.append(Joseki(frozenset(own), frozenset(enemy), tuple(moves)))
    return found


def _places(field: str) -> list[Place]:
    return [_place(word) for word in field.split() if word != "-"]


def _place(word: str) -> Place:
    if word not in PLACES:
        raise ValueError(f"{word!r} is no point of a corner: two letters from a to i")
    return PLACES[word]


# A word for each point of a corner and each side, by [side, row, column]: 0 is the mover's.
KEYS = random_words(2 * SIDE * SIDE).reshape(2, SIDE, SIDE)
PLAIN_KEYS = KEYS.tolist()  # ten times as quick to read for plain Python, at every start


class Dictionary(NamedTuple):
    """Joseki to be looked up by compiled code: a hash table with open addressing."""

    keys: NDArray[np.uint64]
    """Of the corner that a slot is for; 0 if it is free."""
    first: NDArray[np.uint32]
    """Where the moves of a slot begin."""
    moves: NDArray[np.uint8]
    """Row times SIDE plus column, of all slots; NO_MORE ends those of one."""


NO_MORE = 255


def key_of(joseki: Joseki) -> int:
    """Return the key of a corner as it stands before the move."""
    key = 1
    for side, places in enumerate((joseki.own, joseki.enemy)):
        for place in places:
            key ^= PLAIN_KEYS[side][place[0]][place[1]]
    return key


def build(known: Iterable[Joseki]) -> Dictionary:
    """Return the dictionary of some joseki and their mirror images."""
    by_key: dict[int, list[Place]] = {}
    for joseki in known:
        for image in (joseki, joseki.mirrored()):
            moves = by_key.setdefault(key_of(image), [])
            moves += [move for move in image.moves if move not in moves]
    slots = 1 << max(2 * len(by_key), 2).bit_length()
    keys, first = np.zeros(slots, np.uint64), np.zeros(slots, np.uint32)
    listed: list[int] = []
    for key, moves in by_key.items():
        slot = key % slots
        while keys[slot]:
            slot = (slot + 1) % slots
        keys[slot], first[slot] = key, len(listed)
        listed += [row * SIDE + column for row, column in moves] + [NO_MORE]
    return Dictionary(keys, first, np.array(listed, np.uint8))


SLOT_KEYS, SLOT_FIRST, MOVES = build(read_joseki(files("tengen.patterns").joinpath(FILE).read_text("utf-8")))


@kernel
def find_joseki(board: Board, corner: int, colour: Colour) -> int:
    """Return where the moves of a colour in a corner begin in MOVES; an entry that ends them if none are known."""
    key = ONE
    for row in range(u64(SIDE)):
        for column in range(u64(SIDE)):
            owner = u64(board.colour[corner_point(board, corner, u64(row), u64(column))])
            if owner != EMPTY:
                key ^= u64(KEYS[ZERO if owner == colour else ONE, row, column])
    slot = key & (u64(len(SLOT_KEYS)) - ONE)
    while SLOT_KEYS[slot] != ZERO:
        if SLOT_KEYS[slot] == key:
            return u64(SLOT_FIRST[slot])
        slot = (slot + ONE) & (u64(len(SLOT_KEYS)) - ONE)
    return u64(len(MOVES)) - ONE


@inlined
def corner_point(board: Board, corner: int, row: int, column: int) -> Point:
    """Return the point of a corner, by its distances from the edges."""
    size = stride(board) - ONE
    y = row if corner & ONE == ZERO else size - ONE - row
    x = column if corner & TWO == ZERO else size - ONE - column
    return (y + ONE) * stride(board) + x + ONE


@inlined
def joseki_point(board: Board, corner: int, place: int) -> Point:
    """Return the point of a move in MOVES."""
    return corner_point(board, corner, u64(MOVES[place]) // u64(SIDE), u64(MOVES[place]) % u64(SIDE))
