"""The end of a game: when the engine passes, what it counts, and how it cleans up."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from differential.test_records import points_of, records
from tengen import BLACK, PASS, WHITE, Engine, Game, Limit
from tengen.engines.tree_search import TreeSearchPlayer
from tengen.playout.status import ownership

NEUTRAL = """
    . O . O . O . O .
    O O O O O O O O O
    . O . . . . . . .
    O O O O O O O O O
    X X X X . X X X X
    X X X X X X X . X
    X . X X X X X X X
    X X X X X X X . X
    X X X X . X X X X
"""

DEAD = """
    . O . O . O . O .
    O O O O O O O O O
    . O . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    X X X X X X X . X
    . . . X X X X X X
    . O . X X X X . X
    . . . X X X X X X
"""

ONE_SIDED = """
    . O . O . O . O .
    O O O O O O O O O
    . O . . . . . . .
    O O O O . O O O O
    X X X X O X X X X
    X X X X O . X . X
    X . X X X X X X X
    X X X X X X X . X
    X X X X . X X X X
"""

UNSETTLED = """
    . O . O . O . O .
    O O O O O O O O O
    . O . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    X X X X X X X . X
    X X X X X X X X X
    O O O O X X X . X
    . . . O X X X X X
"""

OPEN = """
    . X . X O . . . .
    X X X X O O . . .
    X . X X X O . . .
    X X X X X O . . .
    X . X X X X . . .
    X X X X O O . . .
    X . X X O . . . .
    X X X X O . . . .
    . X . X O . . . .
"""

LEADS_BY_A_LITTLE = """
    . . . . . . . . .
    . . . . O . . . .
    O O O O X . O . .
    X O O X O O O O O
    X X X X X X O X O
    X . . . X . X X X
    . X X X . X . X .
    X O O O X . X . .
    . . . . . X . . .
"""
WALLS = """
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . X . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
"""

SHORT, LONG = Limit(simulations=300), Limit(simulations=2000)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine("tengen", seed=1, memory=32, resign=0.0) as engine:
        yield engine


def position(drawing: str, rules: str, komi: float = 0.5, to_play: int = BLACK) -> Game:
    game = Game(9, komi, rules)
    game.set_up(drawing)
    game.to_play = to_play
    return game


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_a_neutral_point_is_filled_under_area_rules_only(engine: Engine, to_play: int) -> None:
    assert str(engine.play(position(NEUTRAL, "chinese", to_play=to_play), SHORT)) == "E5"
    assert str(engine.play(position(NEUTRAL, "japanese", to_play=to_play), SHORT)) == "pass"


def test_a_neutral_point_that_only_one_side_may_fill(engine: Engine) -> None:
    """On F4 White would be in atari, and lose three stones. Black gains by it: White must then connect on E6."""
    for rules, komi in (("chinese", 4.5), ("japanese", -8.5)):  # so that half a point decides
        assert str(engine.play(position(ONE_SIDED, rules, komi, to_play=int(BLACK)), LONG)) == "F4"
        assert str(engine.play(position(ONE_SIDED, rules, komi, to_play=int(WHITE)), LONG)) != "F4"
        game = position(ONE_SIDED, rules, komi, to_play=int(BLACK))
        game.play("F4")
        assert str(engine.play(game, LONG)) == "E6"
    as_it_stands = position(ONE_SIDED, "japanese", komi=0)
    assert str(engine.final_status(as_it_stands).score(as_it_stands)) == "W+9.0"


def test_walls_around_large_territory_are_in_no_seki(engine: Engine) -> None:
    """The cut between White's walls is open and a stone of Black is behind them; nobody lives there by seki."""
    assert engine.final_status(position(WALLS, "chinese")).seki == []


@pytest.mark.parametrize("komi", [-8.5, -9.5])
def test_a_game_that_is_won_by_half_a_point_stays_won(engine: Engine, komi: float) -> None:
    """A move in one's own territory costs a point, so whoever plays one loses."""
    game = position(NEUTRAL, "japanese", komi, to_play=int(BLACK))
    before = game.score()
    while not game.is_over:
        game.play(engine.play(game, SHORT))
    assert engine.final_status(game).score(game) == before == game.score()


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_what_depends_on_who_plays_first_is_played(engine: Engine, rules: str, to_play: int) -> None:
    """Three points in a row: the middle one kills or lives. A pass of the opponent is no reason to leave it."""
    game = position(UNSETTLED, rules, to_play=to_play)
    assert str(engine.play(game, SHORT)) == "B1"
    game.play("pass", "white" if to_play == BLACK else "black")
    assert str(engine.play(game, SHORT)) == "B1"


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_an_open_side_is_not_left_alone(engine: Engine, to_play: int) -> None:
    """Half of the board is full, but where Black comes out nothing is settled, so the game is not over."""
    assert engine.play(position(OPEN, "japanese", to_play=to_play), SHORT).point != PASS


def test_the_status_is_the_same_before_and_after_the_passes(engine: Engine) -> None:
    game = position(DEAD, "japanese")
    before = engine.final_status(game)
    assert [game.name(point) for point in before.dead_stones] == ["B2"]
    game.play("pass")
    game.play("pass")
    assert engine.final_status(game) == before
    with Engine("tengen", seed=2, memory=32) as another:
        assert another.final_status(game) == before, "a status does not depend on the seed"


def test_a_look_in_a_hurry_does_not_decide_the_score() -> None:
    """A pass may be decided in a few milliseconds; the score is found anew, as it would be without that."""
    game = position(DEAD, "japanese")
    with Engine("tengen", seed=1, memory=32) as hurried, Engine("tengen", seed=1, memory=32) as patient:
        hurried._player.judgement(game, Limit(simulations=1))
        known = patient._player.judgement(game)
        assert (hurried._player.judgement(game).owners.black_first == known.owners.black_first).all()
        assert hurried._player.judgement(game, Limit(simulations=1)) is hurried._player.judgement(game)


@pytest.mark.parametrize(("komi", "to_play"), [(2.5, WHITE), (3.5, WHITE), (2.5, BLACK), (3.5, BLACK)])
def test_a_won_game_is_not_thrown_away_for_lack_of_time(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, komi: float, to_play: int
) -> None:
    """Black leads by 3 points. From a game lost on the clock: Black played in White's territory until White led."""
    monkeypatch.setattr(TreeSearchPlayer, "_has_time_to_judge", lambda player, pace: False)
    game = position(LEADS_BY_A_LITTLE, "japanese", komi, to_play)
    game.play("pass")
    winner = BLACK if komi < 3 else WHITE
    if game.to_play == winner:
        assert engine.play(game, SHORT).point == PASS
    for _ in range(8):
        if not game.is_over:
            game.play(engine.play(game, SHORT))
    lead = engine.final_status(game).score(game).margin
    assert (lead > 0) == (winner == BLACK)


def test_the_pass_is_searched_late_under_territory_rules(engine: Engine) -> None:
    """Every other move costs a point; without encouragement the search never tried the pass."""
    game = position(LEADS_BY_A_LITTLE, "japanese", 2.5, int(WHITE))
    game.play("pass")
    assert engine.analyse(game, Limit(simulations=1000)).best.name == "pass"


def test_dead_stones_stay_where_the_rules_do_not_remove_them(engine: Engine) -> None:
    game = position(DEAD, "cgos")
    status = engine.final_status(game)
    assert not status.dead
    assert status.score(game) == game.score()


def test_cleaning_up_captures_dead_stones_and_then_passes(engine: Engine) -> None:
    game = position(DEAD, "chinese", to_play=int(BLACK))
    for _ in range(12):
        move = game.play(engine.clean_up(game, SHORT))
        if move.point == PASS:
            break
        game.play("pass")
    assert game.prisoners[WHITE] == 1
    assert move.point == PASS
    assert engine.clean_up(game, SHORT).point == PASS, "there is nothing left for White either"


def test_dead_stones_are_captured_before_a_pass_where_they_count(engine: Engine) -> None:
    """With the white stone on the board the corner is nobody's, and Black loses by that."""
    game = position(DEAD, "cgos", komi=6.5, to_play=int(BLACK))
    game.play("pass", "white")
    for _ in range(12):
        move = game.play(engine.play(game, SHORT))
        if move.point == PASS:
            break
        game.play("pass")
    assert game.prisoners[WHITE] == 1
    assert game.score().margin > 0


def test_an_estimate_agrees_with_the_status_and_has_bounds(engine: Engine) -> None:
    game = position(UNSETTLED, "chinese")
    estimate = engine.estimate_score(game)
    assert estimate.black_first > estimate.white_first
    assert estimate.now == engine.final_status(game).score(game).margin
    settled = engine.estimate_score(position(DEAD, "chinese"))
    assert settled.black_first == settled.white_first == settled.now


def test_area_and_territory_differ_by_the_stones_of_both_sides() -> None:
    """Random games with captures, set-up stones and passes, in which every neutral point is filled."""
    random = Random(5)
    for _ in range(10):
        game = Game(7, 0.0, "japanese")
        game.place(BLACK, ["C3", "D5"])
        with Engine("random", seed=random.getrandbits(30)) as engine:
            while not game.is_over:
                game.play(engine.play(game))
        area = game.copy()
        area.rules = Game(7, rules="chinese").rules
        stones = (game.stones == BLACK).sum() - (game.stones == WHITE).sum()
        assert game.stones_lead == stones + game.prisoners[BLACK] - game.prisoners[WHITE]
        played = sum((1 if move.colour == BLACK else -1) for move in game.moves if not move.is_pass)
        assert game.stones_lead == played + 2


def test_a_record_is_counted_without_dead_stones() -> None:
    game = position(DEAD, "chinese", 0.5)
    game.play("pass")
    game.play("pass")
    assert f"RE[{game.score(['B2'])}]" in game.to_sgf(["B2"])
    assert f"RE[{game.score()}]" in game.to_sgf()
    assert game.score(["B2"]) != game.score()


@pytest.mark.slow
def test_scores_of_finished_games(data_folder: Path) -> None:
    """Professional games with many moves; most records stop before the last points, so few can be exact."""
    exact = right = far = count = 0
    with Engine("tengen", seed=1, memory=64) as engine:
        for record in records(data_folder / "pro19_train.tsv.xz"):
            if not _is_counted(record):
                continue
            game = Game(19, float(record["komi"]), "japanese")
            for point in points_of(record["moves"], 19):
                game.play(point)
            margin = engine.final_status(game).score(game).margin
            recorded = float(record["result"][2:]) * (1 if record["result"][0] == "B" else -1)
            exact += margin == recorded
            right += (margin > 0) == (recorded > 0)
            far += abs(margin - recorded) > 10
            count += 1
            if count == 100:
                break
    print(f"exact {exact}, winner right {right}, off by more than 10 points {far}, of {count}")
    assert exact >= 60
    assert right >= 90
    assert far <= 3


def _is_counted(record: dict[str, str]) -> bool:
    is_even = not record["AB"] and not record["AW"] and record["komi"] in ("4.5", "5.5", "6.5")
    is_whole = record["size"] == "19" and int(record["nmoves"]) >= 300
    return is_even and is_whole and record["result"][2:].replace(".", "").isdigit() and ".5" in record["result"]


def test_a_status_does_not_depend_on_the_ko() -> None:
    """The other side to move is not bound by the ko, and how the stones got there does not matter."""
    game = Game(5, 0.5, "japanese")
    for name in ("A2", "C3", "B3", "D2", "B1", "C1", "E5", "B2", "C2"):
        game.play(name)
    assert int(game.board.ko) != PASS
    without = Game(5, 0.5, "japanese")
    without.set_up(str(game))
    for one, other in zip(ownership(game, 50), ownership(without, 50), strict=True):
        assert (one == other).all()
