"""The engine distributed, on a real Ray cluster of this machine."""

import pytest

from tengen.board.point import BLACK
from tengen.engines.distributed import DistributedEngine
from tengen.game.game import Game
from tengen.presets.player import new_player
from tengen.presets.preset import merged, preset_named
from tengen.search.distributed import DistributedSearch


def test_the_preset_is_tengen_with_workers() -> None:
    assert preset_named("distributed").options == preset_named("tengen").options
    assert merged({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 4}, "e": 5}) == {"a": 1, "b": {"c": 2, "d": 4}, "e": 5}


def test_without_workers_it_is_the_tree_search() -> None:
    words = ["cluster.workers=0", "simulations=200", "playout.policy=random"]
    choice = new_player("distributed", assignments=words, seed=1).choose(Game(5, 0.5), int(BLACK))
    assert choice.simulations == 200
    assert choice == new_player("tengen", assignments=words[1:], seed=1).choose(Game(5, 0.5), int(BLACK))


@pytest.mark.slow
def test_a_cluster_of_this_machine() -> None:
    pytest.importorskip("ray")
    engine = new_player("distributed", assignments=["cluster.workers=1", "simulations=0", "seconds=3"], seed=1)
    assert isinstance(engine, DistributedEngine)
    engine.choose(Game(9, 7.0), int(BLACK))  # compiles
    choice = engine.choose(Game(9, 7.0), int(BLACK))
    search = engine.search()
    own = int(search.trees.first[1].simulations)
    assert choice.simulations > 1.3 * own
    assert engine.report is not None
    assert engine.report.visits >= choice.simulations
    engine.settings.assign("cluster.workers=2", "test")
    engine.choose(Game(9, 7.0), int(BLACK))  # compiles there
    engine.choose(Game(9, 7.0), int(BLACK))
    wider = engine.search()
    assert isinstance(wider, DistributedSearch)
    assert all(ledger._known for _, ledger in wider.workers._workers), "both have told something"
    engine.reseed(2)
