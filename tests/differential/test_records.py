"""Recorded games replay without an illegal move and, where they were played to the very end, score as recorded.

These tests need ``--data=FOLDER``.
"""

import lzma
import math
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from msgspec import structs
from numpy.typing import NDArray

from tengen.board.board import Board, new_board
from tengen.board.move import is_legal, pass_turn, play
from tengen.board.point import BLACK, EMPTY, PASS, WHITE, Colour, Point, point_at
from tengen.board.rules import RULES
from tengen.board.setup import board_of
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.game.game import Game

Record: TypeAlias = dict[str, str]
EVERY = pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])

FIELDS = "src id size handicap komi rules result black brank white wrank date event AB AW first nmoves moves"
AREA_RULES = structs.replace(RULES["chinese"], ko="simple")  # some of the games repeat a position


def records(path: Path) -> Iterator[Record]:
    """Read the games of a file, which may begin with the names of its fields."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            values = line.rstrip("\n").split("\t")
            if values != FIELDS.split():
                yield dict(zip(FIELDS.split(), values, strict=True))


def points_of(pairs: str, size: int) -> list[Point]:
    """Return the points of SGF coordinates without separators."""
    return [_sgf_points(size)[pairs[i : i + 2]] for i in range(0, len(pairs), 2)]


@cache
def _sgf_points(size: int) -> dict[str, Point]:
    """Return the point of each pair: ``aa`` is at the top left, ``..`` a pass."""
    letters = "abcdefghijklmnopqrstuvwxyz"[:size]
    points = {x + y: point_at(i, size - 1 - j, size) for i, x in enumerate(letters) for j, y in enumerate(letters)}
    return points | {"..": int(PASS)}


@EVERY
def test_games_score_as_recorded(data_folder: Path, every: int) -> None:
    count = 0
    for record in islice(records(data_folder / "area_scored_9x9.tsv.xz"), 0, None, every):
        game = Game(9, float(record["komi"]), AREA_RULES)
        for point in points_of(record["moves"], game.size):
            game.play(point)
        winner, points = record["result"].split("+")
        assert game.score().margin == {"B": 1, "W": -1}[winner] * float(points), record["id"]
        count += 1
    assert count == math.ceil(2_332 / every)


def test_some_professional_games_are_legal_in_a_game(data_folder: Path) -> None:
    for record in islice(records(data_folder / "pro19_train.tsv.xz"), 0, None, 500):
        game = Game(19, rules="japanese")
        game.place(BLACK, points_of(record["AB"], 19))
        game.place(WHITE, points_of(record["AW"], 19))
        game.to_play = first_of(record)
        for point in points_of(record["moves"], 19):
            game.play(point)
        board = start_of(record)
        replay(board, np.array(points_of(record["moves"], 19), np.uint64))
        assert board.key == game.board.key


@EVERY
def test_professional_games_are_legal(data_folder: Path, every: int) -> None:
    count = 0
    for record in islice(records(data_folder / "pro19_train.tsv.xz"), 0, None, every):
        points = np.array(points_of(record["moves"], 19), np.uint64)
        assert replay(start_of(record), points) == len(points), record["id"]
        count += 1
    assert count == math.ceil(65_049 / every)


def start_of(record: Record) -> Board:
    """Return the board before the first move."""
    colours = new_board(19).colour.copy()
    colours[points_of(record["AB"], 19)] = BLACK
    colours[points_of(record["AW"], 19)] = WHITE
    return board_of(colours, first_of(record))


def first_of(record: Record) -> Colour:
    """Return the side that begins."""
    return int({"B": BLACK, "W": WHITE}[record["first"]])


@kernel
def replay(board: Board, points: NDArray[np.uint64]) -> int:
    """Play moves as far as they are legal; return how many."""
    for i in range(len(points)):
        if points[i] == PASS:
            pass_turn(board)
        elif board.colour[points[i]] == EMPTY and is_legal(board, points[i], u64(board.to_play)):
            play(board, points[i])
        else:
            return i
    return len(points)
