"""Colleagues of a search on a Ray cluster. tengen must be installed on each of its machines."""

import logging
import os
from typing import Any

import msgspec

from tengen.base.options import OptionError
from tengen.board.game import Game
from tengen.board.point import Colour
from tengen.search.distributed import ClusterOptions, Colleague, Findings, Helper
from tengen.search.options import SearchOptions
from tengen.search.sharing import Counts

LOCAL = "local"


def start(options: SearchOptions, cluster: ClusterOptions, seed: int) -> list[Colleague]:
    """Join a cluster, or start one on this machine, and start the helpers."""
    if not cluster.workers:
        return []
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # spares a warning about graphics cards
    os.environ.setdefault("RAY_worker_niceness", "0")  # as urgent as this process
    try:
        import ray
    except ImportError:
        raise OptionError("the engine distributed needs Ray: pip install 'tengen[cluster]'") from None
    if not ray.is_initialized():
        size = {"num_cpus": cluster.workers, "include_dashboard": False} if cluster.address == LOCAL else {}
        ray.init(cluster.address, log_to_driver=False, logging_level=logging.ERROR, **size)
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
