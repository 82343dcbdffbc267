"""Matches on a Ray cluster: every worker is an actor with two engines; the store stays with the driver.

tengen and the engines must be installed on each machine of the cluster, under the same paths.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress

from tengen.cluster.ray import RemoteCall, RemoteObject, join_cluster, leave_cluster
from tengen.match.store import FinishedGame
from tengen.match.venue import Assignment, LocalVenue, Venue, VenueLost

ABORT_SECONDS = 5.0


@contextmanager
def cluster_venues(address: str, workers: int) -> Iterator[list[Callable[[], Venue]]]:
    """Join a cluster, or start one on this machine (address ``local``), and provide venues on it.

    Raises OptionError without Ray, or if nobody listens at the address.
    """
    join_cluster(address, workers, "--ray")
    try:
        with redirect_stdout(sys.stderr):  # where Ray reports what dies
            yield [RayVenue] * workers
    finally:
        leave_cluster()


class RayVenue:
    """A venue somewhere on the cluster."""

    def __init__(self) -> None:
        self._remote = RemoteObject(LocalVenue)

    async def play(self, assignment: Assignment) -> FinishedGame:
        """Play a game to its end; raises VenueLost if the process or machine dies."""
        try:
            return await self._remote.call(LocalVenue.play, assignment).answer()
        except ConnectionError as error:
            raise VenueLost(f"its worker on the cluster is gone ({error})") from None

    async def close(self) -> None:
        """End the engines politely."""
        await self._end(self._remote.call(LocalVenue.close))

    async def abort(self) -> None:
        """End the engines at once."""
        await self._end(self._remote.call(LocalVenue.abort))

    async def _end(self, call: RemoteCall[None]) -> None:
        with suppress(ConnectionError, TimeoutError):
            await asyncio.wait_for(call.answer(), ABORT_SECONDS)
        self._remote.kill()
