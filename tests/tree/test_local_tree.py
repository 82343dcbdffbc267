"""Local trees beside dictionaries of sequences that are filled from the same simulations."""

from typing import Any, cast

import pytest

from both_ways import printed_both_ways
from tengen.board.board import Board, new_board
from tengen.board.move import is_legal, pass_turn, play
from tengen.board.point import BLACK, EMPTY, PASS, all_points, other
from tengen.board.score import owner_of
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.playout.state import Trail
from tengen.search.search import Limit, Search
from tengen.tactics.common_fate import new_fates
from tengen.tree.terms import local_tree
from tengen.tree.terms.local_tree import RATINGS, LocalThread, LocalWalk, sequence_begun, sequence_with
from tree.made_search import made_search, point_at, searched

SIZE = 5
Sequence = tuple[int, ...]  # the colour that begins, then the points
Known = dict[Sequence, tuple[int, int]]  # games, and the sum of local values in sixths


def tree_with(**options: Any) -> dict[str, Any]:
    given = {"distance": 2, "from_games": 3, "force": 2, "good": 0.6} | options
    return {"terms": ["prior", "local_tree", "rave"], "expand_visits": 1, "local_tree": given}


def near(point: int) -> list[int]:
    step = SIZE + 1
    return [q for q in (point - 1, point + 1, point - step, point + step) if q in set(all_points(SIZE))]


def chain_at(board: Board, point: int) -> set[int]:
    """Return the chain of a stone, or an empty point alone."""
    found, todo = {point}, [point]
    while todo and board.colour[point] != EMPTY:
        fresh = [q for q in near(todo.pop()) if board.colour[q] == board.colour[point] and q not in found]
        found.update(fresh)
        todo.extend(fresh)
    return found


def points_within(board: Board, origin: int, limit: int) -> set[int]:
    """Return the points up to a distance in the common fate graph."""
    reached = chain_at(board, origin)
    for _ in range(limit):
        edge = {q for p in reached for q in near(p)} - reached
        reached |= {r for q in edge for r in chain_at(board, q)}
    return reached


def local_sixths(board: Board, point: int, colour: int) -> int:
    wanted = 1 if colour == BLACK else -1
    return 2 * (owner_of(board, u64(point)) == wanted) + sum(owner_of(board, u64(q)) == wanted for q in near(point))


def key_of(sequence: Sequence) -> int:
    colour, first, *rest = sequence
    key = sequence_begun(u64(colour), u64(first))
    for point in rest:
        key = sequence_with(u64(key), u64(point))
    return int(key)


def extended(sequence: Sequence, board: Board, last: int, point: int, limit: int) -> Sequence:
    """Return the sequence that a move belongs to, after another."""
    if point == PASS:
        return ()
    if sequence and point in points_within(board, last, limit):
        return (*sequence, point)
    return (int(board.to_play), point)


def value_to(known: Known, sequence: Sequence, least: int) -> float:
    """Return the value of a sequence to the side that made its last move; -1 if too little is known."""
    games, sixths = known.get(sequence, (0, 0))
    if games < least:
        return -1.0
    share = sixths / 6 / games
    return share if len(sequence) % 2 == 0 else 1 - share


def check_forced(board: Board, known: Known, before: Sequence, last: int, point: int) -> None:
    """Check that a forced move is the best of the good answers, or a good tenuki where there is no good answer left."""
    now = extended(before, board, last, point, 2)
    value = value_to(known, now, 3)
    assert value >= 0.6 - 1e-9
    if len(now) > 2:
        legal = [p for p in points_within(board, last, 2) if is_legal(board, u64(p), u64(board.to_play))]
        answers = [value_to(known, (*before, p), 3) for p in legal if board.colour[p] == EMPTY]
        # Own eyes are never filled, however good: so the best may be better than what was played.
        assert value == pytest.approx(max(answers)) or max(answers) > value


def test_every_simulation_counts_as_in_dictionaries() -> None:
    game = Game(SIZE, 0.5)
    game.play("C3")
    search = made_search("pachi", tree=tree_with())
    search.begin(game, game.to_play)
    (nodes, tree), thread = search.trees.first, search.trees.threads[0]
    known: Known = {}
    forced_moves = 0
    for _ in range(500):
        tree.remaining = 1
        search.trees.search_with(0, thread)
        walk, trail = cast(LocalThread, thread).local, thread.playout.trail
        forced = int(walk.forced)
        moves = [point_at(nodes, int(n)) for n in thread.path[1 : int(thread.length)]]
        ahead = [int(p) for p in trail.points[:forced]]
        assert [int(p) for p in walk.points[1 : int(walk.length)]] == moves + ahead
        forced_moves += forced

        board, last = copy_of(game.board), int(game.board.last)
        begun = (int(other(game.to_play)), last)
        walked: list[Sequence] = [begun]
        for number, point in enumerate(moves + ahead):
            if number >= len(moves):
                check_forced(board, known, walked[-1], last, point)
            walked.append(extended(walked[-1], board, last, point, 2))
            if point:
                play(board, u64(point))
            else:
                pass_turn(board)
            last = point
        for point in trail.points[forced : int(trail.length)]:
            if point:
                play(board, u64(point))
            else:
                pass_turn(board)
        assert (board.colour == thread.playout.board.colour).all(), "path, forced moves and playout are one game"

        for sequence in filter(None, walked):
            games, sixths = known.get(sequence, (0, 0))
            known[sequence] = games + 1, sixths + local_sixths(board, sequence[1], sequence[0])
    found = {int(r.key): int(r.games) for r in search.trees.ratings[search.trees.ratings.key != 0]}
    assert found == {key_of(s): (sixths << 32) + games for s, (games, sixths) in known.items()}
    assert forced_moves > 100
    assert max(map(len, known)) > 4


def test_what_is_known_is_told_from_the_side_to_play() -> None:
    board = new_board(SIZE)
    first, near_by, far_off = 14, 15, 35
    walk, ratings = LocalWalk.new(points=len(board.colour)), local_tree_ratings()
    local_tree.set_out(board, walk)
    local_tree.rate_moves(board, walk, ratings, u64(2))
    local_tree.step(walk, u64(first), u64(BLACK))
    play(board, u64(first))
    for sequence, (games, sixths) in {(1, first, near_by): (10, 15), (2, far_off): (4, 6), (1, first): (14, 0)}.items():
        place = int(local_tree.place_of(ratings, u64(key_of(sequence))))
        ratings[place].games = (sixths << 32) + games
    local_tree.rate_moves(board, walk, ratings, u64(2))
    # White answers Black's move, which was worth a quarter to Black; elsewhere White would begin.
    assert (float(walk.games[near_by]), float(walk.wins[near_by])) == (10.0, 7.5)
    assert (float(walk.games[far_off]), float(walk.wins[far_off])) == (4.0, 1.0)
    local_tree.rate_moves(board, walk, ratings, u64(1))
    assert float(walk.games[near_by]) == 10.0
    assert float(walk.games[28]) == 0.0


def local_tree_ratings() -> Any:
    from tengen.playout.liberty_map import new_ratings

    return new_ratings(1024)


def test_a_pass_ends_a_sequence() -> None:
    board = new_board(SIZE)
    walk = LocalWalk.new(points=len(board.colour))
    walk.fates = new_fates(board)
    local_tree.set_out(board, walk)
    assert int(walk.keys[0]) == 0
    local_tree.rate_moves(board, walk, local_tree_ratings(), u64(50))
    local_tree.step(walk, u64(14), u64(1))
    assert int(walk.keys[1]) == key_of((1, 14))


def test_forced_moves_come_first_in_the_trail_and_it_never_overflows() -> None:
    walk, trail = LocalWalk.new(points=4), Trail.new(moves=5)
    walk.points[:4] = [1, 2, 3, 4]
    walk.length, walk.forced = 4, 2
    trail.points[:4], trail.length = [5, 6, 7, 8], 4
    local_tree._put_before(trail, walk)
    assert trail.points.tolist() == [3, 4, 5, 6, 7]
    assert int(trail.length) == 5


def test_the_trees_are_kept_in_a_game_and_forgotten_in_another() -> None:
    game = Game(SIZE, 0.5)
    search = searched("pachi", 200, game, tree=tree_with())
    filled = int((search.trees.ratings.key != 0).sum())
    assert len(search.trees.ratings) == RATINGS
    assert filled > 50
    game.play("C3")
    search.begin(game, game.to_play)
    assert int((search.trees.ratings.key != 0).sum()) == filled
    search.begin(Game(SIZE, 1.5), int(BLACK))
    assert not (search.trees.ratings.key != 0).any()


@pytest.mark.parametrize("parallel", ["tree", "leaf"])
def test_threads_share_the_trees(parallel: str) -> None:
    game = Game(SIZE, 0.5)
    game.play("C3")
    search = made_search("pachi", threads=2, parallel=parallel, tree=tree_with())
    search.begin(game, game.to_play)
    search.run(Limit(2000))
    root = search.trees.ratings[int(local_tree.place_of(search.trees.ratings, u64(key_of((1, int(game.board.last))))))]
    assert int(root.games) & (2**32 - 1) == 2000


def test_only_searches_that_ask_for_it_have_trees() -> None:
    search: Search = made_search("pachi")
    assert len(search.trees.ratings) == 1


SCRIPT = """
from tengen.game.game import Game
from tree.made_search import as_dicts, searched
tree = {
    "terms": ["prior", "local_tree", "rave"],
    "expand_visits": 1,
    "local_tree": {"from_games": 2, "force": 2, "good": 0.5, "distance": 2},
}
search = searched("pachi", 40, Game(3, 0.5), tree=tree)
print(as_dicts(search.nodes), [r.tolist() for r in search.trees.ratings if r.key])
"""


def test_compiled_and_plain_agree() -> None:
    compiled, plain = printed_both_ways(SCRIPT)
    assert compiled == plain
    assert len(compiled) > 1000
