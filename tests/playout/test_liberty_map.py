from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from both_ways import printed_both_ways
from tengen.board.board import Board, new_board
from tengen.board.diagram import parse
from tengen.board.point import BLACK, WHITE, all_points, parse_point
from tengen.board.setup import board_of
from tengen.parts.options import to_record
from tengen.playout import liberty_map
from tengen.playout.liberty_map import (
    LibertyMapOptions,
    Ratings,
    new_ratings,
    pick_rated,
    place_of,
    rate_answers,
    situation,
)
from tengen.playout.local_value import local_value
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.rules.n_liberties import NLibertiesOptions
from tengen.playout.rules.two_liberties import TwoLibertiesOptions
from tengen.playout.state import PlayoutState, new_playout_state

FINAL = """
. X O .
X X O O
X X O .
X X X O
"""
MAPPED = PlayoutOptions(
    policy="moggy",
    two_liberties=TwoLibertiesOptions(liberty_map=True),
    n_liberties=NLibertiesOptions(liberty_map=True),
)


def finished() -> Board:
    return board_of(parse(FINAL), to_play=BLACK)


@pytest.mark.parametrize(
    ("name", "black", "white"),
    [
        ("A4", 2 + 2, 0),  # Black's eye, and both of its neighbours
        ("B3", 2 + 3, 1),
        ("D4", 0, 2 + 2),
        ("D2", 0, 2 + 3),  # White's eye
        ("B2", 2 + 3, 1),
        ("D1", 1, 2 + 1),
    ],
)
def test_local_value_is_a_third_and_a_sixth_for_each_neighbour(name: str, black: int, white: int) -> None:
    point = parse_point(name, 4)
    assert local_value(finished(), np.uint64(point), np.uint64(BLACK)) == black
    assert local_value(finished(), np.uint64(point), np.uint64(WHITE)) == white


def suggest(state: PlayoutState, names: list[str], about: str) -> None:
    state.moves.length = len(names)
    state.moves.points[: len(names)] = [parse_point(name, 4) for name in names]
    state.moves.chains[: len(names)] = state.board.chain[parse_point(about, 4)]


def counts_of_picks(
    state: PlayoutState, ratings: Ratings, options: LibertyMapOptions, picks: int = 2000
) -> Counter[int]:
    record = to_record(options)
    found: Counter[int] = Counter()
    for _ in range(picks):
        found[int(pick_rated(state, ratings, record))] += 1
        state.answers.length = 0
    return found


def rate(state: PlayoutState, ratings: Ratings, name: str, about: str, times: int) -> None:
    """Let a move be chosen alone, and count its local value on the finished board."""
    for _ in range(times):
        suggest(state, [name], about)
        pick_rated(state, ratings, to_record(LibertyMapOptions()))
        rate_answers(state, ratings)


def test_good_answers_are_preferred_and_bad_ones_left_to_exploring() -> None:
    state, ratings = new_playout_state(finished(), seed=1), new_ratings(64)
    state.board = finished()
    rate(state, ratings, "B3", about="B2", times=10)  # 5/6 for Black
    rate(state, ratings, "D4", about="B2", times=10)  # 0
    suggest(state, ["B3", "D4"], about="B2")
    found = counts_of_picks(state, ratings, LibertyMapOptions(explore=0.1))
    assert abs(found[parse_point("D4", 4)] / 2000 - 0.05) < 0.025
    # In another situation nothing is known: the random one is taken.
    suggest(state, ["B3", "D4"], about="C3")
    assert abs(counts_of_picks(state, ratings, LibertyMapOptions())[parse_point("D4", 4)] / 2000 - 0.5) < 0.06
    # If all are bad, the random one as well.
    suggest(state, ["B3", "D4"], about="B2")
    found = counts_of_picks(state, ratings, LibertyMapOptions(explore=0.0, good=0.99))
    assert abs(found[parse_point("D4", 4)] / 2000 - 0.5) < 0.06


def test_an_answer_without_a_rating_is_tried_before_a_bad_one() -> None:
    state, ratings = new_playout_state(finished(), seed=1), new_ratings(64)
    state.board = finished()
    rate(state, ratings, "D4", about="B2", times=1)
    suggest(state, ["D4", "A4"], about="B2")
    found = counts_of_picks(state, ratings, LibertyMapOptions(explore=0.0))
    assert found == {parse_point("A4", 4): 2000}


@pytest.mark.parametrize(("times", "is_good"), [(1, False), (5, False), (7, True), (100, True)])
def test_doubt_asks_for_more_games(times: int, is_good: bool) -> None:
    """B3 is worth 5/6 to Black: good by itself, and with 4 virtual games of a half only after six."""
    state, ratings = new_playout_state(finished(), seed=1), new_ratings(64)
    state.board = finished()
    rate(state, ratings, "B3", about="B2", times=times)
    rate(state, ratings, "D4", about="B2", times=times)  # 0
    for doubt, expected in ((0.0, True), (4.0, is_good)):
        suggest(state, ["B3", "D4"], about="B2")
        found = counts_of_picks(state, ratings, LibertyMapOptions(explore=0.0, doubt=doubt), picks=500)
        assert (found[parse_point("D4", 4)] == 0) == expected
    # What has no rating yet is tried first all the same.
    suggest(state, ["A4", "D4"], about="B2")
    assert counts_of_picks(state, ratings, LibertyMapOptions(explore=0.0, doubt=4.0))[parse_point("D4", 4)] == 0


def test_a_situation_is_told_by_liberties_their_neighbours_and_the_side_to_play() -> None:
    def key(drawing: str, stone: str, to_play: int = 1) -> int:
        board = board_of(parse(drawing), to_play=to_play)
        return int(situation(board, board.chain[parse_point(stone, 4)]))

    base = key(". . . .\n. X O .\n. O . .\n. . . .", "B3")
    assert base == key(". . . O\n. X O .\n. O . .\n. . . O", "B3"), "stones that touch no liberty do not matter"
    assert base != key(". . O .\n. X O .\n. O . .\n. . . .", "B3"), "a stone beside the liberty b4"
    assert base != key(". . . .\n. X O .\nO O . .\n. . . .", "B3"), "a stone beside the liberty a3"
    assert base != key(". . . .\n. X O .\n. O . .\n. . . .", "B3", to_play=2)


def test_a_full_map_keeps_what_is_tried_most() -> None:
    state, ratings = new_playout_state(finished(), seed=1), new_ratings(16)
    state.board = finished()
    rate(state, ratings, "B3", about="B2", times=200)
    for key in np.random.default_rng(1).integers(1, 2**63, 1000, np.uint64):
        ratings[int(place_of(ratings, key))].games += 1
    assert int((ratings.games & np.uint64(2**32 - 1)).max()) == 200
    assert (ratings.key != 0).all()


def test_threads_lose_no_rating() -> None:
    ratings = new_ratings(64)
    states = [new_playout_state(finished(), seed) for seed in (1, 2)]
    for state in states:
        state.board = finished()
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(rate, state, ratings, "B3", "B2", 5000) for state in states]:
            done.result()
    (used,) = ratings[ratings.key != 0]
    assert int(used.games) == (10_000 * 5 << 32) + 10_000


def test_playouts_fill_the_map_and_use_it() -> None:
    ratings = [np.zeros(0)] * 2
    for i, options in enumerate((MAPPED, PlayoutOptions(policy="moggy"))):
        policy = Policy(options)
        state = new_playout_state(new_board(5), seed=1)
        policy.run(state, 7.0, 200)
        ratings[i] = policy._ratings
        assert state.answers.length == 0
        assert state.tally.playouts == 200
    games = ratings[0]["games"] & np.uint64(2**32 - 1)
    values = (ratings[0]["games"] >> np.uint64(32))[games > 0] / games[games > 0] / 6
    assert len(ratings[0]) == liberty_map.ENTRIES
    assert (games > 0).sum() > 200
    assert ((values >= 0) & (values <= 1)).all()
    assert 0.3 < np.average(values, weights=games[games > 0]) < 0.9
    assert len(ratings[1]) == 1
    assert ratings[1]["key"][0] == 0


SCRIPT = """
import msgspec
from tengen.board.board import new_board
from tengen.playout.state import new_playout_state
from tengen.playout.policy import PlayoutOptions, Policy
options = msgspec.convert(
    {"policy": "moggy", "two_liberties": {"liberty_map": True}, "n_liberties": {"liberty_map": True, "chance": 1.0},
     "choosers": ["preference"]},
    PlayoutOptions,
)
policy, state = Policy(options), new_playout_state(new_board(5), seed=5)
policy.run(state, 0.5, 4)
print(state.trail.points[: int(state.trail.length)].tolist(), [r.tolist() for r in policy._ratings if r.key])
"""


def test_compiled_and_plain_agree() -> None:
    compiled, plain = printed_both_ways(SCRIPT)
    assert compiled == plain
    assert len(all_points(5)) < len(compiled)
