"""Sharing the top of the tree between searches."""

from typing import Any

import msgspec
import pytest

from tengen.board.point import Colour
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.game.restriction import Restriction
from tengen.search.distributed import (
    ClusterOptions,
    DistributedOptions,
    DistributedSearch,
    Findings,
    RemoteSearch,
    Worker,
    own_options,
)
from tengen.search.sharing import Count, Counts, Ledger, add_to_top, top_of
from tree.made_search import check_consistent, made_options, made_search, searched

GAME = Game(5, 0.5)


def test_the_top_is_what_the_report_says() -> None:
    search = searched("pachi", 1000, GAME)
    top = top_of(search.nodes, 3, 10)
    assert top[()].visits == 1000
    report = {move.point: move for move in search.report().moves}
    for way, (visits, wins) in top.items():
        if len(way) == 1:
            assert visits == report[way[0]].visits >= 10
            assert wins / visits == pytest.approx(report[way[0]].win_rate)
    assert max(map(len, top)) == 3
    for way, count in top.items():
        if way:
            assert count.visits <= top[way[:-1]].visits
    assert set(top_of(search.nodes, 0, 1)) == {()}


def test_counts_are_added_where_the_nodes_are() -> None:
    search = searched("pachi", 500, GAME)
    before = top_of(search.nodes, 2, 1)
    best = search.report().moves[0].point
    news = {(): Count(100, 60.0), (best,): Count(80, 50.0), (best, 999): Count(40, 20.0), (999,): Count(5, 0.0)}
    assert set(add_to_top(search.nodes, news)) == {(), (best,)}
    after = top_of(search.nodes, 2, 1)
    assert after[()] == (600, pytest.approx(before[()].wins + 60))
    assert after[best,] == (before[best,].visits + 80, pytest.approx(before[best,].wins + 50))
    check_consistent(search.nodes, int(search.trees.first[1].used))


def test_two_sides_come_to_know_what_both_have_done() -> None:
    """Without a threshold, the roots agree after each exchange, and nothing is counted twice."""
    one, two = made_search("pachi", seed=1), made_search("pachi", seed=2)
    ledgers = Ledger(3, 1), Ledger(3, 1)
    for search, ledger in zip((one, two), ledgers, strict=True):
        search.begin(GAME, 1)
        ledger.restart(search.nodes)
    for rounds in range(1, 6):
        one.run(Limit(200))
        two.run(Limit(300))
        to_two, to_one = ledgers[0].news(one.nodes), ledgers[1].news(two.nodes)
        ledgers[0].take(one.nodes, to_one)
        ledgers[1].take(two.nodes, to_two)
        tops = [top_of(search.nodes, 1, 1) for search in (one, two)]
        assert tops[0][()].visits == tops[1][()].visits == 500 * rounds
        for way in tops[0]:
            assert tops[0][way] == (tops[1][way].visits, pytest.approx(tops[1][way].wins))
    assert ledgers[0].news(one.nodes) == {}
    for search in (one, two):
        check_consistent(search.nodes, int(search.trees.first[1].used))


class LocalWorker:
    """A worker in this process; may be told to be gone."""

    def __init__(self, search: RemoteSearch) -> None:
        self.search = search
        self.pending: Counts | None = None
        self.is_gone = False
        self.done = 0

    def begin(self, game: Game, colour: Colour, side: Colour | None, restriction: Restriction) -> None:
        self.search.begin(game, colour, side, restriction)

    def send(self, news: Counts) -> None:
        self.pending = news

    def receive(self) -> Findings | None:
        if self.is_gone:
            raise ConnectionError("made for a test")
        if self.pending is None:
            return None
        found, self.pending = self.search.work(self.pending), None
        self.done += found.simulations
        return found

    def end(self) -> None:
        self.is_gone = True


def made_distributed(count: int) -> tuple[DistributedSearch, list[LocalWorker]]:
    workers: list[LocalWorker] = []

    def start(options: Any, cluster: ClusterOptions, seed: int) -> list[Worker]:
        text = msgspec.json.encode(options)
        workers.extend(LocalWorker(RemoteSearch(text, cluster, seed + i + 1)) for i in range(count))
        return list(workers)

    cluster = ClusterOptions(workers=count, seconds=0.01, least_visits=1)
    return DistributedSearch(made_options("pachi"), cluster, 1, start), workers


def test_everybody_counts() -> None:
    search, workers = made_distributed(2)
    search.begin(GAME, 1)
    report = search.run(Limit(3000))
    assert report.simulations >= 3000
    own = int(search.trees.first[1].simulations)
    assert report.simulations == own + sum(worker.done for worker in workers)
    assert min(worker.done for worker in workers) > 0
    assert report.visits == report.simulations
    game = Game(5, 0.5)
    game.play(report.moves[0].point)
    search.begin(game, 2)
    assert search.report().simulations == 0
    assert search.report().visits == report.moves[0].visits  # kept, with what the others had found
    assert search.run(Limit(500)).simulations >= 500


def test_if_a_worker_dies_the_search_continues_without_it(caplog: pytest.LogCaptureFixture) -> None:
    search, workers = made_distributed(2)
    search.begin(GAME, 1)
    workers[0].is_gone = True
    assert search.run(Limit(1000)).simulations >= 1000
    assert len(search.workers) == 1
    assert "a worker of the search is gone (made for a test); 1 left" in caplog.text
    search.workers.close()
    assert workers[1].is_gone
    assert search.run(Limit(100)).simulations >= 100


def test_own_rounds_stay_short_however_much_the_others_do() -> None:
    """The last round ends with the time."""
    search, workers = made_distributed(1)
    search.begin(GAME, 1)
    search.run(Limit(1))  # starts the worker
    workers[0].receive = lambda: Findings({}, 100_000)  # type: ignore[method-assign]
    assert search.run(Limit(seconds=0.5)).seconds < 1.0


def test_a_cleared_tree_is_news_from_the_first_simulation_on() -> None:
    search = made_search("pachi")
    search.begin(GAME, 1)
    ledger = Ledger(1, 1)
    search.run(Limit(500))
    assert ledger.news(search.nodes)[()].visits == 500
    search.root.rounds.restart()
    ledger.forget()
    search.run(Limit(100))
    assert ledger.news(search.nodes)[()].visits == 100


def test_the_options_of_each_process_are_those_of_the_search() -> None:
    options = DistributedOptions(simulations=77)
    assert own_options(options).simulations == 77
    assert not hasattr(own_options(options), "cluster")
