"""The quiescent extension: which positions are hot, what they ask for, and that the tree stays consistent with it."""

from functools import cache
from typing import Any

import pytest

from playout.positions import exchanged, image, random_positions
from tengen.board.board import Board, new_board, size_of
from tengen.board.diagram import parse
from tengen.board.move import is_legal, pass_turn, play
from tengen.board.point import PASS, parse_point, point_name
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.options import to_record
from tengen.search.search import Search
from tengen.tree.parts import quiescent
from tengen.tree.parts.quiescent import QuiescentOptions
from tengen.tree.thread import SearchThread, new_thread
from tree.made_search import (
    MOGO,
    as_dicts,
    check_consistent,
    children,
    column,
    made_search,
    point_at,
    searched,
)

SWITCHES = ("atari", "ladder", "patterns")
QUIET: set[str] = set()


@cache
def thread_on(size: int) -> SearchThread:
    return new_thread(SearchThread, new_board(size), seed=1)


def suggested(board: Board, *conditions: str, depth: int = 0) -> set[int]:
    """Return what a position asks for with only some conditions switched on; the answer is one of it."""
    options = QuiescentOptions(**{name: name in conditions for name in SWITCHES})
    thread = thread_on(size_of(board))
    thread.playout.board = board
    answer = quiescent.answer(thread, u64(depth), to_record(options))
    moves = thread.playout.moves
    found = {int(p) for p in moves.points[: int(moves.length)]} if answer != PASS else set()
    assert int(answer) in found or (answer == PASS and not found)
    return found


def asked(diagram: str, last: str, *conditions: str, ko: str = "pass") -> set[str]:
    """Return by name what a drawn position asks X for after O's last move."""
    board = board_of(parse(diagram), to_play=1)
    size = size_of(board)
    board.last = parse_point(last, size)
    board.ko = parse_point(ko, size)
    return {point_name(p, size).lower() for p in suggested(board, *(conditions or SWITCHES))}


EXTEND = """
. . . . . . .
. . . . . . .
. . . O . . .
. . O X . . .
. . . O . . .
. . . . . . .
. . . . . . .
"""
TAKE = """
. . . . . . .
. . . . . . .
. O O . . . .
. O X O X . .
. . . X . . .
. . . . . . .
. . . . . . .
"""
HOPELESS = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O . . . . .
X O . . . . .
. O . . . . .
"""


def test_a_chain_that_the_last_move_put_in_atari_is_saved() -> None:
    assert asked(EXTEND, "d5", "atari") == {"e4"}
    assert asked(TAKE, "c5", "atari") == {"c3", "d5"}
    assert asked(HOPELESS, "a3", "atari") == QUIET


def test_an_atari_that_the_last_move_did_not_give_is_left() -> None:
    corner = EXTEND.replace(". . . . . . .\n", "O . . . . . .\n", 1)
    assert asked(corner, "a7", "atari") == QUIET


LADDER = """
. . . . . . .
. . . . . . .
. . . . . . .
. . O O . . .
. O X . . . .
. . . . . . .
. . . . . . .
"""
BREAKER = """
. . . . . . .
. . . . . . .
. . . . . . .
. . O O . . .
. O X . . . .
. . . . X . .
. . . . . . .
"""


def test_a_chain_with_two_liberties_runs_from_a_ladder() -> None:
    assert asked(LADDER, "c4", "ladder") == {"c2", "d3"}
    assert asked(BREAKER, "c4", "ladder") == QUIET, "there is no ladder"
    assert asked(LADDER, "d4", "ladder") == QUIET, "the last move does not touch the chain"


CUT = """
. . . . . . .
. . . . . . .
. . . . . . .
. . O . O . .
. . . X . . .
. . . . . . .
. . . . . . .
"""
EDGE_BLOCK = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . X . .
. . . . . O .
"""


def test_shapes_to_cut_or_connect_at_around_the_last_move() -> None:
    assert asked(CUT, "c4", "patterns") == {"d4"}
    assert asked(CUT.replace("O", "X", 1), "e4", "patterns") == QUIET
    assert asked(EDGE_BLOCK, "f1", "patterns") == {"e1"}
    far = CUT.replace(". . . . . . .\n", "O . . . . . .\n", 1)
    assert asked(far, "a7", "patterns") == QUIET


def test_each_condition_is_a_switch_of_its_own() -> None:
    for diagram, last, own in ((EXTEND, "d5", "atari"), (LADDER, "c4", "ladder"), (CUT, "c4", "patterns")):
        assert asked(diagram, last, own) != QUIET
        assert asked(diagram, last, *(name for name in SWITCHES if name != own)) == QUIET


def test_nothing_is_hot_beyond_the_depth_or_after_a_pass() -> None:
    board = board_of(parse(EXTEND), to_play=1)
    board.last = parse_point("d5", 7)
    limit = QuiescentOptions().depth
    assert suggested(board, *SWITCHES, depth=limit)
    assert not suggested(board, *SWITCHES, depth=limit + 1)
    board.last = PASS
    assert not suggested(board, *SWITCHES)


def test_no_leaf_is_hot_while_there_is_a_ko() -> None:
    assert asked(EXTEND, "d5", ko="a1") == QUIET
    game = Game(5, 0.5, "japanese")
    for name in ("B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2"):  # White takes C2, a ko
        game.play(name)
    assert game.board.ko != PASS
    assert quiescent.has_ko(game.board)
    game.play("E5")
    assert game.board.ko == PASS
    assert quiescent.has_ko(game.board), "it can still be retaken"
    game.play("C2")
    assert not quiescent.has_ko(game.board), "it is filled"


@pytest.mark.parametrize(
    ("rows", "is_mouth"),
    [
        ((". X .", "X . X", ". X ."), True),  # an eye
        ((". X .", "X . X", ". . ."), True),  # a tiger's mouth
        ((". O .", "O . .", ". O ."), True),  # the enemy's
        ((". X .", "X . .", ". . ."), False),
        ((". X .", "X . O", ". . ."), False),
        ((". X .", "X . X", ". O ."), False),
    ],
)
def test_eyes_and_tigers_mouths_of_either_colour(rows: tuple[str, ...], is_mouth: bool) -> None:
    padded = [". . . . .", *(f". {row} ." for row in rows), ". . . . ."]
    board = board_of(parse("\n".join(padded)), to_play=1)
    assert bool(quiescent.MOUTH[int(board.code[parse_point("C3", 5)])]) == is_mouth


def test_mouths_at_the_edge() -> None:
    board = board_of(parse(". . . . .\n. . . . .\nX . . . .\n. . . . .\nX . X . O"), to_play=1)
    mouths = {name for name in ("B1", "A2", "D1", "E2") if quiescent.MOUTH[int(board.code[parse_point(name, 5)])]}
    assert mouths == {"B1", "A2"}


@pytest.fixture(scope="module")
def positions() -> list[Board]:
    return random_positions(7, 150, seed=3)


def test_suggestions_keep_the_basic_rules(positions: list[Board]) -> None:
    hot = 0
    for board in positions:
        found = suggested(board, *SWITCHES)
        hot += bool(found)
        for point in found:
            game = board_of(board.colour, board.to_play)
            assert is_legal(game, u64(point), u64(board.to_play))
            assert not quiescent.MOUTH[int(board.code[point])]
            quiescent.put_stone(game, u64(point), u64(board.to_play))
            assert int(game.liberty_count[int(game.chain[point])]) >= 2
    assert hot > 20


@pytest.mark.parametrize("condition", SWITCHES)
def test_conditions_commute_with_symmetry_and_exchange_of_colours(condition: str, positions: list[Board]) -> None:
    found = 0
    for board in positions[:100]:
        here = suggested(board, condition)
        found += bool(here)
        for symmetry in range(SYMMETRIES):
            assert suggested(image(board, symmetry), condition) == {transformed(p, symmetry, 7) for p in here}
        assert suggested(exchanged(board), condition) == here
    assert found > 1


LEAVES: dict[str, Any] = MOGO | {"parts": ["quiescent"]}
QUIESCENT = LEAVES | {"quiescent": {"alone": 1.0}}


def check_visits(search: Search, expand_visits: int) -> tuple[int, int]:
    """Check that visits are those of the children and the own ones; return how many nodes have none of their own."""
    nodes = search.nodes
    visits = column(nodes, "visits").tolist()
    todo, inner, hot = [int(c) for c in children(nodes, 0)], 0, 0
    while todo:
        node = todo.pop()
        block = children(nodes, node)
        if block:
            own = visits[node] - sum(visits[block.start : block.stop])
            assert own in (0, expand_visits)
            inner += 1
            hot += own == 0
            todo += [int(c) for c in block]
    return inner, hot


@pytest.mark.parametrize("recipe", [LEAVES, QUIESCENT], ids=["all moves", "hot moves alone"])
@pytest.mark.parametrize("expand_visits", [1, 3])
def test_visits_are_those_of_the_children_and_the_own_ones(expand_visits: int, recipe: dict[str, Any]) -> None:
    search = searched("mogo", 3000, Game(7, 0.5), tree=recipe | {"expand_visits": expand_visits})
    nodes, tree = search.trees.first
    check_consistent(nodes, int(tree.used))
    inner, hot = check_visits(search, expand_visits)
    assert 10 < hot < inner


def test_a_seed_makes_a_tree_and_the_extension_counts_as_depth() -> None:
    game = Game(7, 0.5)
    for name in ("D4", "D5", "E5", "C4", "E4"):
        game.play(name)
    one, two = (searched("mogo", 2000, game, tree=QUIESCENT) for _ in range(2))
    assert as_dicts(one.nodes) == as_dicts(two.nodes)
    plain = searched("mogo", 2000, game)
    assert one.report().depth > plain.report().depth + 0.2


def test_the_moves_of_the_extension_begin_the_trail() -> None:
    search = made_search("mogo", tree=QUIESCENT)
    search.begin(Game(7, 0.5), 1)
    (nodes, tree), thread = search.trees.first, search.trees.threads[0]
    longest = 0
    for _ in range(100):
        depth, tree.remaining = int(tree.depth), 1
        search.trees.search_with(0, thread)
        extension = int(tree.depth) - depth - (int(thread.length) - 1)
        longest = max(longest, extension)
        trail = thread.playout.trail
        game = Game(7, 0.5, "japanese")
        for node in thread.path[1 : int(thread.length)]:
            game.play(point_at(nodes, int(node)))
        for point in trail.points[: int(trail.length)]:
            game.play(int(point))
        assert (game.board.colour == thread.playout.board.colour).all()
    assert longest > 1


def board_at(search: Search, way: list[int]) -> Board:
    """Return the position after some moves from the root of a search."""
    board = copy_of(search.trees.threads[0].playout.root)
    for point in way:
        (play(board, u64(point)) if point != PASS else pass_turn(board))
    return board


@pytest.mark.parametrize("order", [None, "prior"])
def test_while_a_hot_node_has_few_visits_it_tries_its_hot_moves_alone(order: str | None) -> None:
    """Some of those that have few of the visits now had more of them once, and tried others then."""
    never, at_first, always = (share_of_restricted(alone, order) for alone in (0.0, 0.005, 1.0))
    assert never + 0.1 < at_first < always == 1.0


def share_of_restricted(alone: float, order: str | None) -> float:
    """Return which share of a tree's hot nodes has tried nothing but hot moves."""
    recipe = LEAVES | {"quiescent": {"alone": alone}}
    if order:
        recipe |= {"parts": ["unpruning", "quiescent"], "unpruning": {"order": order, "first": 100}}
    search = searched("mogo", 2000, Game(7, 0.5), tree=recipe)
    nodes = search.nodes
    visits = column(nodes, "visits").tolist()
    todo: list[tuple[int, list[int]]] = [(0, [])]
    restricted = free = 0
    while todo:
        node, way = todo.pop()
        block = children(nodes, node)
        if block and way:
            asked_for = suggested(board_at(search, way), *SWITCHES, depth=len(way))
            visited = {point_at(nodes, c) for c in block if visits[c]}
            if asked_for and alone:
                assert {point_at(nodes, c) for c in block[: len(asked_for)]} == asked_for
            if asked_for and visits[node] > 1:
                restricted += visited <= asked_for
                free += not visited <= asked_for
        todo += [(int(c), [*way, point_at(nodes, c)]) for c in block]
    return restricted / (restricted + free)


def game_of(*names: str) -> Game:
    game = Game(7, 0.5)
    for name in names:
        game.play(name)
    return game


@pytest.mark.parametrize(("move", "is_hot"), [("D3", True), ("G1", False)])
def test_a_root_has_all_moves_also_if_it_was_a_hot_node(move: str, is_hot: bool) -> None:
    before = ("D4", "D5", "A1", "C4", "A7")
    search = searched("mogo", 5000, game_of(*before), tree=QUIESCENT)
    nodes, point = search.nodes, parse_point(move, 7)
    (node,) = (c for c in children(nodes, 0) if point_at(nodes, c) == point)
    tried = sum(bool(nodes[c].visits) for c in children(nodes, node))
    after = game_of(*before, move)
    assert (tried < 5) == is_hot
    search.begin(after, after.to_play)
    search.run(Limit(5000))
    assert {point_at(nodes, c) for c in children(nodes, 0)} == {int(PASS), *after.legal_points()}
    assert sum(bool(nodes[c].visits) for c in children(nodes, 0)) > tried + 20


@pytest.mark.parametrize("recipe", [LEAVES, QUIESCENT], ids=["all moves", "hot moves alone"])
def test_two_threads_lose_nothing(recipe: dict[str, Any]) -> None:
    search = made_search("mogo", threads=2, tree=recipe)
    game = Game(7, 0.5)
    search.begin(game, 1)
    report = search.run(Limit(20_000))
    nodes, tree = search.trees.first
    check_consistent(nodes, int(tree.used))
    assert report.simulations == report.visits == 20_000
    assert sum(move.visits for move in report.moves) == 20_000
    wins = column(nodes, "wins")[: int(tree.used)]
    assert (wins == wins.round()).all()


def test_threads_that_play_out_together_extend_alike() -> None:
    search = made_search("mogo", threads=2, parallel="leaf", tree=QUIESCENT)
    search.begin(Game(7, 0.5), 1)
    search.trees.simulate(400)
    nodes, tree = search.trees.first
    check_consistent(nodes, int(tree.used))
    assert all(int(nodes[node].visits) % 2 == 0 for node in range(int(tree.used)))
