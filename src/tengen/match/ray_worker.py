"""Matches on a Ray cluster: each worker is a process with two engines; only this process has the store.

tengen and the engines must be installed on each machine of the cluster, under the same paths.
"""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

from tengen.cluster.ray import RemoteCall, RemoteObject, join_cluster, leave_cluster
from tengen.match.finished import FinishedGame
from tengen.match.worker import GameJob, LocalGameWorker, NewWorker, WorkerLost

ABORT_SECONDS = 5.0


@contextmanager
def cluster_workers(address: str, workers: int) -> Iterator[list[NewWorker]]:
    """Join a cluster, or start one on this machine (address ``local``), and provide workers on it.

    Raises OptionError without Ray, or if nobody listens at the address.
    """
    join_cluster(address, workers, "--ray")
    try:
        with redirect_stdout(sys.stderr):  # Ray prints what dies
            yield [RayGameWorker] * workers
    finally:
        leave_cluster()


class RayGameWorker:
    """A worker somewhere on the cluster."""

    def __init__(self) -> None:
        self._remote = RemoteObject(LocalGameWorker)

    async def play(self, job: GameJob) -> FinishedGame:
        """Play a game to its end; raises WorkerLost if the process or machine dies."""
        try:
            return await self._remote.call(LocalGameWorker.play, job).answer()
        except ConnectionError as error:
            raise WorkerLost(f"its worker on the cluster is gone ({error})") from None

    async def close(self) -> None:
        """End the engines politely."""
        await self._end(self._remote.call(LocalGameWorker.close))

    async def abort(self) -> None:
        """End the engines at once."""
        await self._end(self._remote.call(LocalGameWorker.abort))

    async def _end(self, call: RemoteCall[None]) -> None:
        with suppress(ConnectionError, TimeoutError):
            await asyncio.wait_for(call.answer(), ABORT_SECONDS)
        self._remote.kill()
