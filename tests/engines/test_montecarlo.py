"""One-level Monte-Carlo, with and without all-moves-as-first."""

import pytest

from engines.made_player import made_player
from tengen.board.point import BLACK, PASS, WHITE
from tengen.engines.player import Player
from tengen.game.game import Game
from tengen.parts.settings import Origin

BOTH = pytest.mark.parametrize("preset", ["montecarlo", "amaf"])


def new_engine(preset: str, simulations: int, *assignments: str, seed: int = 1) -> Player:
    return made_player(preset, assignments=[f"simulations={simulations}", *assignments], seed=seed)


def position(drawing: str, komi: float = 0.0, rules: str = "chinese") -> Game:
    game = Game(5, komi, rules)
    game.set_up(drawing)
    return game


MUTUAL_ATARI = """
    X X X X X
    X X X X .
    O O O O .
    O O O O O
    O O O O O
"""


@BOTH
@pytest.mark.parametrize(("colour", "name"), [(BLACK, "E3"), (WHITE, "E4")])
def test_it_captures_before_it_is_captured(preset: str, colour: int, name: str) -> None:
    game = position(MUTUAL_ATARI)
    choice = new_engine(preset, 200).choose(game, int(colour))
    assert game.name(choice.point) == name
    assert choice.win_rate is not None
    assert choice.win_rate > 0.6  # the playouts are random: 0.78 and 0.85 in the long run
    assert choice.simulations == 200


@BOTH
def test_it_beats_random_on_9x9(preset: str) -> None:
    lost = [seed for seed in range(2) if not wins_against_random(preset, seed)]
    assert lost == []


def wins_against_random(preset: str, seed: int) -> bool:
    """Play a game, Monte-Carlo with Black when the seed is even; return whether it wins."""
    game, colour = Game(9, 0.5), int((BLACK, WHITE)[seed % 2])
    engines = {colour: new_engine(preset, 200, seed=seed), 3 - colour: made_player("random", seed=seed)}
    while not game.is_over and len(game.moves) < 300:
        game.play(engines[game.to_play].choose(game, game.to_play).point)
    margin = game.score().margin
    return margin > 0 if colour == BLACK else margin < 0


def played(preset: str, seed: int) -> list[int]:
    """Return the first moves of a game of an engine against itself."""
    game, engine = Game(5), new_engine(preset, 30, seed=seed)
    while not game.is_over and len(game.moves) < 30:
        game.play(engine.choose(game, game.to_play).point)
    return [move.point for move in game.moves]


@BOTH
def test_a_seed_makes_a_game(preset: str) -> None:
    assert played(preset, 1) == played(preset, 1)
    assert played(preset, 1) != played(preset, 2)


FINISHED = """
    . X O . .
    . X O . .
    . X O . .
    X X O O O
    . X O . .
"""


@BOTH
@pytest.mark.parametrize(
    ("colour", "komi", "passes"),
    [
        (BLACK, -6, True),  # Black has 10 points, White 15
        (BLACK, 0, False),
        (BLACK, -5, False),  # a draw is not a win
        (WHITE, -5, False),
        (WHITE, 0, True),
        (WHITE, -6, False),
    ],
)
def test_a_pass_is_answered_by_a_pass_where_that_wins(preset: str, colour: int, komi: float, passes: bool) -> None:
    game = position(FINISHED, komi)
    game.play("pass", 3 - int(colour))
    assert (new_engine(preset, 50).choose(game, int(colour)).point == PASS) == passes


@BOTH
def test_no_pass_without_a_pass_before(preset: str) -> None:
    game = position(FINISHED, komi=-6)
    assert new_engine(preset, 50).choose(game, int(BLACK)).point != PASS
    game.play("pass", "black")  # its own, not the opponent's
    assert new_engine(preset, 50).choose(game, int(BLACK)).point != PASS


DEAD_STONE = """
    . X O . .
    . X O . X
    . X O . .
    X X O O O
    . X O . .
"""


def test_dead_stones_count_only_where_the_rules_remove_none() -> None:
    passes = {}
    for rules in ("chinese", "tromp-taylor"):
        game = position(DEAD_STONE, 0, rules)
        game.play("pass", "black")
        passes[rules] = new_engine("montecarlo", 50).choose(game, int(WHITE)).point == PASS
    assert passes == {"chinese": True, "tromp-taylor": False}


@BOTH
def test_it_passes_when_only_eyes_are_left(preset: str) -> None:
    game = position("""
        . X X X .
        X X X X X
        X X X X X
        X X X X X
        X X X X X
    """)
    assert new_engine(preset, 50).choose(game, int(BLACK)).point == PASS
    assert new_engine(preset, 50).choose(game, int(WHITE)).point == PASS


@BOTH
def test_a_move_that_superko_forbids_is_not_chosen(preset: str) -> None:
    game = Game(5, 0, "chinese")
    for name in ("A2", "C3", "B3", "D2", "B1", "C1", "E5", "B2", "C2", "pass", "pass"):
        game.play(name)
    assert not game.is_legal("B2", "white")  # takes the ko back, and the board is as it was
    choice = new_engine(preset, 100).choose(game, int(WHITE))
    assert game.is_legal(choice.point, int(WHITE))
    assert game.name(choice.point) != "B2"


@BOTH
def test_the_game_is_not_changed(preset: str) -> None:
    game = position(MUTUAL_ATARI)
    before = game.board.colour.tobytes(), list(game.moves)
    new_engine(preset, 100).choose(game, int(BLACK))
    assert (game.board.colour.tobytes(), game.moves) == before


def test_options_may_change_between_two_choices() -> None:
    game, engine = Game(5), new_engine("montecarlo", 60)
    assert engine.choose(game, int(BLACK)).simulations == 60
    engine.settings.set("simulations", 30, Origin.PYTHON)
    assert engine.choose(game, int(BLACK)).simulations == 30


@BOTH
def test_out_of_turn_is_as_if_the_other_side_had_passed(preset: str) -> None:
    game, passed = position(MUTUAL_ATARI, komi=-20), position(MUTUAL_ATARI, komi=-20)
    passed.play("pass", "black")
    assert new_engine(preset, 50).choose(game, int(WHITE)) == new_engine(preset, 50).choose(passed, int(WHITE))


@BOTH
def test_out_of_turn_the_ko_of_the_other_side_is_over(preset: str) -> None:
    game = Game(5, 0)
    for name in ("A2", "C3", "B3", "D2", "B1", "C1", "E5", "B2", "C2"):
        game.play(name)
    assert not game.is_legal("B2", "white"), "Black has just taken the ko, and may connect it"
    without_ko = game.copy()
    without_ko.board.ko = PASS
    assert new_engine(preset, 200).choose(game, int(BLACK)) == new_engine(preset, 200).choose(without_ko, int(BLACK))


def test_simulations_are_shared_out_but_with_all_moves_as_first() -> None:
    """Of 200 simulations each of 25 moves gets 8, so its share of wins is in eighths."""
    values = [new_engine(preset, 200).choose(Game(5, 0.5), int(BLACK)).win_rate for preset in ("montecarlo", "amaf")]
    assert [value is not None and (8 * value).is_integer() for value in values] == [True, False]


@BOTH
def test_fewer_simulations_than_moves(preset: str) -> None:
    assert Game(5).is_legal(new_engine(preset, 1).choose(Game(5), int(BLACK)).point)


@pytest.mark.parametrize("word", ["playout.rules=capture", "playout.policy=capture"])
@BOTH
def test_other_playouts_give_other_results(preset: str, word: str) -> None:
    plain = new_engine(preset, 200).choose(Game(5), int(BLACK))
    assert new_engine(preset, 200).choose(Game(5), int(BLACK)) == plain
    assert new_engine(preset, 200, word).choose(Game(5), int(BLACK)) != plain


def test_playouts_may_change_between_two_choices() -> None:
    changed, unchanged = new_engine("amaf", 200), new_engine("amaf", 200)
    assert changed.choose(Game(5), int(BLACK)) == unchanged.choose(Game(5), int(BLACK))
    changed.settings.set("playout.rules", "capture", Origin.PYTHON)
    assert changed.choose(Game(5), int(BLACK)) != unchanged.choose(Game(5), int(BLACK))


@pytest.mark.parametrize("rules", ["new-zealand", "tromp-taylor"])
@pytest.mark.parametrize("preset", ["random", "montecarlo", "amaf"])
def test_a_game_ends_also_where_suicide_is_allowed(preset: str, rules: str) -> None:
    """They used to sacrifice their own chains, and to begin again on the empty board."""
    player = made_player(preset, assignments=[] if preset == "random" else ["simulations=8"], seed=1)
    for _ in range(3):
        game = Game(5, 0.5, rules)
        while not game.is_over:
            game.play(player.choose(game, game.to_play).point)
            assert len(game.moves) < 500
