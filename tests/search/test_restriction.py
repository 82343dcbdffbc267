"""Searches that leave moves out."""

import threading
import time

import pytest

from tengen import Engine, Game, Limit, NoSearchError, Restriction
from tengen.board.grid import BLACK, WHITE
from tengen.search.dump import walk
from tengen.search.search import Search
from tree.made_search import check_consistent, made_search

LIMIT = Limit(simulations=1500)
LIGHT = {"playout.policy": "random", "memory": 8}


def run(search: Search, game: Game, restriction: Restriction) -> set[str]:
    """Search, and return the moves at the root that were tried."""
    search.begin(game, game.to_play, restriction=restriction)
    report = search.run(LIMIT)
    check_consistent(search.nodes, int(search.trees.first[1].used))
    return {move.name for move in report.moves}


def moves_of(search: Search, colour: int) -> set[tuple[int, str]]:
    """Return the depth and the name of each visited move of a colour in the tree."""
    found = walk(search.nodes, BLACK, 5, 9, 0.0)
    return {(node.depth, node.move.name) for node in found if node.move.colour == colour}


@pytest.mark.parametrize("recipe", ["mogo", "mango", "pachi"])
def test_only_allowed_moves_are_searched_at_the_root(recipe: str) -> None:
    search = made_search(recipe)
    names = run(search, Game(5, 0.5), Restriction.allow("black", ["B2", "D4"]))
    assert names == {"B2", "D4"}, "though they are mirror images"
    assert "C3" in {name for _, name in moves_of(search, WHITE)}


@pytest.mark.parametrize("recipe", ["mogo", "pachi"])
def test_moves_are_avoided_down_to_their_depth(recipe: str) -> None:
    search = made_search(recipe)
    run(search, Game(5, 0.5), Restriction.avoid("white", ["C3", "pass"], until_depth=4))
    of_white = moves_of(search, WHITE)
    assert not of_white & {(2, "C3"), (2, "pass"), (4, "C3"), (4, "pass")}
    assert {depth for depth, _ in of_white} >= {2, 4}
    assert "C3" in {name for _, name in moves_of(search, BLACK)}
    search.begin(Game(5, 0.5), BLACK, restriction=Restriction.avoid("white", ["C3"], until_depth=3))
    search.run(LIMIT)
    assert (2, "C3") not in moves_of(search, WHITE)
    assert (4, "C3") in moves_of(search, WHITE)


def test_the_tree_is_kept_only_where_it_fits() -> None:
    game, search = Game(5, 0.5), made_search("pachi")
    at_root, deep = Restriction.avoid("black", ["C3"]), Restriction.avoid("white", ["C3"], until_depth=3)

    def kept(restriction: Restriction) -> bool:
        search.begin(game, game.to_play, restriction=restriction)
        visits = search.report().visits
        search.run(Limit(simulations=300))
        return visits > 0

    assert not kept(Restriction())
    assert kept(Restriction())
    assert not kept(at_root)
    assert kept(at_root)
    assert "C3" not in {move.name for move in search.report().moves}
    assert not kept(deep)
    assert kept(deep)
    game.play(search.report().best.move)
    assert not kept(deep), "the same moves are now at other depths"
    assert not kept(Restriction())
    game.play(search.report().best.move)
    assert kept(at_root), "nothing below the root was left out"
    assert "C3" not in {move.name for move in search.report().moves}


def test_a_search_whose_moves_are_all_avoided_has_no_moves() -> None:
    with Engine("tengen", LIGHT, seed=1) as engine:
        nothing = Restriction.allow("black", [])
        assert list(engine.analyse(Game(5), LIMIT, restriction=nothing).moves) == []
        assert engine.play(Game(5), LIMIT, restriction=nothing).is_pass


def test_a_restricted_move_is_played_even_where_a_pass_would_win() -> None:
    game = Game(5, 0.5)
    game.set_up("""
        . . O X .
        . . O X X
        O O O X .
        X X X X .
        . X . X .
    """)
    game.to_play = WHITE
    game.play("pass")
    with Engine("tengen", LIGHT, seed=1) as engine:
        assert engine.play(game, LIMIT).is_pass
        assert not engine.play(game, LIMIT, restriction=Restriction.avoid("black", ["pass"])).is_pass
        assert engine.play(game, LIMIT, restriction=Restriction.allow("black", ["E2"])).name == "E2"


def test_engines_without_a_tree_refuse_a_restriction() -> None:
    with pytest.raises(NoSearchError):
        Engine("random").play(Game(5), restriction=Restriction.avoid("black", ["C3"]))


def test_an_event_that_is_set_before_the_search_ends_it() -> None:
    over = threading.Event()
    over.set()
    with Engine("tengen", LIGHT, seed=1) as engine:
        engine.analyse(Game(5), Limit(simulations=10))
        started = time.perf_counter()
        assert engine.analyse(Game(5), Limit(), until=over).visits > 0
        assert len(list(engine.stream(Game(5), Limit(), until=over))) == 1
        assert engine.play(Game(5), Limit(seconds=60), until=over)
        assert time.perf_counter() - started < 1.0


def test_the_score_of_each_move_is_reported() -> None:
    with Engine("tengen", LIGHT, seed=1) as engine:
        report = engine.analyse(Game(5, 0.5), LIMIT)
        means = [(move.score or 0.0) * move.visits for move in report.moves]
        assert sum(means) / sum(move.visits for move in report.moves) == pytest.approx(report.score, abs=0.2)
        assert all(move.lower_bound <= move.win_rate for move in report.moves)
        assert all(len(move.sequence) == len(move.sequence_visits) for move in report.moves)
        assert all(move.sequence_visits[0] == move.visits for move in report.moves)
