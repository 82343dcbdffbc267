"""The forced book: positions, and the moves to play in them without a search, in Fuego's format.

A line has the size of the board, the moves that lead to the position, Black's first, a bar, and the moves to play, of
which one is chosen at random:

    9 E5 E7 | C6 G6
    19 | Q16

A position is recognised by any order of moves, also turned and mirrored, but not with the colours exchanged.
"""

from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from random import Random

from tengen.board.board import size_of
from tengen.board.point import EMPTY, PASS, Point, all_points, parse_point
from tengen.board.rules import IllegalMove
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.game.game import Game
from tengen.parts.options import OptionError

Position = tuple[int, frozenset[tuple[Point, int]]]
"""Whose turn it is, and the stones."""


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
    """Return the book of a text for a size of board; raises ValueError with the number of a bad line."""
    book = ForcedBook(size)
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            _add_line(book, words)
        except (ValueError, IllegalMove) as error:
            raise ValueError(f"line {number}: {error}") from None
    return book


def _add_line(book: ForcedBook, words: list[str]) -> None:
    size, *rest = words
    if not size.isdecimal() or rest.count("|") != 1 or rest[-1] == "|":
        raise ValueError(f"expected SIZE MOVES | MOVES, got {' '.join(words)!r}")
    if int(size) != book.size:
        return
    bar = rest.index("|")
    game = Game(book.size, rules="chinese")
    for word in rest[:bar]:
        game.play(word)
    answers = [int(parse_point(word, book.size)) for word in rest[bar + 1 :]]
    for answer in answers:
        if not game.is_legal(answer):
            raise ValueError(f"{game.name(answer)} cannot be played there")
    book.add(game, answers)


@lru_cache(maxsize=4)
def read_forced_book(path: str, size: int) -> ForcedBook:
    """Return the book of a file; raises OptionError if it cannot be read, or with the place of a bad line."""
    try:
        return parse_forced_book(Path(path).read_text("utf-8"), size)
    except OSError as error:
        raise OptionError(f"the book {path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise OptionError(f"the book {path}, {error}") from None
