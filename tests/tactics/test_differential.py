"""Tactics beside naive ones that play every move, turned boards, exchanged colours and plain Python."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, combinations

import pytest

from oracle import naive_tactics as naive
from oracle.naive_board import NaiveBoard, symmetries
from oracle.naive_board import Point as Place
from playout.positions import exchanged, image, random_positions
from tactics import answers as program
from tactics.answers import Answers, answers, ataris, distances, empty_points, heads, moves, running_chains, vital_point
from tengen.board.board import Board, new_board, size_of
from tengen.board.chain import first_liberty
from tengen.board.move import is_legal, put_stone
from tengen.board.point import BLACK, EMPTY, PASS, WHITE, all_points, column_row, point_at
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.tactics.common_fate import FAR
from tengen.tactics.ladder import is_caught_by_atari, is_caught_in_ladder, runs_into_plain_ladder
from tengen.tactics.liberty import (
    captures_something,
    liberties_after,
    liberties_after_loss,
    liberties_after_losses,
    liberty_after,
    second_liberty,
)
from tengen.tactics.self_atari import is_self_atari

ALL = u64(100)  # enough liberties for an exact count
SIZES = {3: 150, 5: 120}  # and how many positions of each


@pytest.fixture(scope="module", params=SIZES)
def positions(request: pytest.FixtureRequest) -> list[Board]:
    return random_positions(request.param, SIZES[request.param], seed=3)


@pytest.fixture(scope="module")
def many_positions() -> list[Board]:
    return random_positions(5, 1500, seed=4)


def naive_board(board: Board) -> NaiveBoard:
    size = size_of(board)
    stones = {column_row(p, size): int(board.colour[p]) for p in all_points(size) if board.colour[p] != EMPTY}
    twin = NaiveBoard(size, stones)
    if board.ko != PASS:
        twin.ko, twin.ko_forbidden_to = column_row(board.ko, size), int(board.to_play)
    return twin


def moves_of(board: Board) -> Iterator[tuple[int, int]]:
    """Find all moves of both colours, legal or not."""
    for point in empty_points(board):
        for colour in (BLACK, WHITE):
            yield point, int(colour)


def place(board: Board, point: int) -> Place:
    return column_row(point, size_of(board))


def places(board: Board, points: tuple[int, ...]) -> set[Place]:
    return {place(board, point) for point in points}


def lowest(board: Board, liberties: set[Place]) -> int:
    return min((point_at(*liberty, size_of(board)) for liberty in liberties), default=int(PASS))


# Liberties after a move.


def test_liberties_after_a_move(positions: list[Board]) -> None:
    for board in positions:
        twin = naive_board(board)
        for point, colour in moves_of(board):
            count = len(naive.liberties_after(twin, place(board, point), colour, set()))
            assert liberties_after(board, u64(point), u64(colour), ALL) == count
            for enough in (1, 2, 3):
                assert min(liberties_after(board, u64(point), u64(colour), u64(enough)), enough) == min(count, enough)


def test_liberties_after_losses(positions: list[Board]) -> None:
    for board in positions[:40]:
        twin = naive_board(board)
        for point, colour in moves_of(board):
            others = [other for other in empty_points(board) if other != point]
            for lost in others:
                count = len(naive.liberties_after(twin, place(board, point), colour, places(board, (lost,))))
                assert liberties_after_loss(board, u64(point), u64(colour), u64(lost), ALL) == count
            for pair in list(combinations(others, 2))[:20]:
                count = len(naive.liberties_after(twin, place(board, point), colour, places(board, pair)))
                lost, also_lost = u64(pair[0]), u64(pair[1])
                assert liberties_after_losses(board, u64(point), u64(colour), lost, also_lost, ALL) == count


def test_which_liberties_there_are_after_a_move(positions: list[Board]) -> None:
    for board in positions:
        twin = naive_board(board)
        for point, colour in moves_of(board):
            liberties = naive.liberties_after(twin, place(board, point), colour, set())
            first = liberty_after(board, u64(point), u64(colour), PASS)
            assert first == lowest(board, liberties)
            if first != PASS:
                others = liberties - {place(board, first)}
                assert liberty_after(board, u64(point), u64(colour), u64(first)) == lowest(board, others)


def test_second_liberty(positions: list[Board]) -> None:
    for board in positions:
        twin = naive_board(board)
        for head in chain(heads(board, 1, range(2, 30)), heads(board, 2, range(2, 30))):
            liberties = twin.liberties(twin.region(place(board, head)))
            first = u64(first_liberty(board, head))
            assert first == lowest(board, liberties)
            assert second_liberty(board, head, first) == lowest(board, liberties - {place(board, first)})


def test_captures_and_self_ataris(positions: list[Board]) -> None:
    for board in positions:
        twin = naive_board(board)
        for point, colour in moves_of(board):
            here = place(board, point)
            assert captures_something(board, u64(point), u64(colour)) == naive.captures_something(twin, here, colour)
            assert is_self_atari(board, u64(point), u64(colour)) == naive.is_self_atari(twin, here, colour)


# Ladders. The compiled reader goes back to an earlier choice a few times only, and then lets the chain escape.


def test_who_is_caught_in_a_ladder_is_lost(many_positions: list[Board]) -> None:
    ladders = missed = 0
    for board in many_positions:
        twin = naive_board(board)
        for head in heads(board, int(board.to_play), range(1, 2)):
            caught = is_caught_in_ladder(board, head, moves(board))
            is_lost = naive.is_caught_in_ladder(twin, place(board, head))
            assert is_lost or not caught
            ladders += 1
            missed += is_lost and not caught
    assert ladders > 800
    assert missed <= ladders / 200


def test_an_atari_catches_exactly_if_the_chain_is_in_a_ladder_after_it(many_positions: list[Board]) -> None:
    caught = escaped = 0
    for board in many_positions:
        for head, point in ataris(board):
            says = is_caught_by_atari(board, head, point, moves(board))
            after = copy_of(board)
            is_possible = is_legal(board, point, u64(board.to_play))
            if is_possible:
                put_stone(after, point, u64(board.to_play))
            assert says == (is_possible and is_caught_in_ladder(after, head, moves(board)))
            caught, escaped = caught + says, escaped + (not says)
    assert min(caught, escaped) > 200


def test_who_runs_into_a_ladder_is_lost(many_positions: list[Board]) -> None:
    ladders = missed = 0
    for board in many_positions:
        twin = naive_board(board)
        for head, point, caught in running_chains(board):
            after = twin.copy()
            after.put(place(board, point), int(board.to_play))
            is_lost = naive.is_lost(after, place(board, head))
            assert is_lost or not caught
            ladders += 1
            missed += is_lost and not caught
    assert ladders > 100
    assert missed <= ladders / 100


def test_who_runs_into_a_plain_ladder_is_lost_and_has_no_way_to_fight(many_positions: list[Board]) -> None:
    plain = fights = 0
    for board in many_positions:
        for head, point, caught in running_chains(board):
            is_plain = runs_into_plain_ladder(board, u64(head), u64(point), moves(board))
            assert caught or not is_plain
            plain += is_plain
            fights += caught and not is_plain
    assert plain > 20
    assert 0 < fights < plain


# Nakade.

AT = {"middle": (1, 1), "edge": (1, 0), "corner": (0, 0)}  # where the lower left corner of a shape goes
BIG = 9  # size of a board with room for all of them


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_vital_points_are_those_that_kill(size: int) -> None:
    for shape in naive.shapes(size):
        killing = naive.EyeSpace(shape).vital_points()
        assert len(killing) <= 1
        for turned, vital in chain(*(images(shape, killing, shift) for shift in AT.values())):
            board = surrounded(turned)
            expected = point_at(*vital, BIG) if vital else PASS
            assert {vital_point(board, point_at(*cell, BIG), int(BLACK)) for cell in turned} == {expected}


@pytest.mark.parametrize("size", [3, 4])
def test_vital_points_with_a_stone_inside(size: int) -> None:
    for shape in naive.shapes(size):
        space = naive.EyeSpace(shape)
        for stone in shape:
            killing = space.vital_points(stone)
            board = surrounded(shape)
            put_stone(board, u64(point_at(*stone, BIG)), WHITE)
            expected = {point_at(*vital, BIG) for vital in killing} or {PASS}
            assert {vital_point(board, point_at(*cell, BIG), int(BLACK)) for cell in shape} == expected


def images(shape: list[Place], killing: set[Place], shift: Place) -> Iterator[tuple[list[Place], Place | None]]:
    """Turn and mirror a shape with its vital point, if it has one, each image moved to the same place."""
    for turn in symmetries(BIG):
        cells = [turn(cell) for cell in shape]
        left, low = min(x for x, _ in cells) - shift[0], min(y for _, y in cells) - shift[1]
        moved = {cell: (turn(cell)[0] - left, turn(cell)[1] - low) for cell in shape}
        yield list(moved.values()), next((moved[cell] for cell in killing), None)


def surrounded(cells: list[Place]) -> Board:
    """Return a board where black stones are all around some points."""
    stones = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - set(cells)
    colours = new_board(BIG).colour.copy()
    for x, y in stones:
        if 0 <= x < BIG and 0 <= y < BIG:
            colours[point_at(x, y, BIG)] = BLACK
    return board_of(colours, BLACK)


# Common fate.


def test_distances(positions: list[Board]) -> None:
    for board in positions:
        if board.last == PASS:
            continue
        right = naive.fate_distances(naive_board(board), place(board, int(board.last)))
        for _, point, minus in distances(board):
            assert -minus == right[place(board, point)] if right[place(board, point)] <= 4 else -minus == FAR


# Turned boards, exchanged colours, plain Python.


def test_tactics_commute_with_symmetry() -> None:
    for board in random_positions(5, 60, seed=5):
        here = answers(board)
        for symmetry in range(1, SYMMETRIES):
            assert answers(image(board, symmetry)) == turned_answers(here, symmetry)


def turned_answers(said: Answers, symmetry: int) -> Answers:
    return {
        question: {tuple(transformed(p, symmetry, 5) if p > 0 else p for p in points) for points in found}
        for question, found in said.items()
    }


def test_tactics_commute_with_the_exchange_of_colours() -> None:
    for board in random_positions(5, 200, seed=6):
        assert answers(exchanged(board)) == answers(board)


def test_plain_python_gives_the_same_answers() -> None:
    command = [sys.executable, program.__file__, "5", "25", "7"]
    plain = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert plain.returncode == 0, plain.stderr
    said = [{question: sorted(found) for question, found in answers(b).items()} for b in random_positions(5, 25, 7)]
    assert plain.stdout.splitlines() == [str(answer) for answer in said]
