"""The forced book: positions, and the moves to play in them without a search, in Fuego's format.

A line has the size of the board, the moves that lead to the position, Black's first, a bar, and the moves to play, of
which one is chosen at random:

    9 E5 E7 | C6 G6
    19 | Q16

A position is recognised by any order of moves, also turned and mirrored, but not with the colours exchanged.
"""

import os
from collections import defaultdict
from functools import lru_cache
from random import Random

from tengen.board.board import size_of
from tengen.board.point import EMPTY, MAX_SIZE, MIN_SIZE, PASS, Point, all_points, parse_point
from tengen.board.rules import IllegalMove
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.game.game import Game
from tengen.parts.options import OptionError
from tengen.parts.regular_file import regular_file

MOST_BYTES = 2**26  # of a book

Position = tuple[int, frozenset[tuple[Point, int]]]
"""Whose turn it is, and the stones."""


class BookError(ValueError):
    """A line that cannot be understood; the message has its number, and none of its words."""


class ForcedBook:
    """The positions of one size of board."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._moves: dict[Position, list[Point]] = defaultdict(list)
        self._most_stones = 0

    def __len__(self) -> int:
        return len(self._moves)

    def add(self, game: Game, moves: list[Point]) -> None:
        """Add moves for the position of a game."""
        turn, stones = position_of(game)
        known = self._moves[turn, stones]
        known += [move for move in moves if move not in known]
        self._most_stones = max(self._most_stones, len(stones))

    def moves(self, game: Game) -> list[Point]:
        """Return the moves that the book has for a position, or for an image of it; those that are legal."""
        turn, stones = position_of(game)
        if len(stones) > self._most_stones or game.size != self.size:
            return []
        for symmetry in range(SYMMETRIES):
            image = frozenset((transformed(point, symmetry, self.size), colour) for point, colour in stones)
            if (turn, image) in self._moves:
                back = [symmetry_back(move, symmetry, self.size) for move in self._moves[turn, image]]
                return [move for move in back if game.is_legal(move)]
        return []

    def move(self, game: Game, seed: int) -> Point | None:
        """Return one of the moves for a position, always the same for a seed; None if there are none."""
        moves = self.moves(game)
        return Random(f"{seed} {len(game.moves)}").choice(moves) if moves else None  # noqa: S311  # for games


def position_of(game: Game) -> Position:
    """Return a position as the book knows it."""
    board = game.board
    points = all_points(int(size_of(board)))
    stones = frozenset((point, int(board.colour[point])) for point in points if board.colour[point] != EMPTY)
    return int(board.to_play), stones


def symmetry_back(point: Point, symmetry: int, size: int) -> Point:
    """Return the point whose image is a point; a pass is its own."""
    if point == PASS:
        return point
    return next(p for p in all_points(size) if transformed(p, symmetry, size) == point)


def parse_forced_book(text: str, size: int) -> ForcedBook:
    """Return the book of a text for a size of board; raises BookError with the number of a bad line."""
    book = ForcedBook(size)
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            _add_line(book, words)
        except (ValueError, IllegalMove) as error:
            raise BookError(f"line {number}: {error}") from None
    return book


def _add_line(book: ForcedBook, words: list[str]) -> None:
    size, *rest = words
    if not size.isdecimal() or rest.count("|") != 1 or rest[-1] == "|":
        raise ValueError("expected SIZE MOVES | MOVES")
    if int(size) != book.size:
        return
    bar = rest.index("|")
    game = Game(book.size, rules="chinese")
    try:
        for word in rest[:bar]:
            game.play(int(parse_point(word, book.size)))
        answers = [int(parse_point(word, book.size)) for word in rest[bar + 1 :]]
    except IllegalMove as error:
        raise ValueError(str(error)) from None
    except ValueError:  # its message quotes the file, which may be any file
        raise ValueError("a move is not the name of a point") from None
    for answer in answers:
        if not game.is_legal(answer):
            raise ValueError(f"{game.name(answer)} cannot be played there")
    book.add(game, answers)


def read_forced_book(path: str, size: int) -> ForcedBook:
    """Return the book of a file; raises OptionError if it cannot be read, or with the place of a bad line.

    A file that has not changed is read once for each size.
    """
    try:
        with regular_file(path) as file:
            status = os.fstat(file.fileno())
        return _read(path, size, (status.st_ino, status.st_size, status.st_mtime_ns))
    except OSError as error:
        raise OptionError(f"the book {path} cannot be read: {error.strerror}") from None


def check_forced_book(path: str) -> None:
    """Raise OptionError if a file is no book, for whatever size of board."""
    read_forced_book(path, MIN_SIZE)
    for size in _sizes(_text(path)):
        read_forced_book(path, size)


@lru_cache(maxsize=8)
def _read(path: str, size: int, _version: tuple[int, ...]) -> ForcedBook:
    try:
        return parse_forced_book(_text(path), size)
    except BookError as error:
        raise OptionError(f"the book {path}, {error}") from None


def _text(path: str) -> str:
    with regular_file(path) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OptionError(f"the book {path} is larger than {MOST_BYTES:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise OptionError(f"the book {path} is not UTF-8 text") from None


def _sizes(text: str) -> set[int]:
    """Return the sizes of boards that a book has lines for."""
    words = {line.split("#")[0].split()[0] for line in text.splitlines() if line.split("#")[0].split()}
    sizes = {int(word) for word in words if word.isdecimal() and len(word) < 3}
    return {size for size in sizes if MIN_SIZE <= size <= MAX_SIZE}
