"""The engine tree-search: solved positions, passing, resigning, and how the move is chosen."""

import time
from pathlib import Path
from typing import Any

import pytest

from tengen.board.grid import Move
from tengen.board.point import BLACK, PASS, RESIGN, WHITE, other
from tengen.engines import tree_search
from tengen.engines.ending import NOT_OVER, Filling
from tengen.engines.tree_search import MOVES_TO_WAIT, TreeSearchPlayer, _Clear
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.options import OptionError
from tengen.parts.settings import Origin, Settings
from tengen.report.report import MoveReport
from tengen.tree.parts.dynamic_komi import KomiCompanion
from tengen.tree.reward import RewardOptions, reward_of
from tree.made_search import RECIPES, made_options

ALL = pytest.mark.parametrize("recipe", RECIPES)


def engine(recipe: str, seed: int = 1, **changed: Any) -> TreeSearchPlayer:
    return TreeSearchPlayer(Settings(made_options(recipe, **changed)), seed)


def position(drawing: str, komi: float = 0.0, rules: str = "chinese") -> Game:
    game = Game(5, komi, rules)
    game.set_up(drawing)
    return game


@ALL
def test_3x3_is_won_by_nine_from_the_centre(recipe: str) -> None:
    game = Game(3, 8.5, "chinese")
    choice = engine(recipe, simulations=5000).choose(game, int(BLACK))
    assert game.name(choice.point) == "B2"
    assert choice.win_rate is not None
    assert choice.win_rate > 0.5


@pytest.mark.slow  # 4x4 would be compiled for it alone
@ALL
def test_4x4_is_won_by_two_from_a_middle_point(recipe: str) -> None:
    game = Game(4, 1.5, "chinese")
    choice = engine(recipe, simulations=10_000).choose(game, int(BLACK))
    assert game.name(choice.point) in ("B2", "B3", "C2", "C3")
    assert choice.win_rate is not None
    assert choice.win_rate > 0.5


SOLVED = {
    "starts a ladder from the side where it works": (
        """
        . . . . .
        . O . . .
        O X . . .
        . O . . .
        . . . . .
        """,
        0.0,
        {"white": "C3"},
    ),
    "captures before it is captured": (
        """
        X X X X X
        X X X X .
        O O O O .
        O O O O O
        O O O O O
        """,
        0.0,
        {"black": "E3", "white": "E4"},
    ),
    "lives or kills in the middle of three": (
        """
        . . . X O
        X X X X O
        O O O O O
        O O O O O
        O O . O .
        """,
        -10.0,
        {"black": "B5", "white": "B5"},
    ),
}


@ALL
@pytest.mark.parametrize(("name", "colour"), [(name, colour) for name in SOLVED for colour in SOLVED[name][2]])
def test_solved_positions(recipe: str, name: str, colour: str) -> None:
    drawing, komi, answers = SOLVED[name]
    game = position(drawing, komi)
    choice = engine(recipe, simulations=3000).choose(game, {"black": 1, "white": 2}[colour])
    assert game.name(choice.point) == answers[colour]


HALF_A_POINT = """
    . X . O .
    X X X O O
    X X X O O
    . X X O .
    X X X O O
"""


@ALL
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_dame_decides_by_half_a_point(recipe: str, colour: int) -> None:
    """Black has 14 points, White 10, and the last point makes it 5 or 3."""
    game = position(HALF_A_POINT, 4.5 if colour == BLACK else 3.5)
    choice = engine(recipe, simulations=2000).choose(game, int(colour))
    assert game.name(choice.point) == "C5"


FINISHED = """
    . X O . .
    . X O . .
    . X O . .
    X X O O O
    . X O . .
"""


@pytest.mark.parametrize(
    ("colour", "komi", "passes"),
    [(BLACK, -6, True), (BLACK, 0, False), (WHITE, 0, True), (WHITE, -6, False)],
)
@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor"])
def test_a_pass_is_answered_by_a_pass_only_where_that_wins(colour: int, komi: float, passes: bool, rules: str) -> None:
    game = position(FINISHED, komi, rules)
    game.play("pass", other(colour))
    choice = engine("pachi", simulations=300).choose(game, int(colour))
    assert (choice.point == PASS) == passes
    assert game.is_legal(choice.point, int(colour))


def test_one_looks_only_now_and_then_whether_a_game_is_over_that_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(tree_search, "ending_of", lambda game, *_: looks.append(len(game.moves)) or NOT_OVER)
    player, game = engine("pachi", simulations=50), Game(5, 0.0, "chinese")
    for moves in ("C3 D3", "C2 D2", "C4 D4", "C5 D5", "C1 pass"):
        player._clear = _Clear(0, 1.0)  # all points had an owner in the search before
        player.choose(game, int(BLACK))
        for move in moves.split():
            game.play(move)
    player.choose(game, int(BLACK))
    assert looks == [0, MOVES_TO_WAIT, len(game.moves)], "a pass is always answered by a look at the board"


@pytest.mark.parametrize(("simulations", "judged_with"), [(50, 500), (300, None)])
def test_a_weak_level_judges_the_end_with_fewer_simulations(
    simulations: int, judged_with: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise nearly all of its time in an endgame would go into that."""
    limits: list[Limit | None] = []
    judge = TreeSearchPlayer.owners
    monkeypatch.setattr(
        TreeSearchPlayer, "owners", lambda player, game, limit: limits.append(limit) or judge(player, game, limit)
    )
    game = position(FINISHED, 0.0)
    game.play("pass", WHITE)
    engine("pachi", simulations=simulations).choose(game, int(BLACK))
    (limit,) = limits
    assert (limit.simulations if limit else None) == judged_with


NEUTRAL_COLUMN = """
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
"""


def test_neutral_points_are_filled_without_judging_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(7, 0.0, "chinese")
    game.set_up(NEUTRAL_COLUMN)
    looks: list[int] = []
    judge = TreeSearchPlayer.owners
    monkeypatch.setattr(
        TreeSearchPlayer,
        "owners",
        lambda player, game, limit: looks.append(len(game.moves)) or judge(player, game, limit),
    )
    players = [engine("pachi", simulations=300) for _ in "BW"]
    for turn in range(7):
        players[turn % 2]._clear = _Clear(0, 1.0)
        choice = players[turn % 2].choose(game, game.to_play)
        assert game.name(choice.point)[0] == "D"
        game.play(game.name(choice.point))
    assert looks == [0, 1]


def filled(game: Game, names: str) -> Filling:
    """Return what is kept of a game that was judged as it stands, with some neutral points left."""
    points = {Move.parse(name, int(BLACK), game.size).point for name in names.split()}
    return Filling([], int(game.board.empty_count), points, points)


def test_an_ending_is_kept_while_only_neutral_points_are_filled() -> None:
    game = Game(7, 0.0, "chinese")
    game.set_up(NEUTRAL_COLUMN)
    filling = filled(game, "D1 D2 D3")
    game.play("D1")
    kept = filling.ending(game, int(WHITE))
    assert kept is not None
    assert sorted(map(game.name, kept.wanted)) == ["D2", "D3"]
    assert filling.ending(position(FINISHED), int(WHITE)) is None, "this is another game"
    game.play("F1")
    assert filling.ending(game, int(BLACK)) is None, "F1 was not neutral"


def test_an_ending_is_judged_again_when_liberties_get_short() -> None:
    game = position("""
        . X . O .
        X X . O O
        X X O O .
        X X O O O
        X X O . O
    """)
    filling = filled(game, "C4 C5")
    game.play("C4", WHITE)
    assert filling.ending(game, int(WHITE)) is not None
    assert filling.ending(game, int(BLACK)) is None, "Black has two liberties left"


@pytest.mark.parametrize(("simulations", "passes"), [(20, True), (300, False)])
def test_who_searches_too_little_to_resign_passes_in_a_lost_game(simulations: int, passes: bool) -> None:
    game = position(FINISHED, 6.0)
    game.play("pass", WHITE)
    player = engine("pachi", simulations=simulations, resign=0.0)
    assert (player.choose(game, int(BLACK)).point == PASS) == passes


DEAD_STONE = """
    . X O . .
    . X O . X
    . X O . .
    X X O O O
    . X O . .
"""


@pytest.mark.parametrize("recipe", ["mogo", "pachi"])
def test_dead_stones_are_taken_first_where_the_rules_remove_none(recipe: str) -> None:
    """White is ahead only without the black stone; after two passes it would count, and with it half of her area."""
    game = position(DEAD_STONE, 0.0, "tromp-taylor")
    assert engine(recipe, simulations=2000).choose(game, int(WHITE)).point != PASS
    game.play("pass", "black")
    assert engine(recipe, simulations=2000).choose(game, int(WHITE)).point != PASS
    agreed = position(DEAD_STONE, 0.0, "chinese")
    agreed.play("pass", "black")
    assert engine(recipe, simulations=300).choose(agreed, int(WHITE)).point == PASS


def test_resigning() -> None:
    lost = position(FINISHED, komi=30.0)  # more than there are points
    assert engine("mogo", resign=0.05, resign_after=0.0, simulations=200).choose(lost, int(BLACK)).point == RESIGN
    assert engine("mogo", resign=0.05, resign_after=0.25, simulations=200).choose(lost, int(BLACK)).point != RESIGN
    assert engine("mogo", resign=0.0, resign_after=0.0, simulations=200).choose(lost, int(BLACK)).point != RESIGN
    assert engine("mogo", resign=0.05, resign_after=0.0, simulations=200).choose(lost, int(WHITE)).point != RESIGN


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_board_without_sensible_moves(colour: int) -> None:
    game = position("""
        . X X X .
        X X X X X
        X X X X X
        X X X X X
        X X X X X
    """)
    assert engine("mango", simulations=100).choose(game, int(colour)).point == PASS


@pytest.mark.parametrize("seed", range(5))
def test_no_pass_while_behind(seed: int) -> None:
    game = Game(5, -40.0)
    game.play("C3")
    choice = engine("pachi", seed, simulations=60).choose(game, int(WHITE))
    assert choice.win_rate is not None
    assert choice.win_rate < 0.5
    assert choice.point != PASS


@ALL
def test_the_first_move_is_a_move(recipe: str) -> None:
    """On an empty board most moves are struck out as twins of others."""
    game = Game(5, 0.5)
    choice = engine(recipe, simulations=300).choose(game, int(BLACK))
    assert choice.point in game.distinct_points()
    assert choice.simulations == 300


def test_robust_max_ends_when_it_is_stopped_and_within_twice_the_time() -> None:
    player = engine("mogo", final="robust-max", simulations=200)
    assert 200 <= player.choose(Game(5, 0.5), int(BLACK)).simulations <= 400
    timed = engine("mogo", final="robust-max", simulations=0, seconds=0.5)
    timed.choose(Game(5, 0.5), int(BLACK))
    assert timed.searcher.report is not None
    assert 0.4 < timed.searcher.report.seconds < 2.0  # a second, and some for a busy machine


def move(point: int, visits: int, win_rate: float) -> MoveReport:
    return MoveReport(Move(1, point, 5), visits, win_rate, None, None, ())


@pytest.mark.parametrize(("final", "expected"), [("robust", 7), ("robust-max", 7), ("max", 9), ("secure", 8)])
def test_final_move(final: str, expected: int) -> None:
    """The lower bounds v - 4 / sqrt(n) are 0.1, 0.2 and -3.1."""
    moves = [move(7, 100, 0.5), move(8, 64, 0.7), move(9, 1, 0.9)]
    assert engine("mogo", final=final)._best(moves).point == expected


@pytest.mark.parametrize(
    ("lead", "scale", "expected"),
    [
        (0.5, 0.0, 1.0),
        (-0.5, 0.0, 0.0),
        (0.0, 0.0, 0.5),
        (20.0, 0.04, 0.92 + 0.04 + 0.02),
        (100.0, 0.04, 1.0),
        (-100.0, 0.04, 0.0),
        (-10.0, 0.04, 0.03),
        (0.0, 0.04, 0.5),
    ],
)
def test_value_scaling(lead: float, scale: float, expected: float) -> None:
    from tengen.parts.options import to_record

    assert reward_of(lead, to_record(RewardOptions(scale=scale))) == pytest.approx(expected)


def test_options_may_change_and_a_seed_may_be_set() -> None:
    game, player = Game(5, 0.5), engine("mogo", simulations=60)
    first = player.choose(game, int(BLACK))
    assert first.simulations == 60
    player.reseed(1)
    assert player.choose(game, int(BLACK)) == first
    player.settings.set("simulations", 30, Origin.PYTHON)
    assert player.choose(game, int(BLACK)).simulations == 30


def test_pondering_helps_the_next_choice_and_ends_with_it() -> None:
    thinker, game = engine("mogo", simulations=50), Game(5, 0.5)
    game.play(thinker.choose(game, int(BLACK)).point)  # compiles, too
    thinker.searcher.ponder(game)
    time.sleep(0.5)
    thinker.searcher.rest()
    pondered = thinker.searcher.search().report()
    assert pondered.colour == WHITE
    assert pondered.simulations > 1000
    thinker.searcher.ponder(game)
    answer = pondered.moves[0].point
    game.play(answer)
    choice = thinker.choose(game, int(BLACK))
    assert game.is_legal(choice.point)
    report = thinker.searcher.report
    assert report is not None
    assert report.visits > report.simulations + 100, "the tree below the answer is kept"
    thinker.searcher.rest()  # there is nothing to end


def test_a_forced_book_is_played_without_search(tmp_path: Path) -> None:
    book = tmp_path / "book.dat"
    book.write_text("5 | B4\n5 B4 | D2\n")
    player, game = engine("mogo", simulations=50, book={"forced": str(book)}), Game(5, 0.5)
    choice = player.choose(game, int(BLACK))
    assert game.name(choice.point) == "B4"
    assert player.searcher.report is None
    game.play("B4")
    assert game.name(player.choose(game, int(WHITE)).point) == "D2"
    assert player.choose(game, int(BLACK)).simulations == 50  # not whose turn it is
    game.play("C3")
    assert player.choose(game, int(BLACK)).simulations == 50


def test_a_book_that_cannot_be_read_is_named() -> None:
    player = engine("mogo", simulations=50, book={"forced": "nowhere.dat"})
    with pytest.raises(OptionError, match=r"nowhere\.dat cannot be read"):
        player.choose(Game(5, 0.5), int(BLACK))


def test_pondering_keeps_our_own_dynamic_komi() -> None:
    game = Game(5, -30.5)  # Black is far ahead, and pays
    options = {"mode": "value", "slice": 50, "opening": 0}
    player = engine("pachi", simulations=2000, komi=options)
    game.play("C3", "white")
    game.play(player.choose(game, int(BLACK)).point)
    (komi,) = (one.komi for one in player.searcher.search().companions if isinstance(one, KomiCompanion))
    assert komi.komi > 0
    player.searcher.ponder(game)
    assert komi.komi > 0  # counted from White's side it would be below
    player.searcher.rest()
    assert komi.in_blacks_view > 0
