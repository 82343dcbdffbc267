"""Collections of games: SGF files, folders of them, and tables (``.tsv`` or ``.tsv.xz``) with one game per line."""

import csv
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tengen.board.board import Board, new_board
from tengen.board.move import put_stone, remove_suicide
from tengen.board.point import BLACK, EMPTY, PASS, WHITE, Colour, Point, point_at
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.sgf import SgfError, read_collection

NEEDED_COLUMNS = {"size", "komi", "result", "moves"}


class TrainingGame(NamedTuple):
    """A recorded game, with what learning needs of it."""

    size: int
    komi: float
    winner: Colour | None
    """The winner; None for a draw or if it is not known."""
    stones: dict[Colour, list[Point]]
    """Stones set up before the first move."""
    moves: list[tuple[Colour, Point]]

    def position(self, turn: int) -> Game:
        """Return the game after a number of moves, by the simplest rules; raises ValueError if one is illegal."""
        game = Game(self.size, self.komi, "japanese")
        for colour, points in self.stones.items():
            game.place(colour, points)
        for colour, point in self.moves[:turn]:
            game.play(point, colour)
        if turn < len(self.moves):
            game.to_play = self.moves[turn][0]
        return game


def read_games(paths: Iterable[Path]) -> Iterator[TrainingGame]:
    """Yield the games of files and folders, one after the other; raises ValueError with the file of a bad game."""
    for path in paths:
        if path.is_dir():
            yield from read_games(sorted(file for file in path.rglob("*") if file.suffix.lower() == ".sgf"))
        elif path.suffix.lower() == ".sgf":
            yield from _from_sgf(path)
        else:
            yield from _from_table(path)


def _from_sgf(path: Path) -> Iterator[TrainingGame]:
    try:
        for record in read_collection(path.read_bytes()):
            stones = {int(c): list(p) for c, p in record.root.setup.items() if c}
            moves = [(move.colour, move.point) for move in record.moves()]
            yield TrainingGame(record.size, record.komi or 0.0, winner_of(record.result or ""), stones, moves)
    except SgfError as error:
        raise ValueError(f"{path}: {error}") from None


def _from_table(path: Path) -> Iterator[TrainingGame]:
    open_text = lzma.open if path.suffix == ".xz" else open
    with open_text(path, "rt", encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        lacking = NEEDED_COLUMNS - set(rows.fieldnames or ())
        if lacking:
            raise ValueError(f"{path}: the table has no column {', '.join(sorted(lacking))}")
        for number, row in enumerate(rows, start=2):
            try:
                yield _from_row(row)
            except (ValueError, IndexError) as error:
                raise ValueError(f"{path}, line {number}: {error}") from None


def _from_row(row: dict[str, str]) -> TrainingGame:
    if any(row[name] is None for name in NEEDED_COLUMNS):
        raise ValueError(f"there are only {sum(value is not None for value in row.values())} columns")
    size = int(row["size"])
    stones = {int(c): _points(row.get(key) or "", size) for c, key in ((BLACK, "AB"), (WHITE, "AW")) if row.get(key)}
    first = int(WHITE) if row.get("first") == "W" else int(BLACK)
    colours = (first, 3 - first)
    moves = [(colours[turn % 2], point) for turn, point in enumerate(_points(row["moves"], size))]
    return TrainingGame(size, float(row["komi"] or 0), winner_of(row["result"]), stones, moves)


def _points(text: str, size: int) -> list[Point]:
    """Return the points of SGF coordinates: two letters each, separators are optional, ``..`` is a pass."""
    letters = text.replace(" ", "").replace(",", "")
    points = []
    for i in range(0, len(letters), 2):
        pair = letters[i : i + 2]
        if pair == "..":
            points.append(int(PASS))
            continue
        column, row = (ord(letter) - ord("a") for letter in pair)
        if not (0 <= column < size and 0 <= row < size):
            raise ValueError(f"{pair!r} is not on a {size}x{size} board")
        points.append(point_at(column, size - 1 - row, size))
    return points


@kernel
def put_recorded(board: Board, point: Point, colour: Colour) -> bool:
    """Put a recorded stone, with suicide allowed; return False, and change nothing, if the point is taken."""
    if board.colour[point] != EMPTY:
        return False
    put_stone(board, point, colour)
    remove_suicide(board, point)
    return True


def first_board(size: int, stones: dict[Colour, list[Point]]) -> Board:
    """Return the board before the first move of a record, with the stones that were set up."""
    board = new_board(size)
    for colour, points in stones.items():
        for point in points:
            put_recorded(board, u64(point), u64(colour))
    return board


def winner_of(result: str) -> Colour | None:
    """Return the winner of a result such as ``B+R`` or ``W+3.5``; None for a draw, a void or an unknown result."""
    if result[:2].upper() == "B+":
        return int(BLACK)
    return int(WHITE) if result[:2].upper() == "W+" else None
