"""Colleagues of a search on a Ray cluster. tengen must be installed on each of its machines."""

from typing import Any

import msgspec

from tengen.board.point import Colour
from tengen.cluster.ray import join_cluster
from tengen.game.game import Game
from tengen.search.distributed import ClusterOptions, Colleague, Findings, Helper
from tengen.search.options import SearchOptions
from tengen.search.sharing import Counts


def start(options: SearchOptions, cluster: ClusterOptions, seed: int) -> list[Colleague]:
    """Join a cluster, or start one on this machine, and start the helpers."""
    if not cluster.workers:
        return []
    join_cluster(cluster.address, cluster.workers, "the engine distributed")
    return [RayColleague(options, cluster, seed + 1000 * (i + 1)) for i in range(cluster.workers)]


class _Actor(Helper):
    """A helper whose options come as text: the classes of some groups are made at run time, and cannot be pickled."""

    def __init__(self, options: bytes, cluster: ClusterOptions, seed: int) -> None:
        super().__init__(msgspec.json.decode(options, type=SearchOptions), cluster, seed)


class RayColleague:
    """A helper that is an actor."""

    def __init__(self, options: SearchOptions, cluster: ClusterOptions, seed: int) -> None:
        import ray

        text = msgspec.json.encode(options)
        self._actor: Any = ray.remote(num_cpus=1, max_restarts=0)(_Actor).remote(text, cluster, seed)
        self._pending: Any = None

    def begin(self, game: Game, colour: Colour, side: Colour | None) -> None:
        """Make a position its root."""
        self._actor.begin.remote(game, colour, side)
        self._pending = None

    def send(self, news: Counts) -> None:
        """Let it work for a while."""
        self._pending = self._actor.work.remote(news)

    def receive(self) -> Findings | None:
        """Return what it has found, once it is done; raises ConnectionError when it is gone."""
        import ray
        from ray.exceptions import RayError

        if self._pending is None:
            return None
        done, _ = ray.wait([self._pending], timeout=0)
        if not done:
            return None
        try:
            findings: Findings = ray.get(self._pending)
        except RayError as error:
            raise ConnectionError(type(error).__name__) from None
        return findings

    def end(self) -> None:
        """End its process."""
        import ray

        ray.kill(self._actor)
