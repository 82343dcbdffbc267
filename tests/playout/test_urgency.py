"""Mango's urgencies: kept up to date move by move, and drawn in proportion."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from tengen.base.options import to_record
from tengen.base.word import u64
from tengen.board.board import new_board
from tengen.board.diagram import parse
from tengen.board.move import is_legal, play
from tengen.board.point import EMPTY, PASS, all_points, parse_point
from tengen.board.setup import board_of
from tengen.patterns.shape_values import VALUES
from tengen.playout.desk import Desk, new_desk
from tengen.playout.samplers import urgency


def test_sums_mended_move_by_move_are_those_worked_out_anew() -> None:
    random = Random(5)
    desk, fresh = new_desk(new_board(7), seed=1), new_desk(new_board(7), seed=1)
    desk.board = desk.root
    urgency.start(desk)
    captured = 0
    for _ in range(400):
        colour = u64(desk.board.to_play)
        points = [p for p in all_points(7) if desk.board.colour[p] == EMPTY and is_legal(desk.board, u64(p), colour)]
        if not points:
            break
        point = u64(random.choice(points))
        before = u64(desk.board.empty_count)
        captured += int(play(desk.board, point))
        urgency.follow(desk, point, before)
        fresh.board = desk.board
        urgency.start(fresh)
        assert (desk.urgency.weight == fresh.urgency.weight).all()
        assert (desk.urgency.row_sum == fresh.urgency.row_sum).all()
    assert captured > 20


def drawn(desk: Desk, count: int) -> Counter[int]:
    options = to_record(urgency.UrgencyOptions())
    urgency.start(desk)
    return Counter(int(urgency.draw(desk, options)) for _ in range(count))


def test_moves_are_drawn_by_their_share_of_the_sum() -> None:
    desk = new_desk(board_of(parse(". . . . .\n. X O . .\n. O X . .\n. . . . .\n. . . . ."), to_play=1), seed=1)
    desk.board = desk.root
    found = drawn(desk, 40_000)
    weights = {p: int(VALUES[1, desk.board.code[p]]) for p in all_points(5) if desk.board.colour[p] == EMPTY}
    total = sum(weights.values())
    for point, weight in weights.items():
        expected = 40_000 * weight / total
        assert abs(found[point] - expected) < 5 * np.sqrt(expected) + 5


def test_captures_rescues_and_the_neighbourhood_weigh_more() -> None:
    desk = new_desk(board_of(parse("O X . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."), to_play=1), seed=1)
    desk.board = desk.root
    assert drawn(desk, 500)[parse_point("A4", 5)] > 450
    desk.board.to_play = 2
    assert drawn(desk, 500)[parse_point("A4", 5)] > 250
    desk.root = new_board(5)
    desk.board = desk.root
    play(desk.board, u64(parse_point("C3", 5)))
    near = [parse_point(name, 5) for name in ("C2", "C4", "B3", "D3")]
    assert sum(drawn(desk, 1000)[p] for p in near) > 500


def test_nothing_but_own_eyes_is_a_pass() -> None:
    desk = new_desk(board_of(parse(". X .\nX X X\n. X ."), to_play=1), seed=1)
    desk.board = desk.root
    assert set(drawn(desk, 10)) == {int(PASS)}


@pytest.mark.parametrize("colour", [1, 2])
def test_values_are_on_mangos_scale(colour: int) -> None:
    assert VALUES[colour].max() == 2433
    assert VALUES[colour][VALUES[colour] > 0].min() == 1
