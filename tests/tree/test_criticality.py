"""Criticality beside covariances over recorded simulations; chain survival beside games that are played again."""

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from both_ways import printed_both_ways
from tengen.board.board import Board, new_board
from tengen.board.life import chain_points
from tengen.board.move import pass_turn, play
from tengen.board.point import BLACK, WHITE, all_points, column_row
from tengen.board.score import owner_of
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.options import to_record
from tengen.report.text import critical_points, danger, table
from tengen.search.search import Search
from tengen.tree.arena import NOBODY, compact
from tengen.tree.node import ROOT
from tengen.tree.parts.unpruning_by_criticality import UnpruningByCriticalityOptions, arrange
from tengen.tree.terms.criticality import OwnerNode, OwnerThread, criticality
from tengen.tree.thread import SearchThread, new_thread
from tree.made_search import children, made_search, point_at, searched

SIZE = 5


def tree_with(**options: Any) -> dict[str, Any]:
    return {"terms": ["prior", "criticality", "rave"], "expand_visits": 2, "criticality": {"from_visits": 30} | options}


def simulations(search: Search, count: int) -> Iterator[SearchThread]:
    """Do simulations one by one, and yield the thread after each."""
    (_, tree), thread = search.trees.first, search.trees.threads[0]
    for _ in range(count):
        tree.remaining = 1
        search.trees.search_with(0, thread)
        yield thread


def black_shares(board: Board, value: str) -> dict[int, float]:
    """Return how much of each point is Black's on a final board: a half is for nobody's points."""
    owner = {point: int(owner_of(board, u64(point))) for point in all_points(SIZE)}
    if value == "stone":
        return {point: (1 + owner[point]) / 2 for point in owner}
    near = {p: [q for q in (p - 1, p + 1, p - SIZE - 1, p + SIZE + 1) if q in owner] for p in owner}

    def local(point: int, colour: int) -> float:
        return (owner[point] == colour) / 3 + sum(owner[q] == colour for q in near[point]) / 6

    return {point: (1 + local(point, 1) - local(point, -1)) / 2 for point in owner}


@pytest.mark.parametrize("value", ["stone", "local"])
@pytest.mark.parametrize("komi", [25.0, 0.5])  # with 25 it is a draw if all is Black's
def test_criticality_is_twice_the_covariance_of_owning_and_winning(komi: float, value: str) -> None:
    game = Game(SIZE, komi, "japanese")
    search = made_search("pachi", tree=tree_with(value=value))
    search.begin(game, game.to_play)
    (nodes, _), thread = search.trees.first, search.trees.threads[0]
    wins: dict[int, list[float]] = {}
    owned: dict[int, list[float]] = {}
    all_wins, all_stones = [], []
    score_before, counted = 0.0, 0
    for thread in simulations(search, 300):
        score, score_before = float(thread.playout.tally.score) - score_before, float(thread.playout.tally.score)
        won = 0.5 if score == komi else float(score > komi)
        shares = black_shares(thread.playout.board, value)
        all_wins.append(won)
        all_stones.append(black_shares(thread.playout.board, "stone"))
        for node in thread.path[: int(thread.length)]:
            for child in children(nodes, int(node)):
                wins.setdefault(child, []).append(won)
                owned.setdefault(child, []).append(shares.get(point_at(nodes, child), 1.0))
        for child in [c for node in thread.path[: int(thread.length)] for c in children(nodes, int(node))]:
            counted += 1
            assert float(nodes[child].owned_black) == pytest.approx(sum(owned[child]), abs=1e-3)
    assert counted > 1000

    compared = 0
    for child, shares_seen in owned.items():
        first = children(nodes, int(nodes[children_start(nodes, child)].parent)).start
        passing = nodes[first + int(nodes[first].pass_place)]
        n, w, b = len(wins[child]), np.array(wins[child]), np.array(shares_seen)
        assert (float(passing.owned_black), float(passing.owned_winner)) == pytest.approx((n, w.sum()))
        found = criticality(float(nodes[child].owned_black), float(nodes[child].owned_winner), n, float(w.sum()))
        assert found == pytest.approx(2 * float(np.cov(w, b, bias=True)[0, 1]), abs=1e-5)
        coulom = (b * w + (1 - b) * (1 - w)).mean() - (b.mean() * w.mean() + (1 - b).mean() * (1 - w).mean())
        assert found == pytest.approx(coulom, abs=1e-5)
        compared += abs(found) > 0.01
    assert compared > 50
    if komi == SIZE * SIZE:
        assert 0.5 in all_wins

    # The map of the report is that of the stones over all simulations, whatever the nodes count.
    report = search.report()
    assert report.criticality is not None
    for point in all_points(SIZE):
        direct = 2 * np.cov(all_wins, [stones[point] for stones in all_stones], bias=True)[0, 1]
        column, row = column_row(point, SIZE)
        assert report.criticality[SIZE - 1 - row, column] == pytest.approx(direct, abs=1e-9)


def children_start(nodes: Any, child: int) -> int:
    """Return the first of the siblings of a node: the one whose parent is right."""
    return next(first for first in range(child, -1, -1) if child in children(nodes, int(nodes[first].parent)))


def test_pellegrinos_covariance_is_half_of_it() -> None:
    owned, won = np.array([1, 1, 0, 1, 0, 0, 1, 1]), np.array([1, 1, 0, 0, 0, 1, 1, 0])
    share = {(o, w): float(((owned == o) & (won == w)).mean()) for o in (0, 1) for w in (0, 1)}
    pellegrino = share[1, 1] * share[0, 0] - share[1, 0] * share[0, 1]
    winner = float((owned == won).sum())
    assert criticality(float(owned.sum()), winner, 8.0, float(won.sum())) == pytest.approx(2 * pellegrino)


def test_nothing_is_counted_where_it_is_off() -> None:
    search = searched("mogo", 200, Game(5, 0.5))
    report = search.report()
    assert report.criticality is None
    assert report.chains is None
    assert all(move.criticality is None for move in report.moves)
    assert "owned_black" not in search.nodes.dtype.names
    assert "critical" not in table(report, 3)
    assert "criticality" not in report.to_dict(3)


def test_sums_begin_anew_when_children_were_pruned() -> None:
    search = searched("pachi", 400, Game(SIZE, 0.5), tree=tree_with())
    nodes = search.nodes
    inner = max((c for c in children(nodes, 0) if children(nodes, c)), key=lambda c: int(nodes[c].visits))
    nodes[int(nodes[inner].children)].parent = int(NOBODY)
    nodes[inner].children = 0
    compact(*search.trees.first, u64(ROOT), u64(0))  # as pruning does
    search.run(Limit(200))
    block = children(nodes, inner)
    assert block
    games = float(nodes[block.start + int(nodes[block.start].pass_place)].owned_black)
    assert 0 < games < int(nodes[inner].visits)
    assert all(float(nodes[c].owned_black) <= games for c in block)


def test_chains_survive_where_no_stone_of_theirs_was_captured() -> None:
    game = Game(SIZE, 0.5)
    for name in ("B2", "C2", "B3", "C3", "D3", "A2"):
        game.play(name)
    search = made_search("pachi", tree=tree_with())
    search.begin(game, game.to_play)
    nodes = search.nodes
    heads = {int(game.board.chain[p]) for p in all_points(SIZE) if game.board.colour[p] in (BLACK, WHITE)}
    survived = dict.fromkeys(heads, 0)
    for thread in simulations(search, 200):
        board = copy_of(game.board)
        alive = set(heads)
        trail = [int(p) for p in thread.playout.trail.points[: int(thread.playout.trail.length)]]
        for point in [point_at(nodes, int(n)) for n in thread.path[1 : int(thread.length)]] + trail:
            if point:
                play(board, u64(point))
            else:
                pass_turn(board)
            alive = {head for head in alive if board.colour[head] == game.board.colour[head]}
        for head in alive:
            survived[head] += 1
    chains = search.report().chains
    assert chains is not None
    assert [chain.survival for chain in chains] == sorted(chain.survival for chain in chains)
    points = {head: sorted(chain_points(game.board, head)) for head in survived}
    expected = {tuple(map(game.name, points[head])): count / 200 for head, count in survived.items()}
    assert {chain.stones: chain.survival for chain in chains} == expected
    assert 0 < min(expected.values()) < max(expected.values())


def test_reports_show_what_is_critical() -> None:
    game = Game(SIZE, 0.5)
    for name in ("B2", "C2", "B3", "C3", "D3", "A2"):
        game.play(name)
    report = searched("pachi", 300, game, tree=tree_with()).report()
    facts = report.to_dict(3)
    assert len(facts["criticality"]) == SIZE * SIZE
    assert -0.5 <= facts["moves"][0]["criticality"] <= 0.5
    assert {stone for chain in facts["chains"] for stone in chain["stones"]} == {"B2", "C2", "B3", "C3", "D3", "A2"}
    assert "critical" in table(report, 3).splitlines()[0]
    assert len(critical_points(report).splitlines()) == SIZE + 2
    assert danger(report).startswith("survival of chains\n")


def test_the_report_mode_counts_but_does_not_change_the_search() -> None:
    game = Game(SIZE, 0.5)
    plain = searched("pachi", 300, game, tree={"terms": ["prior", "rave"], "expand_visits": 2}).report()
    watched = searched("pachi", 300, game, tree=tree_with(mode="report", from_visits=0)).report()
    used = searched("pachi", 300, game, tree=tree_with(from_visits=0)).report()
    found = [[(m.name, m.visits, m.win_rate) for m in report.moves] for report in (plain, watched, used)]
    assert found[0] == found[1] != found[2]
    assert watched.criticality is not None


def test_coulombs_order_is_that_of_the_parents_criticality() -> None:
    thread = cast(OwnerThread, new_thread(OwnerThread, new_board(SIZE), seed=1))
    nodes = OwnerNode.array(10)
    points = [6, 7, 0, 8]
    nodes[0].children = 1
    for child, point in enumerate(points, start=1):
        nodes[child].point, nodes[child].siblings = point, len(points)
    nodes[1].pass_place = 2
    nodes[3].owned_black, nodes[3].owned_winner = 100, 50
    for child, (black, winner) in {1: (50, 50), 2: (50, 90), 4: (50, 20)}.items():
        nodes[child].owned_black, nodes[child].owned_winner = black, winner
    thread.path[:2] = [0, 1]
    thread.length = 2
    prior = thread.prior
    prior.points[:4] = [0, 8, 6, 7]
    prior.length = 4
    prior.bias[:] = 0.25

    def sort_from(visits: int) -> None:
        arrange(nodes, thread, prior, to_record(UnpruningByCriticalityOptions(from_visits=visits)))

    sort_from(101)
    assert set(prior.bias) == {np.float32(0.25)}, "too few games"
    sort_from(100)
    assert [float(prior.bias[p]) for p in (7, 6, 8)] == pytest.approx([0.4, 0.0, -0.3])
    assert prior.points[:4].tolist() == [7, 6, 8, 0]
    prior.bias[:] = 0.25
    thread.length = 1
    sort_from(0)
    assert set(prior.bias) == {np.float32(0.25)}, "the root has no parent"


def test_unpruning_by_criticality_searches() -> None:
    tree = {"terms": ["prior", "rave"], "expand_visits": 2, "parts": ["unpruning_by_criticality"]}
    tree |= {"unpruning": {"order": "prior", "first": 3}, "unpruning_by_criticality": {"from_visits": 10}}
    report = searched("pachi", 300, Game(SIZE, 0.5), tree=tree).report()
    assert report.simulations == 300
    assert report.criticality is not None


SCRIPT = """
from tengen.game.game import Game
from tree.made_search import as_dicts, searched
tree = {"terms": ["prior", "criticality", "rave"], "expand_visits": 2, "criticality": {"from_visits": 5}}
search = searched("pachi", 40, Game(3, 0.5), tree=tree)
print(as_dicts(search.nodes), search.report().criticality.tolist())
"""


def test_compiled_and_plain_agree() -> None:
    compiled, plain = printed_both_ways(SCRIPT)
    assert compiled == plain
    assert len(compiled) > 1000
