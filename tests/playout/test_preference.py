from collections import Counter

import numpy as np

from tengen.board.board import Board
from tengen.board.diagram import parse
from tengen.board.point import BLACK, all_points, parse_point
from tengen.board.setup import board_of
from tengen.compiled.word import u64
from tengen.playout.choosers.preference import LARGEST, WEIGHTS, as_integers, choose, features, weight
from tengen.playout.state import new_playout_state
from tengen.tactics.suggestion import add_move

SIZE = 5
POSITION = """
. . . . .
. O X . .
. X O X .
. . . . .
. . . . .
"""
LARGEST_SUM = 2**32  # that random numbers are drawn below


def position() -> Board:
    board = board_of(parse(POSITION), to_play=BLACK)
    board.last = parse_point("c3", SIZE)
    return board


def test_features_tell_liberties_captures_and_the_distance_from_the_last_move() -> None:
    board = position()
    capture, diagonal, far = (features(board, u64(parse_point(name, SIZE))) for name in ("c2", "d4", "a1"))
    assert capture[1:] == (13 + 4 + 2, 21)  # three liberties beside the captured point; next to the last move
    assert diagonal[1:] == (13 + 3, 22)
    assert far[1:] == (13 + 1, 23)


def test_suggestions_are_drawn_in_proportion_to_their_weights() -> None:
    board = position()
    state = new_playout_state(board, seed=3)
    state.board = state.root
    points = [u64(parse_point(name, SIZE)) for name in ("c2", "d4", "a1")]
    for point in points:
        add_move(state.moves, point)
    count = 20_000
    drawn = Counter(int(choose(state)) for _ in range(count))
    weights = np.array([int(weight(board, point)) for point in points])
    for point, expected in zip(points, weights / weights.sum(), strict=True):
        assert abs(drawn[int(point)] / count - expected) < 0.015


def test_a_sum_of_weights_is_small_enough_to_draw_from() -> None:
    shapes, liberties, distances = WEIGHTS[:13], WEIGHTS[13:21], WEIGHTS[21:]
    largest = int(shapes.max()) * int(liberties.max()) * int(distances.max())
    assert largest * len(all_points(19)) < LARGEST_SUM


def test_integers_are_never_zero_and_bounded() -> None:
    assert list(as_integers(np.array([0.0001, 1.0, 1000.0]))) == [1, 32, LARGEST]
