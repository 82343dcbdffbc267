"""Searching: seeds, rounds, threads, the tree that is kept, superko, and limits."""

from random import Random
from threading import Timer
from typing import Any

import pytest

from tengen.board.point import PASS
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.search.search import Search
from tengen.search.timing import Pace
from tengen.tree.arena import new_nodes
from tree.made_search import (
    MOGO,
    as_dicts,
    check_consistent,
    children,
    column,
    is_struck_out,
    made_search,
    point_at,
    searched,
)


def tree_of(search: Search) -> dict[str, Any]:
    return as_dicts(search.nodes)


def test_a_seed_makes_a_tree_however_the_simulations_are_split() -> None:
    game = Game(5, 0.5)
    whole = tree_of(searched("pachi", 1000, game))
    assert tree_of(searched("pachi", 1000, game)) == whole
    assert tree_of(searched("pachi", 1000, game, seed=2)) != whole
    split = made_search("pachi")
    split.begin(game, 1)
    for size in (1, 2, 97, 400, 500):
        split.trees.simulate(size)
    assert tree_of(split) == whole


def hammer(parallel: str, simulations: int, rounds: int) -> None:
    search = made_search("mogo", threads=4, parallel=parallel, tree=MOGO | {"expand_visits": 0})
    recipe = search.trees.recipe
    search.trees.all = [(new_nodes(recipe.node, 0.0), recipe.tree.new()) for _ in search.trees.all]
    game = Game(5, 0.5)
    for seen in range(1, rounds + 1):
        search.begin(game, 1)
        report = search.run(Limit(simulations))
        assert report.simulations == simulations
        assert report.visits == simulations * seen
        for nodes, tree in search.trees.all:
            assert int(tree.used) <= len(nodes)
            check_consistent(nodes, int(tree.used))
            wins = float(nodes[0].wins)
            assert wins == round(wins), "each reward is 0 or 1, and none of the virtual losses is left"
            squares = float(nodes[0].squares)
            if parallel not in ("tree", "leaf"):
                assert squares == wins
            every = column(nodes, "wins")[: int(tree.used)]
            assert (every == every.round()).all()
        assert sum(move.visits for move in report.moves) <= report.visits


@pytest.mark.parametrize("parallel", ["tree", "mutex", "root"])
def test_four_threads_on_a_tiny_arena_lose_nothing(parallel: str) -> None:
    hammer(parallel, simulations=8_000, rounds=2)


def test_leaves_are_played_out_by_all_threads() -> None:
    hammer("leaf", simulations=1_003, rounds=2)
    search = made_search("mogo", threads=2, parallel="leaf", tree=MOGO | {"expand_visits": 0})
    search.begin(Game(5, 0.5), 1)
    search.trees.simulate(200)
    assert [int(thread.playout.tally.playouts) for thread in search.trees.threads] == [100, 100]
    nodes, tree = search.trees.first
    assert all(int(nodes[node].visits) % 2 == 0 for node in range(int(tree.used)))


@pytest.mark.slow
@pytest.mark.parametrize("parallel", ["tree", "mutex", "root"])
def test_four_threads_for_minutes(parallel: str) -> None:
    hammer(parallel, simulations=200_000, rounds=4)


def visits_below(search: Search, *points: int) -> int:
    nodes, node = search.nodes, 0
    for point in points:
        node = next(c for c in children(nodes, node) if point_at(nodes, c) == point)
    return int(nodes[node].visits)


def test_the_tree_below_the_moves_played_is_kept() -> None:
    game = Game(5, 0.5)
    search = searched("pachi", 2000, game)
    mine, answer = (game.play(name).point for name in search.report().best.sequence[:2])
    before = visits_below(search, mine, answer)
    assert before > 10
    search.begin(game, game.to_play)
    assert search.report().visits == before
    nodes, tree = search.trees.first
    check_consistent(nodes, int(tree.used))
    assert search.run(Limit(500)).visits == before + 500
    check_consistent(nodes, int(tree.used))


def other_games() -> dict[str, Game]:
    unrelated, undone, komi, rules, turned = (Game(5, 0.5) for _ in range(5))
    unrelated.play("A1")
    undone.play("C3")
    undone.undo()
    komi = Game(5, 1.5)
    komi.play("C3")
    rules = Game(5, 0.5, "tromp-taylor")
    rules.play("C3")
    turned.play("C3")
    turned.to_play = 1
    return {"unrelated": unrelated, "undone": undone, "komi": komi, "rules": rules, "turned": turned}


@pytest.mark.parametrize("name", list(other_games()))
def test_the_tree_of_another_game_is_not_kept(name: str) -> None:
    game = Game(5, 0.5)
    game.play("C3")
    search = searched("pachi", 200, game)
    other = other_games()[name]
    search.begin(other, other.to_play)
    assert search.report().visits == 0


def test_nothing_is_kept_without_reuse() -> None:
    search = searched("pachi", 200, Game(5, 0.5), reuse=False)
    search.begin(Game(5, 0.5), 1)
    assert search.report().visits == 0


def repetition() -> list[int]:
    """Return moves of a game on 3x3 after which the last repeats a position, but with the other side to play."""
    random = Random(1)
    while True:
        positional, situational = Game(3, 0.5, "chinese"), Game(3, 0.5, "aga")
        for _ in range(40):
            apart = set(situational.legal_points()) - set(positional.legal_points())
            if apart and PASS not in [move.point for move in positional.moves[-2:]]:
                return [move.point for move in positional.moves] + [min(apart)]
            point = random.choice([*positional.legal_points(), 0])
            positional.play(point)
            situational.play(point)


@pytest.mark.parametrize(("rules", "is_allowed"), [("chinese", False), ("aga", True), ("japanese", True)])
@pytest.mark.parametrize("in_tree", [0, 1])
def test_superko_at_the_root_and_in_the_tree(rules: str, is_allowed: bool, in_tree: int) -> None:
    *moves, repeated = repetition()
    game = Game(3, 0.5, rules)
    for point in moves[: len(moves) - in_tree]:
        game.play(point)
    search = searched("mogo", 3000, game)
    nodes, node = search.nodes, 0
    for point in moves[len(moves) - in_tree :]:
        node = next(c for c in children(nodes, node) if point_at(nodes, c) == point)
    found = [c for c in children(nodes, node) if point_at(nodes, c) == repeated]
    assert found
    assert is_struck_out(nodes, found[0]) != is_allowed
    assert (int(nodes[found[0]].visits) > 0) == is_allowed


def test_a_forbidden_ko_is_not_played_however_good() -> None:
    game = Game(5, 0, "chinese")
    for name in ("A2", "C3", "B3", "D2", "B1", "C1", "E5", "B2", "C2", "pass", "pass"):
        game.play(name)
    report = searched("mogo", 1000, game).report()
    assert all(game.is_legal(move.point) for move in report.moves)


@pytest.mark.parametrize("recipe", ["mogo", "pachi"])
def test_a_search_by_time_alone(recipe: str) -> None:
    """Whether a technique has something to do between the rounds or not."""
    search = made_search(recipe)
    search.begin(Game(5, 0.5), 1)
    assert search.run(Limit(seconds=0.1)).simulations > 0


def test_a_search_without_a_limit_runs_until_it_is_stopped() -> None:
    search = made_search("mogo")
    search.begin(Game(5, 0.5), 1)
    reports = search.reports(Limit(), interval=0.01)
    first = next(reports)
    search.stop()
    *_, report = first, *reports
    assert report.simulations > 0
    assert report.seconds < 30


def test_a_settled_search_ends_early_with_the_same_move() -> None:
    game = Game(5, 0.5)
    game.set_up(". . . . .\n. X X . .\nX O O X .\n. X O X .\n. . . . .")  # taking three stones decides
    whole, most = searched("pachi", 4000, game).report(), 80_000
    search = made_search("pachi")
    search.begin(game, 1)
    report = search.run(Pace(Limit(most, 100.0), Limit(most, 100.0), saves=True))
    first, second = report.moves[:2]
    assert first.point == whole.moves[0].point
    assert most / 3 < report.simulations < most
    now = search.standing(report.simulations)
    assert now.lead == first.visits - second.visits > most - report.simulations
    assert now.visits == first.visits
    assert (now.value, now.second_value) == pytest.approx((first.win_rate, second.win_rate))
    assert now.best_value == pytest.approx(max(m.win_rate for m in report.moves if m.visits >= 0.1 * first.visits))


@pytest.mark.parametrize("colour", [1, 2])
@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_the_value_after_the_answer(colour: int, parallel: str) -> None:
    game = Game(5, 0.5)
    game.play("C3")
    game.play("B3") if colour == 1 else None
    search = made_search("pachi", threads=2, parallel=parallel)
    search.begin(game, colour)
    report = search.run(Limit(3000))
    game.play(report.moves[0].point)
    answered = made_search("pachi")
    answered.begin(game, 3 - colour)
    expected = 1 - answered.run(Limit(3000)).moves[0].win_rate
    assert search.standing(3000).reply_value == pytest.approx(expected, abs=0.1)


def test_a_report_says_what_was_found() -> None:
    game = Game(5, 0.5)
    game.play("C3")
    report = searched("pachi", 1000, game).report()
    assert report.visits == report.simulations == 1000
    assert sum(move.visits for move in report.moves) == 1000
    assert [m.visits for m in report.moves] == sorted((m.visits for m in report.moves), reverse=True)
    mean = sum(m.win_rate * m.visits for m in report.moves) / 1000
    assert mean == pytest.approx(report.mean_reward)
    assert report.ownership.shape == (5, 5)
    assert report.ownership.min() >= -1
    assert report.ownership.max() <= 1
    assert report.ownership.sum() == pytest.approx(report.score - 0.5)
    for move in report.moves:
        assert move.sequence[0] == move.name
        assert move.prior == 0.5
    assert any(move.amaf is not None for move in report.moves)
    assert report.depth > 1
    assert report.best == report.moves[0]


def test_maps_have_the_top_row_first_and_the_view_of_the_side_to_move() -> None:
    game = Game(5, 0.5)
    game.set_up("XXXXX\nX.X.X\nXXXXX\n.....\n.....")
    for colour, owner in ((1, 1.0), (2, -1.0)):
        search = made_search("pachi")
        search.begin(game, colour)
        report = search.run(Limit(300))
        assert report.ownership[0] == pytest.approx(owner)
        assert report.score * owner > 0
        assert report.win_rate > 0.9 if colour == 1 else report.win_rate < 0.1


def test_of_moves_with_as_many_visits_the_better_stands_first() -> None:
    game = Game(5, 0.5)
    game.play("C3")
    game.play("B4")  # no symmetry is left, and there are many moves
    for seed in range(1, 30):
        search = searched("pachi", 40, game, seed)
        moves = search.report().moves
        assert list(moves) == sorted(moves, key=lambda move: (-move.visits, -move.win_rate))
        assert search.standing(40).value == pytest.approx(moves[0].win_rate)


@pytest.mark.parametrize(("parallel", "threads"), [("tree", 1), ("tree", 2), ("root", 2), ("leaf", 2)])
def test_stop_ends_a_round_at_once(parallel: str, threads: int) -> None:
    search = made_search("mogo", threads=threads, parallel=parallel)
    search.begin(Game(9, 7.0), 1)
    search.prepare()
    done: list[int] = []

    def stop() -> None:
        search.stop()
        done.append(search.trees.simulations)

    timer = Timer(0.3, stop)
    timer.start()
    search.run(Limit(seconds=60))
    timer.join()
    later = search.trees.simulations - done[0]
    assert later <= 3 * threads, "what had begun is finished; a round of this search has hundreds of simulations"


def test_a_search_that_is_stopped_before_it_runs_tries_a_move_all_the_same() -> None:
    search = made_search("mogo")
    search.begin(Game(5, 0.5), 1)
    search.stop()
    assert search.run(Limit(1000)).simulations == 1
