"""Joseki: the moves that strong players make in a corner, looked up by the stones of that corner alone.

The dictionary is a file that ``tengen learn joseki`` writes. The points of a corner are named by two letters, their
distances from its edges: ``cd`` is the 3-4 point, ``dd`` the star point. A line has the stones of the side to move, the
stones of the other side, and the moves; it also stands for its mirror image about the corner's diagonal.

    dd  -  cf fc        the side to move has the only stone of the corner, on the star point: it encloses with cf or fc
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, stride
from tengen.board.point import EMPTY, Colour, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.kept_tables import Tables, kept
from tengen.compiled.rng import random_words
from tengen.compiled.word import ONE, ZERO, u64
from tengen.patterns.corner import SIDE, Place, corner_point
from tengen.patterns.hash_table import HashTable, build_table, find_slot

FILE = "joseki.tsv"
LETTERS = "abcdefghi"
PLACES: dict[str, Place] = {a + b: (row, column) for row, a in enumerate(LETTERS) for column, b in enumerate(LETTERS)}


class Joseki(NamedTuple):
    """The stones of a corner, those of the side to move first, and the moves that it may play there."""

    own: frozenset[Place]
    enemy: frozenset[Place]
    moves: tuple[Place, ...]

    def mirrored(self) -> "Joseki":
        """Return the mirror image about the corner's diagonal."""
        swap = [(column, row) for row, column in self.moves]
        return Joseki(_mirrored(self.own), _mirrored(self.enemy), tuple(swap))


def _mirrored(places: frozenset[Place]) -> frozenset[Place]:
    return frozenset((column, row) for row, column in places)


def to_line(joseki: Joseki) -> str:
    """Return a joseki as a line of the file."""
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
        raise ValueError(f"{word!r} is not a point of a corner, which is two letters from a to i")
    return PLACES[word]


# A hash word for each point of a corner and each side, by [side, row, column]: side 0 is to move.
KEYS = random_words(2 * SIDE * SIDE).reshape(2, SIDE, SIDE)
PLAIN_KEYS = KEYS.tolist()  # plain Python reads lists ten times as fast, and does so at every start


class Dictionary(NamedTuple):
    """Joseki to be looked up by compiled code."""

    table: HashTable
    """Gives for the key of a corner where its moves begin in ``moves``."""
    moves: NDArray[np.uint8]
    """Row times SIDE plus column, of all corners; NO_MORE ends the moves of one."""


NO_MORE = 255


def key_of(joseki: Joseki) -> int:
    """Return the hash key of a corner before the move."""
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
    first: list[int] = []
    listed: list[int] = []
    for moves in by_key.values():
        first.append(len(listed))
        listed += [row * SIDE + column for row, column in moves] + [NO_MORE]
    table = build_table(np.array(list(by_key), np.uint64), np.array(first, np.uint32))
    return Dictionary(table, np.array(listed, np.uint8))


def _own_tables() -> Tables:
    """Return the dictionary that comes with tengen."""
    table, moves = build(read_joseki(files("tengen.patterns").joinpath(FILE).read_text("utf-8")))
    return *table, moves


SLOT_KEYS, SLOT_FIRST, MOVES = kept("joseki", _own_tables)


@kernel
def find_joseki(board: Board, corner: int, colour: Colour) -> int:
    """Return the index in MOVES of the first known move of a colour in a corner; NO_MORE stands there if none is."""
    key = ONE
    size = stride(board) - ONE
    for row in range(u64(SIDE)):
        for column in range(u64(SIDE)):
            owner = u64(board.colour[corner_point(corner, u64(row), u64(column), size)])
            if owner != EMPTY:
                key ^= u64(KEYS[ZERO if owner == colour else ONE, row, column])
    slot = find_slot(SLOT_KEYS, key)
    return u64(SLOT_FIRST[slot]) if slot < u64(len(SLOT_KEYS)) else u64(len(MOVES)) - ONE


@inlined
def joseki_point(board: Board, corner: int, place: int) -> Point:
    """Return the point of the move at an index of MOVES."""
    row, column = u64(MOVES[place]) // u64(SIDE), u64(MOVES[place]) % u64(SIDE)
    return corner_point(corner, row, column, stride(board) - ONE)
