"""The numbers of counts.txt, on our board and (where it is quick enough) on the naive one."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from counts import enumeration
from oracle.naive_board import BLACK, NaiveBoard
from tengen.board.board import new_board


def numbers(kind: str) -> Iterator[tuple[int, list[int]]]:
    """Read size and numbers of the lines of a kind."""
    for line in Path(__file__).with_name("counts.txt").read_text().splitlines():
        words = line.split()
        if words and words[0] == kind:
            yield int(words[1]), [int(word) for word in words[2:]]


LEGAL = [(size, *counts) for size, counts in numbers("legal")]
PERFT = [(size, depth, count) for size, counts in numbers("perft") for depth, count in enumerate(counts, start=1)]


@pytest.mark.parametrize(("size", "count"), [entry for entry in LEGAL if entry[0] > 1])
def test_legal_positions(size: int, count: int) -> None:
    assert enumeration.legal_positions(size) == count


@pytest.mark.parametrize(("size", "depth", "count"), PERFT)
def test_sequences_of_moves(size: int, depth: int, count: int) -> None:
    assert enumeration.sequences(size, depth) == count


@pytest.mark.parametrize(("size", "count"), [entry for entry in LEGAL if entry[0] <= 3])
def test_legal_positions_of_the_naive_board(size: int, count: int) -> None:
    points = NaiveBoard(size).points
    count_possible = 0
    for colours in product(range(3), repeat=len(points)):
        stones = {point: colour for point, colour in zip(points, colours, strict=True) if colour}
        count_possible += NaiveBoard(size, stones).is_possible()
    assert count_possible == count


@pytest.mark.parametrize(("size", "depth", "count"), [entry for entry in PERFT if entry[2] < 10_000])
def test_sequences_of_moves_on_the_naive_board(size: int, depth: int, count: int) -> None:
    assert naive_sequences(NaiveBoard(size), BLACK, depth) == count


def naive_sequences(board: NaiveBoard, colour: int, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for point in board.points:
        if board.is_legal(point, colour):
            after = board.copy()
            after.put(point, colour)
            count += naive_sequences(after, 3 - colour, depth - 1)
    return count


def test_1x1_is_no_board_of_ours() -> None:
    with pytest.raises(ValueError, match="board size 1"):
        new_board(1)
