"""Our board, the naive one and sgfmill's agree after every move of random games."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, reduce
from operator import xor
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from sgfmill.boards import Board as SgfmillBoard

from differential.games import FALSE_EYE, LEGAL, TRUE_EYE, Turn, random_game
from oracle.naive_board import BLACK, EDGE, WHITE, NaiveBoard, Point, Position
from tengen.board.board import Board, dimensions, new_board
from tengen.board.move import KEYS
from tengen.board.point import MAX_SIZE, MIN_SIZE, point_at

# Size, games, moves in each. A random player fills its own eyes, so that its games go on for ever.
GAMES = [
    (19, 4, 1000),
    (13, 6, 900),
    (9, 40, 500),
    (25, 1, 1200),
    (7, 60, 300),
    (5, 250, 200),
    (4, 250, 200),
    (3, 400, 100),
    (2, 400, 50),
]
FEW = [
    (19, 1, 900),
    (13, 2, 500),
    (9, 4, 300),
    (25, 1, 900),
    (7, 6, 300),
    (5, 20, 200),
    (4, 20, 200),
    (3, 33, 100),
    (2, 33, 50),
]
FIRST_SEED = {(13, 2): 6, (9, 4): 6}  # with which these few games have all kinds of moves
KEY = KEYS.tolist()
KINDS = {"pass", "again", "capture", "two chains", "big chain", "suicide", "ko", "ko retaken", "snapback"}
MAY_LACK = {2: {"ko", "ko retaken", "two chains"}, 13: {"snapback"}, 19: {"snapback"}, 25: {"snapback"}}


def test_enough_moves_are_compared() -> None:
    assert sum(games * length for _, games, length in GAMES) > 200_000


def test_new_board_is_empty() -> None:
    for size in range(MIN_SIZE, MAX_SIZE + 1):
        compare(new_board(size), NaiveBoard(size))


@pytest.mark.parametrize(
    ("size", "games", "length"), [*FEW, *(pytest.param(*many, marks=pytest.mark.slow) for many in GAMES)]
)
def test_boards_agree_after_every_move(size: int, games: int, length: int) -> None:
    kinds = Counter[str]()
    keys: dict[Position, int] = {}
    first = FIRST_SEED.get((size, games), 0)
    for seed in range(first, first + games):
        replay = Replay(size, keys)
        replay.run(random_game(size, length, seed, suicide=seed % 3 == 0))
        kinds += replay.kinds
    assert len(set(keys.values())) == len(keys), "two positions have one key"
    assert kinds["move"] == games * length
    assert KINDS - kinds.keys() <= MAY_LACK.get(size, set())


class Replay:
    """A game of ours, played again on the two other boards and compared after every move."""

    def __init__(self, size: int, keys: dict[Position, int]) -> None:
        self.naive = NaiveBoard(size)
        self.sgfmill = SgfmillBoard(size)
        self.keys = keys  # of all positions so far
        self.kinds = Counter[str]()  # of moves so far
        self.last_colour = WHITE
        self.last_ko: Point | None = None  # the latest one, whether still fought or not
        self.last_captured: list[set[Point]] = []

    def run(self, game: Iterable[Turn]) -> None:
        """Play and compare to the end."""
        points = {number: point for point, number in numbers(self.naive.size).items()}
        last = 0
        for move, board, marks in game:
            number, colour, captured, lost, score, liberty = cast(Any, move).item()
            assert (captured, lost) == self.play(points.get(number), colour)
            assert (board.to_play, board.last, board.last_but_one) == (3 - colour, number, last)
            last = number
            assert liberty == self.first_liberty(points.get(number))
            assert score == self.naive.area_score() == self.sgfmill.area_score()
            key = int(board.key)
            assert self.keys.setdefault(self.naive.position(), key) == key, "a position has two keys"
            compare(board, self.naive)
            compare_marks(marks, self.naive)

    def play(self, point: Point | None, colour: int) -> tuple[int, int]:
        """Play on both boards; return how many stones were captured, and how many lost by suicide."""
        captured: list[set[Point]] = []
        lost: set[Point] = set()
        if point is None:
            self.naive.pass_turn()
        else:
            is_legal = self.naive.is_legal(point, colour)
            captured, lost = self.naive.put(point, colour)
            assert is_legal == (not lost)
            ko = self.sgfmill.play(point[1], point[0], "-bw"[colour])
            assert ko == (self.naive.ko and self.naive.ko[::-1])
            compare_with_sgfmill(self.naive, self.sgfmill)
        self.count(point, colour, captured, lost)
        return sum(map(len, captured)), len(lost)

    def first_liberty(self, point: Point | None) -> int:
        """Return the lowest liberty of the chain of a stone, or 0 without a stone."""
        if point not in self.naive.stones:
            return 0
        return min(numbers(self.naive.size)[n] for n in self.naive.liberties(self.naive.region(point)))

    def count(self, point: Point | None, colour: int, captured: list[set[Point]], lost: set[Point]) -> None:
        """Write down what kind of move it was."""
        occurred = {
            "move": True,
            "pass": point is None,
            "again": colour == self.last_colour,
            "capture": len(captured) > 0,
            "two chains": len(captured) > 1,
            "big chain": any(len(chain) > self.naive.size for chain in captured),
            "suicide": len(lost) > 1,
            "suicide of one": len(lost) == 1,
            "ko": self.naive.ko is not None,
            "ko retaken": self.naive.ko is not None and point == self.last_ko,
            "snapback": [{point}] == self.last_captured and sum(map(len, captured)) > 1,
        }
        self.kinds.update(kind for kind, is_so in occurred.items() if is_so)
        self.last_colour, self.last_ko, self.last_captured = colour, self.naive.ko or self.last_ko, captured


@cache
def numbers(size: int) -> dict[Point, int]:
    """Return our number of each point."""
    return {(column, row): point_at(column, row, size) for row in range(size) for column in range(size)}


def compare_with_sgfmill(naive: NaiveBoard, sgfmill: SgfmillBoard) -> None:
    stones = {(column, row): " bw".index(colour) for colour, (row, column) in sgfmill.list_occupied_points()}
    assert stones == naive.stones


def compare(board: Board, naive: NaiveBoard) -> None:
    """Assert that every field of our board is what the naive board says."""
    number = numbers(naive.size)
    assert board.ko == (number[naive.ko] if naive.ko else 0)
    compare_stones(board, naive)
    compare_chains(board, naive)
    empty = [number[point] for point in naive.empty_points()]
    compare_list(board.empty, board.empty_index, board.empty_count, empty)


def compare_stones(board: Board, naive: NaiveBoard) -> None:
    """Compare colours, key and 3x3 codes."""
    number = numbers(naive.size)
    colours = [EDGE] * dimensions(naive.size)["points"]
    for point in naive.points:
        colours[number[point]] = naive.colour(point)
    assert board.colour.tolist() == colours
    assert board.key == reduce(xor, (KEY[1024 * colour + number[p]] for p, colour in naive.stones.items()), 0)
    codes = board.code.tolist()
    assert [codes[number[point]] for point in naive.points] == [naive.code(point) for point in naive.points]


def compare_chains(board: Board, naive: NaiveBoard) -> None:
    """Compare the partition into chains, their rings, stones and liberties, and the list of those in atari."""
    number = numbers(naive.size)
    first = number[0, 0]
    heads, next_stone = board.chain.tolist(), board.next_stone.tolist()
    stones, liberty_counts, bitboards = board.stones.tolist(), board.liberty_count.tolist(), board.liberties
    for chain in naive.chains():
        members = {number[point] for point in chain}
        head = heads[min(members)]
        assert {heads[stone] for stone in members} == {head}
        ring = [head]
        while len(ring) < len(members):
            ring.append(next_stone[ring[-1]])
        assert next_stone[ring[-1]] == head
        assert set(ring) == members
        assert stones[head] == len(members)
        liberties = [number[point] for point in naive.liberties(chain)]
        assert liberty_counts[head] == len(liberties)
        bits = sum(1 << point - first for point in liberties)
        assert int.from_bytes(bitboards[head].tobytes(), "little") == bits
    in_atari = [heads[number[min(chain)]] for chain in naive.chains_in_atari()]
    compare_list(board.atari, board.atari_index, board.atari_count, in_atari)


def compare_list(entries: NDArray[np.uint16], index: NDArray[np.uint16], count: int, expected: list[int]) -> None:
    """Compare a list without order, and where it says that each entry stands."""
    listed = entries[:count].tolist()
    assert sorted(listed) == sorted(expected)
    assert index[listed].tolist() == list(range(count))


def compare_marks(marks: NDArray[np.uint8], naive: NaiveBoard) -> None:
    """Compare which empty points each colour may play, and which are its eyes."""
    number = numbers(naive.size)
    expected = [0] * len(marks)
    for point in naive.empty_points():
        for colour in (BLACK, WHITE):
            # The board forbids the ko point to both: it is the side to play that may not retake.
            is_legal = point != naive.ko and naive.is_legal(point, colour)
            mark = LEGAL * is_legal
            if naive.is_surrounded(point, colour):
                mark += TRUE_EYE * naive.is_true_eye(point, colour) + FALSE_EYE * naive.is_false_eye(point, colour)
            expected[number[point]] += colour * int(mark)
    assert marks.tolist() == expected
