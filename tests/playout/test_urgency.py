"""Mango's urgencies: kept up to date move by move, and drawn in proportion."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from tengen.board.board import new_board
from tengen.board.diagram import parse
from tengen.board.move import is_legal, play
from tengen.board.point import EMPTY, PASS, all_points, parse_point
from tengen.board.setup import board_of
from tengen.compiled.word import u64
from tengen.parts.options import to_record
from tengen.patterns.shape_values import VALUES
from tengen.playout.samplers import urgency
from tengen.playout.state import PlayoutState, new_playout_state


def test_sums_mended_move_by_move_are_those_worked_out_anew() -> None:
    random = Random(5)
    state, fresh = new_playout_state(new_board(7), seed=1), new_playout_state(new_board(7), seed=1)
    state.board = state.root
    urgency.start(state)
    captured = 0
    for _ in range(400):
        colour = u64(state.board.to_play)
        points = [p for p in all_points(7) if state.board.colour[p] == EMPTY and is_legal(state.board, u64(p), colour)]
        if not points:
            break
        point = u64(random.choice(points))
        before = u64(state.board.empty_count)
        captured += int(play(state.board, point))
        urgency.follow(state, point, before)
        fresh.board = state.board
        urgency.start(fresh)
        assert (state.urgency.weight == fresh.urgency.weight).all()
        assert (state.urgency.row_sum == fresh.urgency.row_sum).all()
    assert captured > 20


def drawn(state: PlayoutState, count: int) -> Counter[int]:
    options = to_record(urgency.UrgencyOptions())
    urgency.start(state)
    return Counter(int(urgency.draw(state, options)) for _ in range(count))


def test_moves_are_drawn_by_their_share_of_the_sum() -> None:
    state = new_playout_state(
        board_of(parse(". . . . .\n. X O . .\n. O X . .\n. . . . .\n. . . . ."), to_play=1), seed=1
    )
    state.board = state.root
    found = drawn(state, 40_000)
    weights = {p: int(VALUES[1, state.board.code[p]]) for p in all_points(5) if state.board.colour[p] == EMPTY}
    total = sum(weights.values())
    for point, weight in weights.items():
        expected = 40_000 * weight / total
        assert abs(found[point] - expected) < 5 * np.sqrt(expected) + 5


def test_captures_rescues_and_the_neighbourhood_weigh_more() -> None:
    state = new_playout_state(
        board_of(parse("O X . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."), to_play=1), seed=1
    )
    state.board = state.root
    assert drawn(state, 500)[parse_point("A4", 5)] > 450
    state.board.to_play = 2
    assert drawn(state, 500)[parse_point("A4", 5)] > 250
    state.root = new_board(5)
    state.board = state.root
    play(state.board, u64(parse_point("C3", 5)))
    near = [parse_point(name, 5) for name in ("C2", "C4", "B3", "D3")]
    assert sum(drawn(state, 1000)[p] for p in near) > 500


def test_nothing_but_own_eyes_is_a_pass() -> None:
    state = new_playout_state(board_of(parse(". X .\nX X X\n. X ."), to_play=1), seed=1)
    state.board = state.root
    assert set(drawn(state, 10)) == {int(PASS)}


@pytest.mark.parametrize("colour", [1, 2])
def test_values_are_on_mangos_scale(colour: int) -> None:
    assert VALUES[colour].max() == 2433
    assert VALUES[colour][VALUES[colour] > 0].min() == 1
