import os
import subprocess
import sys

import pytest

from tengen.board.board import new_board
from tengen.board.diagram import parse
from tengen.board.point import BLACK, EMPTY, WHITE, all_points, parse_point
from tengen.board.score import area_owners
from tengen.board.setup import board_of
from tengen.game.game import Game
from tengen.playout.policy import POLICIES, PlayoutOptions, Policy, recipe_of
from tengen.playout.rules.capture import CaptureOptions
from tengen.playout.state import MOVES_A_POINT, PlayoutState, new_playout_state
from tengen.playout.status import final_status, ownership

RESULTS_SCRIPT = """
from tengen.board.board import new_board
from tengen.playout.state import new_playout_state
from tengen.playout.policy import POLICIES, PlayoutOptions, Policy
for policy in POLICIES:
    options = PlayoutOptions(policy=policy)
    for size in (5,):
        state = new_playout_state(new_board(size), seed=size)
        Policy(options).survey(state, 0.5, 3)
        print(policy, size, state.tally.tolist(), state.trail.points[: int(state.trail.length)].tolist())
"""


def played(policy: str, size: int, count: int, seed: int = 1, komi: float = 7.0) -> PlayoutState:
    options = PlayoutOptions(policy=policy)
    state = new_playout_state(new_board(size), seed)
    Policy(options).survey(state, komi, count)
    return state


@pytest.mark.parametrize(("policy", "size"), [("random", 5), ("random", 9), ("capture", 5), ("mogo", 5)])
def test_playouts_end_with_nothing_left_to_play(policy: str, size: int) -> None:
    for seed in range(20):
        state = played(policy, size, 1, seed)
        assert state.trail.length < MOVES_A_POINT * size * size
        game = Game(size, rules="japanese")
        game.board = state.board
        for colour in (BLACK, WHITE):
            for point in game.legal_points(int(colour)):
                code = int(state.board.code[point])
                assert {code >> 2 * k & 3 for k in range(4)} <= {int(colour), 3}, "only own eyes are left"


def test_the_trail_replays_to_the_final_position() -> None:
    state = played("random", 9, 1)
    game = Game(9, rules="japanese")
    for point in state.trail.points[: int(state.trail.length)]:
        game.play(int(point))
    assert game.board.key == state.board.key
    area = area_owners(game.board)
    assert (area == BLACK).sum() - (area == WHITE).sum() == state.tally.score
    owners = {p: int(state.tally.owner[p]) for p in all_points(9)}
    assert sum(owners.values()) == state.tally.score


def test_random_playouts_have_the_known_averages() -> None:
    # What an independent program in C counts on 9x9: 111.0 moves; Black wins 42.1 % at komi 7, draws not among them.
    state = played("random", 9, 40_000)
    assert abs(state.tally.moves / state.tally.playouts - 111.0) < 0.6
    wins_with_less_komi = played("random", 9, 40_000, komi=6.5).tally.black_wins
    draws = 2 * (wins_with_less_komi - state.tally.black_wins)
    assert abs((state.tally.black_wins - draws / 2) / 40_000 - 0.421) < 0.0125


def test_amaf_counts_each_point_once_a_playout() -> None:
    state = played("random", 5, 500)
    visits = state.tally.amaf_visits
    assert (visits[1] + visits[2] <= 500).all()
    # On 5x5 nearly every point is occupied at some time.
    assert (visits[1] + visits[2])[all_points(5)].min() > 450
    assert (state.tally.amaf_wins <= visits).all()


def test_amaf_credits_the_first_colour_on_a_point() -> None:
    state = played("random", 9, 1, seed=4, komi=-100.0)
    firsts: dict[int, int] = {}
    for turn, point in enumerate(state.trail.points[: int(state.trail.length)]):
        firsts.setdefault(int(point), 1 + turn % 2)
    for point in all_points(9):
        for colour in (1, 2):
            expected = int(firsts.get(point) == colour)
            assert state.tally.amaf_visits[colour, point] == expected
            assert state.tally.amaf_wins[colour, point] == expected  # Black wins with that komi


def test_capture_policy_captures() -> None:
    board = board_of(parse("O X . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."), to_play=BLACK)
    options = PlayoutOptions(policy="capture")
    for seed in range(20):
        state = new_playout_state(board, seed)
        Policy(options).run(state, 0.5, 1)
        assert state.trail.points[0] == parse_point("A4", 5)


def test_a_chance_of_zero_switches_a_rule_off() -> None:
    trails = []
    never = CaptureOptions(chance=0.0)
    for options in (PlayoutOptions(), PlayoutOptions(rules=("capture",), capture=never)):
        state = new_playout_state(new_board(5), seed=3)
        Policy(options).run(state, 0.5, 200)
        trails.append(state.tally.black_wins / 200)
    assert abs(trails[0] - trails[1]) < 0.2


def test_compiled_and_plain_playouts_are_the_same() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", RESULTS_SCRIPT],
            env=os.environ | {"NUMBA_DISABLE_JIT": switch},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for switch in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("(3, ") == len(POLICIES), "a tally of three playouts for each policy and size"


FINISHED = """
. X . X O . O
X X X X O O .
X O . X O . O
X X X X O O O
X . X X O . O
X X . X O O .
. X X X O . O
"""


def finished_game(rules: str = "chinese") -> Game:
    game = Game(7, komi=0.5, rules=rules)
    game.set_up(FINISHED)
    return game


def test_a_stone_in_an_eye_space_is_dead() -> None:
    status = final_status(finished_game())
    assert status.dead == [[parse_point("B5", 7)]]
    assert status.seki == []
    assert len(status.alive) == 4


def test_where_rules_remove_nothing_all_is_alive() -> None:
    assert final_status(finished_game("cgos")).dead == []


SEKI = """
. O X X O X .
O O X X O X X
O O X . O X X
. O X X O X .
O O X . O X X
O O X O O X X
O O X O O X X
"""


def test_seki_is_seen_and_its_liberties_are_nobodys() -> None:
    game = Game(7, komi=0.5, rules="japanese")
    game.set_up(SEKI)
    status = final_status(game)
    assert sorted(len(chain) for chain in status.seki) == [9, 10]
    assert status.dead == []
    assert len(status.alive) == 2
    assert game.score() == (2.0, 2.5)


def test_ownership_is_blacks_view() -> None:
    owner = ownership(finished_game(), playouts=200).mean
    assert owner[parse_point("A7", 7)] > 0.9
    assert owner[parse_point("F7", 7)] < -0.9
    assert finished_game().board.colour[parse_point("A7", 7)] == EMPTY


def test_parts_of_a_policy_are_kept_extended_or_switched_off() -> None:
    moggy = POLICIES["moggy"]
    assert recipe_of(PlayoutOptions(policy="moggy")) == moggy
    assert recipe_of(PlayoutOptions(policy="moggy", filters=())) == moggy._replace(filters=())
    assert recipe_of(PlayoutOptions(policy="moggy", rules=())) == moggy._replace(rules=())
    extended = recipe_of(PlayoutOptions(policy="moggy", rules=("policy", "joseki"), samplers=("urgency",)))
    assert extended == moggy._replace(rules=(*moggy.rules, "joseki"), samplers=("urgency",))
