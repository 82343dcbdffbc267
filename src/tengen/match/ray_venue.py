"""Matches on a Ray cluster: every worker is an actor with two engines; the store stays with the driver.

tengen and the engines must be installed on each machine of the cluster, under the same paths.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any

from tengen.cluster.ray import join_cluster
from tengen.match.store import FinishedGame
from tengen.match.venue import Assignment, LocalVenue, Venue, VenueLost

ABORT_SECONDS = 5.0


@contextmanager
def cluster_venues(address: str, workers: int) -> Iterator[list[Callable[[], Venue]]]:
    """Join a cluster, or start one on this machine (address ``local``), and provide venues on it.

    Raises OptionError without Ray, or if nobody listens at the address.
    """
    ray = join_cluster(address, workers, "--ray")
    try:
        with redirect_stdout(sys.stderr):  # where Ray reports what dies
            yield [RayVenue] * workers
    finally:
        ray.shutdown()


class RayVenue:
    """A venue somewhere on the cluster."""

    def __init__(self) -> None:
        import ray

        self._actor: Any = ray.remote(num_cpus=1, max_restarts=0)(_Board).remote()

    async def play(self, assignment: Assignment) -> FinishedGame:
        """Play a game to its end; raises VenueLost if the process or machine dies."""
        from ray.exceptions import RayError

        try:
            game: FinishedGame = await self._actor.play.remote(assignment)
        except RayError as error:
            raise VenueLost(f"its worker on the cluster is gone ({type(error).__name__})") from None
        return game

    async def close(self) -> None:
        """End the engines politely."""
        await self._end(self._actor.close)

    async def abort(self) -> None:
        """End the engines at once."""
        await self._end(self._actor.abort)

    async def _end(self, method: Any) -> None:
        import ray
        from ray.exceptions import RayError

        with suppress(RayError, TimeoutError):
            await asyncio.wait_for(method.remote(), ABORT_SECONDS)
        ray.kill(self._actor)


class _Board:
    """What runs on the cluster; Ray makes an actor of it."""

    def __init__(self) -> None:
        self._venue = LocalVenue()

    async def play(self, assignment: Assignment) -> FinishedGame:
        return await self._venue.play(assignment)

    async def close(self) -> None:
        await self._venue.close()

    async def abort(self) -> None:
        await self._venue.abort()
