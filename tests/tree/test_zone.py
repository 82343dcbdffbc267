"""Group and zone mode: which part of the board is searched, that nothing else is, and what the rest counts."""

from random import Random
from typing import Any

import numpy as np
import pytest

from playout.positions import exchanged, image, random_positions
from tengen.board.board import Board, dimensions
from tengen.board.diagram import parse
from tengen.board.point import BLACK, EMPTY, PASS, all_points, column_row, parse_point, point_name
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.playout.policy import Policy
from tengen.playout.state import Tally
from tengen.search.search import Search
from tengen.tree.companion import Companion, SearchContext
from tengen.tree.parts.group import Area, GroupOptions, area_around, steps_from, whole_area
from tengen.tree.parts.zone import tuned_outside
from tree.made_search import MOGO, as_dicts, check_consistent, children, made_options, made_search, point_at

SIZE = 7


def names(mask: Any, board: Board, size: int) -> set[str]:
    """Return the empty points of a mask by name."""
    return {point_name(p, size).lower() for p in all_points(size) if mask[p] and board.colour[p] == EMPTY}


def area_of(diagram: str, *last: str, **options: int) -> tuple[set[str], set[str]]:
    board = board_of(parse(diagram), to_play=1)
    size = len(diagram.strip().splitlines())
    margin = options.pop("margin", 2)
    area = area_around(board, [parse_point(name, size) for name in last], GroupOptions(**options), margin)
    return names(area.group, board, size), names(area.zone, board, size)


LONE = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . O . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""
CHAIN = """
. . . . . . .
. . . . . . .
. . . . . . .
X X X X X X X
. . . . . . .
. . . . . . .
. . . . . . O
"""


def test_a_group_reaches_some_steps_from_the_last_moves() -> None:
    group, zone = area_of(LONE, "d4", distance=1, least=1, margin=1)
    assert group == {"c4", "e4", "d3", "d5"}
    assert zone == group | {"b4", "c3", "c5", "d2", "d6", "e3", "e5", "f4"}


def test_the_steps_go_along_chains() -> None:
    group, zone = area_of(CHAIN, "c4", distance=1, least=1, margin=0)
    assert group == zone == {f"{column}{row}" for column in "abcdefg" for row in (3, 5)}


def test_a_group_is_of_all_the_last_moves() -> None:
    group, _ = area_of(CHAIN, "g1", distance=1, least=1)
    assert group == {"f1", "g2"}
    both, _ = area_of(CHAIN, "g1", "c4", distance=1, least=1)
    assert both == group | {f"{column}{row}" for column in "abcdefg" for row in (3, 5)}


def test_a_group_grows_until_it_has_enough_moves_and_shrinks_if_it_has_too_many() -> None:
    assert len(area_of(LONE, "d4", distance=1, least=5)[0]) == 12
    assert len(area_of(LONE, "d4", distance=3, least=1, most=12)[0]) == 12
    assert len(area_of(LONE, "d4", distance=3, least=1, most=1)[0]) == 4, "one step is the least"
    assert len(area_of(LONE, "d4", distance=20)[0]) == 48


def test_without_a_move_or_with_all_moves_in_reach_it_is_the_whole_board() -> None:
    board = board_of(parse(LONE), to_play=1)
    d4 = parse_point("d4", SIZE)
    assert area_around(board, [], GroupOptions()).is_whole
    assert area_around(board, [d4], GroupOptions(distance=20)).is_whole
    assert area_around(board, [d4], GroupOptions(least=48)).is_whole
    assert not area_around(board, [d4], GroupOptions(distance=1, least=1)).is_whole
    assert whole_area(board).is_whole


def test_moves_that_fill_eyes_or_are_illegal_do_not_count() -> None:
    closed = ". X . X .\nX X X X X\n. . . . .\n. . . . .\n. . . . ."
    group, _ = area_of(closed, "b5", distance=1, least=3)
    assert {"a3", "b3", "c3", "d3", "e3"} <= group


@pytest.fixture(scope="module")
def positions() -> list[Board]:
    return [board for board in random_positions(SIZE, 80, seed=5) if board.last != PASS]


def area_after_last(board: Board) -> Area:
    last = [int(p) for p in (board.last_but_one, board.last) if p != PASS]
    return area_around(board, last, GroupOptions(distance=2, least=4), margin=1)


def test_areas_commute_with_symmetry_and_exchange_of_colours(positions: list[Board]) -> None:
    restricted = 0
    for board in positions:
        here = area_after_last(board)
        restricted += not here.is_whole
        for symmetry in range(SYMMETRIES):
            there = area_after_last(image(board, symmetry))
            for mask, turned in zip(here, there, strict=True):
                assert {transformed(p, symmetry, SIZE) for p in all_points(SIZE) if mask[p]} == {
                    p for p in all_points(SIZE) if turned[p]
                }
        other = area_after_last(exchanged(board))
        assert all((mask == exchange).all() for mask, exchange in zip(here, other, strict=True))
    assert restricted > 10


def test_chains_are_never_cut_by_the_border_of_a_zone(positions: list[Board]) -> None:
    for board in positions:
        steps = steps_from(board, [int(board.last)])
        for p in all_points(SIZE):
            if board.colour[p] != EMPTY:
                assert steps[p] == steps[int(board.chain[p])]


NEAR: dict[str, Any] = {"least_size": 5, "distance": 2, "least": 4, "tenuki": 1.0}


TINY_GROUP: Any = {"tenuki": 0.25, "last_moves": 1, "distance": 1, "least": 1, "most": 2}


def options_for(mode: str, **group: Any) -> dict[str, Any]:
    return MOGO | {"parts": [mode], "group": NEAR | group, "zone": {"margin": 1, "presearch": 200}}


def corner_game() -> Game:
    game = Game(SIZE, 0.5)
    for name in ("B2", "C3", "B3", "C2"):
        game.play(name)
    return game


def begun(mode: str, game: Game, threads: int = 1, **group: Any) -> Search:
    search = made_search("mogo", threads=threads, tree=options_for(mode, **group))
    search.begin(game, game.to_play)
    return search


def points_in_tree(search: Search) -> set[int]:
    nodes, tree = search.trees.first
    return {point_at(nodes, node) for node in range(1, int(tree.used))}


@pytest.mark.parametrize("mode", ["group", "zone"])
def test_the_tree_has_moves_of_the_group_alone(mode: str) -> None:
    game = corner_game()
    search = begun(mode, game)
    report = search.run(Limit(1500))
    last = [parse_point(name, SIZE) for name in ("B3", "C2")]
    area = area_around(game.board, last, GroupOptions(**NEAR))
    assert not area.is_whole
    assert points_in_tree(search) - {int(PASS)} <= {p for p in all_points(SIZE) if area.group[p]}
    at_root = {point_at(search.nodes, c) for c in children(search.nodes, 0)}
    playable = {p for p in game.legal_points() if area.group[p]}
    assert at_root == playable | {int(PASS)}
    assert PASS not in {move.point for move in report.moves}, "there it means to play elsewhere"
    check_consistent(search.nodes, int(search.trees.first[1].used))


@pytest.mark.parametrize("mode", ["group", "zone"])
def test_playouts_stay_in_the_zone_in_zone_mode(mode: str) -> None:
    search = begun(mode, corner_game())
    search.run(Limit(1))
    (_, tree), thread = search.trees.first, search.trees.threads[0]
    played: set[int] = set()
    for _ in range(100):
        tree.remaining = 1
        search.trees.search_with(0, thread)
        played |= {int(p) for p in thread.playout.trail.points[: int(thread.playout.trail.length)]}
    zone = {p for p in all_points(SIZE) if thread.playout.zone.is_inside[p]} | {int(PASS)}
    assert (played <= zone) == (mode == "zone")


RULES = {"rules": ["capture", "save"], "filters": ["self_atari"]}


@pytest.mark.parametrize("playout", [RULES, {"policy": "mango"}], ids=["rules and filters", "sampler"])
def test_what_rules_filters_and_samplers_choose_is_in_the_zone(playout: dict[str, Any]) -> None:
    search = made_search("mogo", tree=options_for("zone"), playout=playout)
    game = corner_game()
    search.begin(game, game.to_play)
    search.run(Limit(100))
    thread = search.trees.threads[0]
    # Only what was captured outside of the zone could be played there again.
    seen = np.zeros(len(thread.playout.root.colour), bool)
    _, tree = search.trees.first
    for _ in range(60):
        tree.remaining = 1
        search.trees.search_with(0, thread)
        seen[thread.playout.trail.points[: int(thread.playout.trail.length)]] = True
    seen[int(PASS)] = False
    assert seen.any()
    assert not (seen & (thread.playout.zone.is_inside == 0)).any()


def test_the_formula_of_the_outside() -> None:
    assert tuned_outside(inside=3.0, outside=10.0, komi=7.5, alpha=1.0) == 10.0
    assert tuned_outside(inside=3.0, outside=10.0, komi=7.5, alpha=0.5) == 0.5 * 5.5 - (3.0 - 7.5)
    random = Random(1)
    for _ in range(100):
        inside, outside, komi, alpha = random.random(), random.random(), random.random(), random.random()
        lead = inside + tuned_outside(inside, outside, komi, alpha) - komi
        assert lead == pytest.approx(alpha * (inside + outside - komi))


def test_the_outside_is_estimated_by_playouts_of_the_whole_board() -> None:
    game = corner_game()
    search = begun("zone", game)
    thread, options = search.trees.threads[0], made_options("mogo", tree=options_for("zone"))
    thread.playout.tally = Tally.new(**dimensions(SIZE))
    state = int(thread.playout.rng.state)
    Policy(options.playout).survey(thread.playout, 0.5, 200)
    owner = thread.playout.tally.owner / 200
    thread.playout.tally = Tally.new(**dimensions(SIZE))
    thread.playout.rng.state = state
    report = search.run(Limit(500))
    inside = thread.playout.zone.is_inside != 0
    expected = tuned_outside(owner[inside].sum(), owner[~inside].sum(), 0.5, 0.5)
    assert float(thread.playout.zone.outside) == pytest.approx(expected)
    assert float(thread.playout.zone.outside_mean) == pytest.approx(owner[~inside].sum())
    outside = [point for point in all_points(SIZE) if not inside[point]]
    columns, rows = zip(*(column_row(point, SIZE) for point in outside), strict=True)
    assert report.ownership[SIZE - 1 - np.array(rows), columns] == pytest.approx(owner[outside])
    assert report.score + 0.5 == pytest.approx(report.ownership.sum()), "the reported score is not tuned"


def test_results_in_the_zone_are_judged_with_the_estimate() -> None:
    search = begun("zone", corner_game())
    search.run(Limit(1))
    (nodes, tree), thread = search.trees.first, search.trees.threads[0]
    for _ in range(50):
        owners, wins = thread.playout.tally.owner.copy(), float(nodes[0].wins)
        tree.remaining = 1
        search.trees.search_with(0, thread)
        inside = (thread.playout.tally.owner - owners).sum()
        won = inside + float(thread.playout.zone.outside) - 0.5 > 0
        assert float(nodes[0].wins) - wins == won


def test_small_boards_and_games_that_may_be_over_are_searched_as_a_whole() -> None:
    assert not begun("group", corner_game(), least_size=8).root.context.pass_plays_elsewhere
    assert begun("group", corner_game(), least_size=7).root.context.pass_plays_elsewhere
    assert not begun("group", Game(SIZE, 0.5)).root.context.pass_plays_elsewhere
    game = corner_game()
    game.play("pass")
    assert not begun("group", game).root.context.pass_plays_elsewhere


@pytest.mark.parametrize("mode", ["group", "zone"])
def test_without_a_restriction_the_tree_is_that_of_the_search_without_zones(mode: str) -> None:
    game = corner_game()
    plain = made_search("mogo")
    plain.begin(game, game.to_play)
    plain.run(Limit(800))
    whole = begun(mode, game, least_size=8)
    whole.run(Limit(800))
    assert as_dicts(whole.nodes) == as_dicts(plain.nodes)


def test_a_tree_is_kept_only_if_the_group_stays_the_same() -> None:
    game = corner_game()
    search = begun("group", game)
    search.run(Limit(1000))
    search.begin(game, game.to_play)
    assert search.report().visits == 1000
    for name in search.report().best.sequence[:2]:
        game.play(name)
    search.begin(game, game.to_play)
    known = points_in_tree(search)
    assert known == {point_at(search.nodes, c) for c in children(search.nodes, 0)}, "nothing but the root"
    zoned = begun("zone", corner_game())
    zoned.run(Limit(200))
    zoned.begin(corner_game(), BLACK)
    assert zoned.report().visits == 0, "the estimate is another one"


def test_the_same_seed_makes_the_same_tree_in_zone_mode() -> None:
    trees = []
    for _ in range(2):
        search = begun("zone", corner_game())
        search.run(Limit(500))
        trees.append(as_dicts(search.nodes))
    assert trees[0] == trees[1]


def test_two_threads_estimate_and_search_together() -> None:
    search = begun("zone", corner_game(), threads=2)
    report = search.run(Limit(4000))
    assert report.simulations == report.visits == 4000
    assert len({float(thread.playout.zone.outside) for thread in search.trees.threads}) == 1
    check_consistent(search.nodes, int(search.trees.first[1].used))


def settled_game(*stones: str) -> Game:
    """Return a game whose last moves are in a corner with nothing to gain, while the rest of the board is open.

    Black may have more stones.
    """
    game = Game(SIZE, 0.5, "japanese")
    game.place(int(BLACK), stones)
    for name in ("B1", "F7", "B2", "F6", "A2", "E7"):
        game.play(name)
    return game


def favour_pass(search: Search) -> None:
    """Let the pass be by far the best move of the group."""
    nodes = search.nodes
    for child in children(nodes, 0):
        if point_at(nodes, child) == PASS:
            nodes[child].visits, nodes[child].wins = 100_000, 100_000.0
    nodes[0].visits = 100_000


def test_a_search_leaves_the_group_when_a_pass_is_best_in_it() -> None:
    game = settled_game()
    cleared: list[int] = []

    class Watcher(Companion):
        def cleared(self, context: SearchContext) -> None:
            cleared.append(int(context.trees[0][0][0].visits))

    options = made_options("mogo", tree=options_for("group", **TINY_GROUP))
    search = Search(options, 1, [Watcher(options)])
    search.begin(game, game.to_play)
    assert search.root.context.pass_plays_elsewhere
    seen = len(children(search.nodes, 0))
    nodes, tree = search.trees.first
    favour_pass(search)
    assert search.standing(0).visits < 100_000, "the pass is not played"
    report = search.run(Limit(2000))
    assert not search.root.context.pass_plays_elsewhere
    assert len(children(nodes, 0)) > seen
    assert report.simulations == 2000
    assert 1000 <= report.visits <= 1500
    assert report.moves[0].point != PASS
    assert cleared == [0]
    check_consistent(nodes, int(tree.used))


def test_leaving_the_group_is_no_change_of_score() -> None:
    """The mean lead is added up anew then; the komi that follows it must not see that as a landslide."""
    game = settled_game("C4", "D4", "E4", "F4", "G4", "A4", "B4")
    komi = {"mode": "score", "slice": 50, "opening": 0, "most": 1000.0}
    tree = options_for("group", **TINY_GROUP) | {"parts": ["group", "dynamic_komi"], "dynamic_komi": komi}
    search = made_search("mogo", tree=tree)
    search.begin(game, game.to_play)
    favour_pass(search)
    extras = [report.extra_komi for report in search.reports(Limit(2000), 1e-9)]
    assert not search.root.context.pass_plays_elsewhere
    assert max(map(abs, extras)) <= SIZE**2
