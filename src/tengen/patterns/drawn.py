"""3x3 patterns as drawings, and the look-up tables that they are compiled to.

In a drawing the centre ``*`` is the empty point to play; ``X`` and ``O`` are the two colours, ``.`` is empty, ``x``
not X, ``o`` not O, ``?`` anything, ``#`` off the board. All eight symmetries count, and the exchange of colours.
Unless a pattern is for X alone, either colour may play it.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import Colour, Point
from tengen.board.shape import CODES
from tengen.compiled.jit import inlined
from tengen.compiled.kept_tables import kept
from tengen.compiled.word import ONE, ZERO, u64
from tengen.parts.names import unknown_name

# Where the eight neighbours of a drawing stand in a 3x3 code: see ``board.shape``.
PLACES = ((6, 3, 7), (1, None, 2), (4, 0, 5))
MEANINGS = {"X": (1,), "O": (2,), ".": (0,), "x": (0, 2, 3), "o": (0, 1, 3), "?": (0, 1, 2, 3), "#": (3,)}
EXCHANGE = str.maketrans("XOxo", "OXox")

Rows = tuple[str, str, str]


class Pattern(NamedTuple):
    """A drawing with a name and its conditions."""

    name: str
    rows: Rows
    only_x: bool = False
    """Whether only X may play it."""
    unless: tuple[Rows, ...] = ()
    """Exceptions: drawings that must not match."""


HANE = (
    Pattern("enclosing hane", ("XOX", ".*.", "???")),
    Pattern("non-cutting hane", ("XO.", ".*.", "?.?")),
    Pattern("magari", ("XO?", "X*.", "x.?")),
    Pattern("thin hane", ("XOO", ".*.", "?.?"), only_x=True),
)
CUT_1 = Pattern("cut", ("XO?", "O*?", "???"), unless=(("XO?", "O*O", "?.?"), ("XO?", "O*.", "?O?")))
CUT_2 = Pattern("cut below", ("?X?", "O*O", "ooo"))
SIDE = (
    Pattern("chase", ("X.?", "O*?", "###")),
    Pattern("block the cut", ("OX?", "X*O", "###")),
    Pattern("block the connection", ("?X?", "x*O", "###")),
    Pattern("sagari", ("?XO", "x*x", "###"), only_x=True),
    Pattern("cut on the edge", ("?OX", "X*O", "###"), only_x=True),
)

MORE = (
    Pattern("extend", ("?X?", ".*.", "?.?"), only_x=True),
    Pattern("touch", ("?O?", ".*.", "?.?"), only_x=True),
    Pattern("diagonal", ("X.?", ".*.", "?.?"), only_x=True),
    Pattern("shoulder", ("O.?", ".*.", "?.?"), only_x=True),
    Pattern("extend along", ("?O?", "X*.", "?.?"), only_x=True),
    Pattern("push in", ("?O?", ".*.", "?O?"), only_x=True),
    Pattern("close the gap", ("?X?", ".*.", "?X?"), only_x=True),
    Pattern("protect the cut", ("OX?", "X*.", "?.?"), only_x=True),
    Pattern("mouth", ("?X?", "X*X", "?.?"), only_x=True),
    Pattern("turn", ("OX?", ".*O", "?.?"), only_x=True),
    Pattern("crawl", ("?O?", "X*.", "###"), only_x=True),
    Pattern("drop", ("?X?", ".*.", "###"), only_x=True),
    Pattern("throw in at the edge", ("?O?", "X*O", "###"), only_x=True),
)

MOGO = (*HANE, CUT_1, CUT_2, *SIDE)
LINGO = (CUT_2, *SIDE)
LIBRARY = (*MOGO, *MORE)
"""The patterns that ``tengen learn patterns`` chooses from; a set is a number with a bit for each pattern."""


def compile_patterns(patterns: Iterable[Pattern]) -> NDArray[np.uint8]:
    """Return a table by 3x3 code: bit c is set if colour c may play one of the patterns there."""
    table = np.zeros(CODES, np.uint8)
    for pattern in patterns:
        for drawings in _images(pattern):
            for mover, (rows, *refused) in ((1, drawings), (2, [_exchanged(rows) for rows in drawings])):
                matching = _matching(rows)
                for unless in refused:
                    matching &= ~_matching(unless)
                table[matching] |= 1 << mover if pattern.only_x else 6
    return table


def _images(pattern: Pattern) -> list[list[Rows]]:
    """Return the eight symmetric images of a pattern, each followed by the same image of its exceptions."""
    drawings = [pattern.rows, *pattern.unless]
    images = []
    for _ in range(2):
        for _ in range(4):
            images.append(drawings)
            drawings = [_turned(rows) for rows in drawings]
        drawings = [_mirrored(rows) for rows in drawings]
    return images


def _turned(rows: Rows) -> Rows:
    a, b, c = ("".join(rows[2 - column][row] for column in range(3)) for row in range(3))
    return a, b, c


def _mirrored(rows: Rows) -> Rows:
    a, b, c = (row[::-1] for row in rows)
    return a, b, c


def _exchanged(rows: Rows) -> Rows:
    a, b, c = (row.translate(EXCHANGE) for row in rows)
    return a, b, c


def _matching(rows: Rows) -> NDArray[np.bool_]:
    """Return which codes a drawing matches, without turning or mirroring it."""
    matching = np.ones(CODES, np.bool_)
    for row, places in zip(rows, PLACES, strict=True):
        for symbol, place in zip(row, places, strict=True):
            if place is not None and symbol != "?":
                matching &= _allowed(symbol, place)
    return matching


@cache
def _allowed(symbol: str, place: int) -> NDArray[np.bool_]:
    """Return which codes have a colour at one place that the symbol allows."""
    by_colour = np.array([colour in MEANINGS[symbol] for colour in range(4)])
    allowed: NDArray[np.bool_] = by_colour[(np.arange(CODES) >> 2 * place) & 3]
    return allowed


def compile_library(library: Iterable[Pattern]) -> NDArray[np.uint32]:
    """Return a table by colour and 3x3 code, with a bit for each pattern that the colour may play there."""
    table = np.zeros((2, CODES), np.uint32)
    for number, pattern in enumerate(library):
        matching = compile_patterns([pattern])
        for colour in (1, 2):
            table[colour - 1] |= ((matching >> colour) & 1).astype(np.uint32) << np.uint32(number)
    return table


def set_of(names: Iterable[str]) -> int:
    """Return the set of the patterns with these names; raises ValueError for an unknown name."""
    numbers = {pattern.name: number for number, pattern in enumerate(LIBRARY)}
    chosen = 0
    for name in names:
        if name not in numbers:
            raise ValueError(unknown_name("pattern", name, numbers))
        chosen |= 1 << numbers[name]
    return chosen


def names_of(chosen: int) -> list[str]:
    """Return the names of the patterns in a set."""
    return [pattern.name for number, pattern in enumerate(LIBRARY) if chosen >> number & 1]


MOGO_TABLE, LINGO_TABLE, LIBRARY_TABLE = kept(
    "drawn", lambda: (compile_patterns(MOGO), compile_patterns(LINGO), compile_library(LIBRARY))
)


@inlined
def matches_mogo(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether one of MoGo's patterns matches at an empty point for a colour."""
    return (u64(MOGO_TABLE[u64(board.code[point])]) >> colour) & ONE != ZERO


@inlined
def matches_lingo(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether one of Lingo's patterns matches at an empty point for a colour."""
    return (u64(LINGO_TABLE[u64(board.code[point])]) >> colour) & ONE != ZERO


@inlined
def matches_set(board: Board, point: Point, colour: Colour, chosen: int) -> bool:
    """Return whether a pattern of a set matches at an empty point for a colour."""
    return u64(LIBRARY_TABLE[colour - ONE, u64(board.code[point])]) & chosen != ZERO
