"""The only file that talks to Ray: joining a cluster, and objects that live in other processes of it.

Ray is an optional dependency and is imported only when a cluster is joined.
"""

import logging
import os
import socket
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload
from urllib.parse import urlsplit

from tengen.parts.options import OptionError

LOCAL = "local"
CONNECT_SECONDS = 5.0  # for a cluster to answer; Ray itself would wait for minutes
_joined: list[tuple[str, int]] = []  # the address of the cluster we have joined, and its number of processes if local
_log = logging.getLogger("tengen")

T = TypeVar("T")
Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")


def join_cluster(address: str, processes: int, user: str) -> None:
    """Join the cluster at an address; the address ``local`` starts one on this machine.

    ``processes`` is how many remote objects will be started, ``user`` names the option or engine that needs the
    cluster. Raises OptionError if Ray is not installed, or if nobody listens at the address.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # avoids a warning about graphics cards
    os.environ.setdefault("RAY_worker_niceness", "0")  # remote processes have the same priority as this one
    try:
        import ray
    except ImportError:
        raise OptionError(f"{user} needs Ray: pip install 'tengen[cluster]'") from None
    check_reachable(address)
    wanted = (address, processes if address == LOCAL else 0)
    if _joined and _joined != [wanted]:
        ray.shutdown()
    if not ray.is_initialized():
        size = {"num_cpus": processes, "include_dashboard": False} if address == LOCAL else {}
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **size)
        _joined[:] = [wanted]
    processors = int(ray.cluster_resources().get("CPU", 0))
    if processors < processes:
        _log.warning(
            "the cluster has only %d processors for %d processes; the other processes wait", processors, processes
        )


def leave_cluster() -> None:
    """Leave the cluster; a cluster that was started here ends."""
    import ray

    ray.shutdown()
    _joined.clear()


def check_reachable(address: str) -> None:
    """Raise OptionError if nobody listens at an address that names a host and a port."""
    try:
        place = urlsplit(address if "//" in address else f"//{address}")
        if place.port is not None:
            socket.create_connection((place.hostname or "", place.port), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise OptionError(f"there is no Ray cluster at {address}: {error}") from error


class RemoteCall(Generic[Answer]):
    """A call of a remote object's method that may still be running."""

    def __init__(self, reference: Any) -> None:
        self._reference = reference

    def is_done(self) -> bool:
        """Return whether the call has finished or failed; does not wait."""
        import ray

        done, _ = ray.wait([self._reference], timeout=0)
        return bool(done)

    def result(self) -> Answer:
        """Wait for the answer and return it; raises ConnectionError if the object is gone."""
        import ray
        from ray.exceptions import RayError

        try:
            answer: Answer = ray.get(self._reference)
        except RayError as error:
            raise ConnectionError(type(error).__name__) from None
        return answer

    async def answer(self) -> Answer:
        """Like ``result``, without blocking the event loop."""
        from ray.exceptions import RayError

        try:
            answer: Answer = await self._reference
        except RayError as error:
            raise ConnectionError(type(error).__name__) from None
        return answer


class RemoteObject(Generic[T]):
    """An object in a process of its own on the cluster that was joined (an actor of Ray).

    tengen must be installed on each machine of the cluster. Arguments and answers are pickled.
    """

    def __init__(self, kind: Callable[Arguments, T], *args: Arguments.args, **options: Arguments.kwargs) -> None:
        """Start the process and make the object there; does not wait for it."""
        import ray

        self._actor: Any = ray.remote(num_cpus=1, max_restarts=0)(kind).remote(*args, **options)

    @overload
    def call(
        self,
        method: Callable[Concatenate[T, Arguments], Coroutine[Any, Any, Answer]],
        *args: Arguments.args,
        **options: Arguments.kwargs,
    ) -> RemoteCall[Answer]: ...
    @overload
    def call(
        self,
        method: Callable[Concatenate[T, Arguments], Answer],
        *args: Arguments.args,
        **options: Arguments.kwargs,
    ) -> RemoteCall[Answer]: ...
    def call(self, method: Callable[..., Any], *args: Any, **options: Any) -> RemoteCall[Any]:
        """Call a method, given as ``Class.method``; returns at once. Calls run one after another, in order."""
        return RemoteCall(getattr(self._actor, method.__name__).remote(*args, **options))

    def kill(self) -> None:
        """End the process at once."""
        import ray

        ray.kill(self._actor)
