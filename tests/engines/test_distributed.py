"""The engine distributed, on a real Ray cluster of this machine."""

import pytest

from engines.made_player import made_player
from tengen.board.point import BLACK
from tengen.engines.distributed import DistributedPlayer
from tengen.game.game import Game
from tengen.parts.settings import Origin
from tengen.presets.preset import merged, preset_named
from tengen.search.distributed import DistributedSearch


def test_the_preset_is_tengen_with_workers() -> None:
    assert preset_named("distributed").options == preset_named("tengen").options
    assert merged({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 4}, "e": 5}) == {"a": 1, "b": {"c": 2, "d": 4}, "e": 5}


def test_without_workers_it_is_the_tree_search() -> None:
    words = ["cluster.workers=0", "simulations=200", "playout.policy=random"]
    choice = made_player("distributed", assignments=words, seed=1).choose(Game(5, 0.5), int(BLACK))
    assert choice.simulations == 200
    assert choice == made_player("tengen", assignments=words[1:], seed=1).choose(Game(5, 0.5), int(BLACK))


@pytest.mark.slow
def test_a_cluster_of_this_machine() -> None:
    pytest.importorskip("ray")
    engine = made_player("distributed", assignments=["cluster.workers=1", "simulations=0", "seconds=3"], seed=1)
    assert isinstance(engine, DistributedPlayer)
    engine.choose(Game(9, 7.0), int(BLACK))  # compiles
    choice = engine.choose(Game(9, 7.0), int(BLACK))
    search = engine.searcher.search()
    own = int(search.trees.first[1].simulations)
    assert choice.simulations > 1.3 * own
    assert engine.searcher.report is not None
    assert engine.searcher.report.visits >= choice.simulations
    engine.settings.assign(["cluster.workers=2"], Origin.PYTHON)
    engine.choose(Game(9, 7.0), int(BLACK))  # compiles there
    engine.choose(Game(9, 7.0), int(BLACK))
    wider = engine.searcher.search()
    assert isinstance(wider, DistributedSearch)
    assert all(ledger._known for _, ledger in wider.workers._workers), "both have told something"
    engine.reseed(2)
