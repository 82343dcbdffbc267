"""Replay: the policy's own move."""

from collections import Counter

import pytest

from engines.made_player import made_player
from tengen.board.point import BLACK, PASS, WHITE
from tengen.engines.player import Player
from tengen.game.game import Game
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state


def new_engine(policy: str, seed: int = 1) -> Player:
    return made_player("replay", assignments=[f"playout.policy={policy}", "playouts=200"], seed=seed)


ATARI = """
    . . . . .
    . X O . .
    X O O X .
    . X X . .
    . . . . .
"""


def test_it_plays_what_the_policy_prefers() -> None:
    game = Game(5, 0.5)
    game.set_up(ATARI.replace("O .", "O X", 1))  # White has a liberty at C5 only
    assert game.name(new_engine("capture").choose(game, int(BLACK)).point) == "C5"


def test_it_plays_for_either_colour_and_changes_nothing() -> None:
    game, engine = Game(5), new_engine("random")
    game.play("C3")
    before = game.board.colour.tobytes(), list(game.moves), game.to_play
    for colour in (BLACK, WHITE):
        assert game.is_legal(engine.choose(game, int(colour)).point, int(colour))
    assert (game.board.colour.tobytes(), game.moves, game.to_play) == before


def test_it_passes_when_the_policy_does() -> None:
    game = Game(2)
    game.play("A1", "black")
    game.play("B2", "black")
    assert new_engine("random").choose(game, int(BLACK)).point == PASS


def played(seed: int) -> list[int]:
    game, engine = Game(5), new_engine("random", seed)
    while not game.is_over and len(game.moves) < 200:
        game.play(engine.choose(game, game.to_play).point)
    return [move.point for move in game.moves]


def test_a_seed_makes_a_game() -> None:
    assert played(1) == played(1)
    assert played(1) != played(2)


def test_first_moves_are_those_of_playouts() -> None:
    game, policy = Game(2), Policy(PlayoutOptions())
    counts = policy.first_moves(new_playout_state(game.board, 3), 4000)
    assert sum(counts.values()) == 4000
    assert set(counts) == set(game.legal_points())
    assert min(counts.values()) > 850  # 1000 are expected, with a deviation of 27
    state = new_playout_state(game.board, 4)
    by_playout: Counter[int] = Counter()
    for _ in range(400):
        policy.run(state, 0.0, 1)
        by_playout[int(state.trail.points[0])] += 1
    assert by_playout.keys() == counts.keys()


@pytest.mark.parametrize("policy", ["random", "capture"])
def test_it_answers_a_pass_that_loses_by_a_pass(policy: str) -> None:
    game = Game(5, 0.5)
    game.set_up("\n".join(["X X X X X", "X . X . X", "X X X X X", "X . X . X", "X X X X ."]))
    game.play("pass", "white")
    assert new_engine(policy).choose(game, int(BLACK)).point == PASS
