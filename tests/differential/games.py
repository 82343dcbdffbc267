"""Random games on the compiled board, a move at a time.

The same functions run as plain Python. As a program this file plays a game on each size, and prints a line a move:

    python games.py MOVES SEED SIZE...
"""

import sys
import zlib
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, new_board
from tengen.board.chain import first_liberty
from tengen.board.eye import SURROUNDED, is_true_eye
from tengen.board.move import end_turn, is_legal, pass_turn, play, put_stone, remove_suicide
from tengen.board.point import BLACK, EMPTY, PASS, WHITE, Point
from tengen.board.score import area_owners
from tengen.compiled.jit import kernel
from tengen.compiled.record import Record
from tengen.compiled.rng import Rng, below, new_rng
from tengen.compiled.word import ONE, THREE, ZERO, u64

PASS_ONE_IN, AGAIN_ONE_IN, ATARI_ONE_IN, TRIES = u64(40), u64(12), u64(4), 12
LEGAL, TRUE_EYE, FALSE_EYE = ONE, u64(4), u64(16)  # times a colour: the bit of a mark


class Move(Record):
    """A move as it was played, and what came of it."""

    point: Annotated[int, np.uint16]
    colour: Annotated[int, np.uint8]
    captured: Annotated[int, np.uint16]  # enemy stones
    lost: Annotated[int, np.uint16]  # stones of its own, by suicide
    score: Annotated[int, np.int16]  # the area afterwards
    liberty: Annotated[int, np.uint16]  # the first one of the chain it made; PASS if there is none


class Turn(NamedTuple):
    """A move, the board after it, and what each empty point is to each colour: LEGAL, TRUE_EYE, FALSE_EYE."""

    move: Move
    board: Board
    marks: NDArray[np.uint8]


def random_game(size: int, length: int, seed: int, *, suicide: bool) -> Iterator[Turn]:
    """Play a random game with a number of moves; suicide may be allowed. The turns are one and the same object."""
    turn = Turn(Move.new(), new_board(size), np.zeros(dimensions(size)["points"], np.uint8))
    rng = new_rng(seed)
    for _ in range(length):
        _play_random_move(*turn, rng, suicide)
        yield turn


@kernel
def _play_random_move(move: Move, board: Board, marks: NDArray[np.uint8], rng: Rng, suicide: bool) -> None:
    """Play anything that is legal, eyes of one's own too; sometimes pass, or let the same side play again."""
    if below(rng, AGAIN_ONE_IN) == ZERO:
        board.to_play = THREE - u64(board.to_play)
    move.colour = board.to_play
    move.point = _random_point(board, rng, suicide)
    _play(board, move)
    move.score = _area_score(board)
    move.liberty = PASS
    if move.point != PASS and board.colour[move.point] != EMPTY:
        move.liberty = first_liberty(board, u64(board.chain[move.point]))
    _mark(board, marks)


@kernel
def _play(board: Board, move: Move) -> None:
    point, colour = u64(move.point), u64(move.colour)
    move.captured = move.lost = ZERO
    if point == PASS:
        pass_turn(board)
    elif is_legal(board, point, colour):
        before = u64(board.empty_count)
        play(board, point)
        move.captured = u64(board.empty_count) + ONE - before
    else:
        move.captured = put_stone(board, point, colour)
        move.lost = remove_suicide(board, point)
        end_turn(board, point)


@kernel
def _area_score(board: Board) -> int:
    score = 0
    for owner in area_owners(board):
        if owner == BLACK:
            score += 1
        elif owner == WHITE:
            score -= 1
    return score


@kernel
def _mark(board: Board, marks: NDArray[np.uint8]) -> None:
    marks[:] = 0
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        for colour in (BLACK, WHITE):
            mark = u64(marks[point])
            if is_legal(board, point, colour):
                mark |= LEGAL * colour
            if is_true_eye(board, point, colour):
                mark |= TRUE_EYE * colour
            elif (u64(SURROUNDED[u64(board.code[point])]) >> colour) & ONE != ZERO:
                mark |= FALSE_EYE * colour
            marks[point] = mark


@kernel
def _random_point(board: Board, rng: Rng, suicide: bool) -> Point:
    """Choose a point, often a chain's last liberty, and most often that of the stone just played; or pass."""
    colour = u64(board.to_play)
    last = u64(board.last)
    if below(rng, PASS_ONE_IN) == ZERO:
        return PASS
    head = PASS
    if last != PASS and board.colour[last] != EMPTY and board.liberty_count[u64(board.chain[last])] == ONE:
        head = u64(board.chain[last])
    elif board.atari_count != ZERO and below(rng, ATARI_ONE_IN) == ZERO:
        head = u64(board.atari[below(rng, u64(board.atari_count))])
    if head != PASS:
        point = first_liberty(board, head)
        if is_legal(board, point, colour):
            return point
    for _ in range(TRIES):
        point = u64(board.empty[below(rng, u64(board.empty_count))])
        if is_legal(board, point, colour) or (suicide and point != board.ko):
            return point
    return PASS


def transcript(size: int, length: int, seed: int) -> list[str]:
    """Return a line for every move of a game, with a checksum of the whole board after it."""
    lines = []
    for move, board, marks in random_game(size, length, seed, suicide=seed % 2 == 0):
        checksum = zlib.crc32(marks.tobytes())
        for name in Board.fields_declared:
            checksum = zlib.crc32(getattr(board, name).tobytes(), checksum)
        lines.append(f"{cast(Any, move).item()} key {board.key} ko {board.ko} checksum {checksum:08x}")
    return lines


if __name__ == "__main__":
    length, seed, *sizes = map(int, sys.argv[1:])
    for size in sizes:
        print(*transcript(size, length, seed), sep="\n")
