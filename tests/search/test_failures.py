"""A search that fails, at whatever point, leaves nothing behind that the next search could stumble over."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from tengen import Engine
from tengen.engines.searcher import Searcher
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.gtp.session import Session, Setup
from tengen.parts.check import Inconsistent
from tengen.parts.settings import Settings
from tengen.search.search import Search
from tengen.tree.companion import Companion, SearchContext
from tree.made_search import check_consistent, made_options, made_search

PATIENCE = 120  # seconds after which a search hangs: it takes a fraction of one


class Stumbling(Companion):
    """Fails where it is told to."""

    def __init__(self) -> None:
        self.fails_in = ""

    def begin(self, context: SearchContext) -> bool:
        self._perhaps_fail("begin")
        return True

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        self._perhaps_fail("after_round")
        return True

    def _perhaps_fail(self, where: str) -> None:
        if self.fails_in == where:
            raise RuntimeError("stumbled")


def check(search: Search) -> None:
    for nodes, tree in search.trees.all:
        check_consistent(nodes, int(tree.used))
    search.trees.check()


def fail_in_the_second_tree(monkeypatch: pytest.MonkeyPatch, search: Search) -> None:
    """The first tree gets its new root, the second does not: so it was when a book could not be read."""
    usual = search.trees.set_root

    def set_root(points: Any, position: Any) -> None:
        every, search.trees.all = search.trees.all, search.trees.all[:1]
        try:
            usual(points, position)
        finally:
            search.trees.all = every
        raise RuntimeError("stumbled")

    monkeypatch.setattr(search.trees, "set_root", set_root)


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_a_search_that_fails_to_begin_leaves_no_broken_tree(parallel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    search, game = made_search("mogo", threads=2, parallel=parallel), Game(5, 0.5)
    search.begin(game, 1)
    search.run(Limit(400))
    for move in ("C3", "C2", "B3"):
        game.play(move)
        with monkeypatch.context() as patch:
            fail_in_the_second_tree(patch, search)
            with pytest.raises(RuntimeError, match="stumbled"):
                search.begin(game, game.to_play)
        assert search.children((), None, explained=False) == []
        with pytest.raises(RuntimeError, match="no position has been searched yet"):
            search.run(Limit(1))
        search.begin(game, game.to_play)
        check(search)
        assert search.run(Limit(300)).visits == 300
        check(search)
    search.close()


@pytest.mark.parametrize("place", ["begin", "after_round"])
def test_a_part_that_fails_costs_the_tree_and_nothing_else(place: str) -> None:
    companion = Stumbling()
    search, game = Search(made_options("mogo", threads=2), 1, [companion]), Game(5, 0.5)
    search.begin(game, 1)
    search.run(Limit(200))
    companion.fails_in = place

    def fail() -> None:
        search.begin(game, 1)
        search.run(Limit(200))

    with pytest.raises(RuntimeError, match="stumbled"):
        fail()
    companion.fails_in = ""
    search.begin(game, 1)
    assert search.run(Limit(200)).visits == 200
    check(search)
    search.close()


def in_time(work: Callable[[], None]) -> None:
    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive(), "the threads wait for each other"


@pytest.mark.parametrize(
    ("parallel", "failing"), [("tree", "search"), ("root", "search"), ("leaf", "lead"), ("leaf", "assist")]
)
def test_if_a_thread_fails_the_others_end_before_anybody_touches_the_trees(parallel: str, failing: str) -> None:
    search, game = made_search("mogo", threads=2, parallel=parallel), Game(5, 0.5)
    search.begin(game, 1)
    search.run(Limit(200))
    module, running = search.trees._module, []
    first = search.trees.threads[0]

    def fail(*arguments: Any) -> None:
        if failing == "search" and arguments[2] is first:
            running.append(1)
            module.search(*arguments)
            running.pop()
            return
        raise RuntimeError("stumbled")

    usual = {name: getattr(module, name) for name in ("search", "lead", "assist")}
    search.trees._module = SimpleNamespace(**(usual | {failing: fail}))  # type: ignore[assignment]

    def run() -> None:
        with pytest.raises(RuntimeError, match="stumbled"):
            search.run(Limit(10**6))
        assert running == []

    in_time(run)
    search.trees._module = module
    search.begin(game, 1)
    assert search.run(Limit(200)).visits == 200
    check(search)
    search.close()


@pytest.mark.parametrize("parallel", ["tree", "root", "leaf"])
def test_a_system_without_threads_fails_cleanly(parallel: str) -> None:
    search, game = made_search("mogo", threads=2, parallel=parallel), Game(5, 0.5)
    search.begin(game, 1)
    search.run(Limit(200))
    pool = search.trees._pool
    assert pool is not None
    usual, submitted = pool.submit, []

    def submit(*arguments: Any) -> Any:
        if submitted:
            raise RuntimeError("can't start new thread")
        submitted.append(usual(*arguments))
        return submitted[0]

    pool.submit = submit  # type: ignore[method-assign,assignment]

    def run() -> None:
        with pytest.raises(RuntimeError, match="can't start new thread"):
            search.run(Limit(10**6))
        assert submitted[0].done()

    in_time(run)
    pool.submit = usual  # type: ignore[method-assign]
    search.begin(game, 1)
    assert search.run(Limit(200)).visits == 200
    check(search)
    search.close()


def test_a_book_that_is_none_in_the_midst_of_a_session() -> None:
    """With a tree for each thread, the next move used to crash the session, or never came."""
    options = {"playout.policy": "random", "memory": 16, "simulations": 200, "threads": 4, "parallel": "root"}
    session = Session(Setup(partial(Engine, "tengen", options, seed=1), 5, quiet=True))
    for colour in "bwbwbw":
        assert (session.answer(f"genmove {colour}") or "").startswith("=")
        refused = session.answer("tengen-option book.tree /dev/null")
        assert refused == "? the book /dev/null cannot be read: it is not a regular file\n\n"
    session.close()


def test_pondering_that_fails_is_told_and_the_next_search_works(caplog: pytest.LogCaptureFixture) -> None:
    companion = Stumbling()
    searcher = Searcher(
        Settings(made_options("mogo")), 1, lambda options, seed: Search(made_options("mogo"), seed, [companion])
    )
    game = Game(5, 0.5)
    companion.fails_in = "after_round"
    searcher.ponder(game)
    thread = searcher._pondering
    assert thread is not None
    thread.join(PATIENCE)
    assert "pondering has failed: RuntimeError: stumbled" in caplog.text
    companion.fails_in = ""
    searcher.rest()
    assert searcher.run(game, 1, Limit(100)).visits == 100
    searcher.close()


def test_pondering_makes_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be made after ``rest`` was called, on our own clock."""
    asked = []
    monkeypatch.setattr(Search, "report", lambda self: asked.append(1))
    searcher = Searcher(Settings(made_options("mogo")), 1, lambda options, seed: made_search("mogo", seed))
    searcher.ponder(Game(5, 0.5))
    searcher.rest()
    assert asked == []
    searcher.close()


@pytest.mark.parametrize("field", ["children", "siblings", "visits", "point"])
def test_checks_notice_a_broken_tree(field: str) -> None:
    search = made_search("mogo")
    search.begin(Game(5, 0.5), 1)
    search.run(Limit(500))
    search.trees.check()
    search.nodes[field][1] = 2**15 - 1
    with pytest.raises(Inconsistent):
        search.trees.check()


@pytest.mark.parametrize("field", ["colour", "chain", "liberty_count", "code", "empty_count", "key"])
def test_checks_notice_a_broken_board(field: str) -> None:
    game = Game(5, 0.5)
    for move in ("C3", "C2", "B2"):
        game.play(move)
    search = made_search("mogo")
    search.begin(game, game.to_play)
    board = search.trees.threads[0].playout.root
    search.trees.check()
    if board[field].shape:
        board[field][int(game.moves[0].point)] = 99
    else:
        board[field] = 99
    with pytest.raises(Inconsistent):
        search.trees.check()
