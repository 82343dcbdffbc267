"""The only file that talks to Ray: joining a cluster, and objects that live in other processes of it.

Ray is an optional dependency and is imported only when a cluster is joined.

Whoever can talk to a cluster can run code on it. So tokens are always asked for: a cluster of this machine (``local``)
gets a new token and listens only on the loopback interface; to join another cluster its token must be known, in the way
that Ray documents. Tokens keep strangers out, but Ray does not encrypt what it sends.
"""

import ipaddress
import logging
import os
import secrets
import socket
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload
from urllib.parse import urlsplit

from tengen.parts.options import OptionError

LOCAL = "local"
OLDEST = (2, 52)  # the first version of Ray that knows tokens
MODE, TOKEN, TOKEN_FILE = "RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"  # variables that Ray reads
LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # if it is 0, Ray listens only on the loopback interface
CONNECT_SECONDS = 5.0  # for a cluster to answer; Ray itself would wait for minutes
_joined: list[tuple[str, int]] = []  # the address of the cluster we have joined, and its number of processes if local
_own_token = secrets.token_hex(32)
_log = logging.getLogger("tengen")

T = TypeVar("T")
Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")


def join_cluster(address: str, processes: int, user: str) -> None:
    """Join the cluster at an address; the address ``local`` starts one on this machine.

    ``processes`` is how many remote objects will be started, ``user`` names the option or engine that needs the
    cluster. Raises OptionError if Ray is not installed or too old, if nobody listens at the address, or if the cluster
    does not accept our token.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # avoids a warning about graphics cards
    os.environ.setdefault("RAY_worker_niceness", "0")  # remote processes have the same priority as this one
    check_reachable(address)
    ask_for_tokens(address)
    try:
        import ray
    except ImportError:
        raise OptionError(f"{user} needs Ray: pip install 'tengen[cluster]'") from None
    if tuple(int(number) for number in ray.__version__.split(".")[:2]) < OLDEST:
        raise OptionError(f"{user} needs Ray 2.52 or newer, as older ones let everybody in: pip install -U ray")
    wanted = (address, processes if address == LOCAL else 0)
    if _joined and _joined != [wanted]:
        ray.shutdown()
    if not ray.is_initialized():
        _start(address, processes)
        _joined[:] = [wanted]
    processors = int(ray.cluster_resources().get("CPU", 0))
    if processors < processes:
        _log.warning(
            "the cluster has only %d processors for %d processes; the other processes wait", processors, processes
        )


def ask_for_tokens(address: str) -> None:
    """Set the variables by which Ray asks for tokens; a cluster of this machine gets one of its own.

    Ray reads them when it is imported. Somebody who has switched tokens off for their own cluster is obeyed there.
    """
    if address == LOCAL:
        os.environ[MODE] = "token"
        os.environ[LOOPBACK] = "0"
        if TOKEN not in os.environ and TOKEN_FILE not in os.environ:
            os.environ[TOKEN] = _own_token  # not in a file, as Ray's own may be read by others
    else:
        os.environ.setdefault(MODE, "token")
        os.environ.pop(LOOPBACK, None)
        if os.environ.get(TOKEN) == _own_token:  # of a local cluster before
            del os.environ[TOKEN]
        if os.environ[MODE] != "token":
            _log.warning("%s=%s: everybody who reaches this Ray cluster can run code on it", MODE, os.environ[MODE])


def _start(address: str, processes: int) -> None:
    """Join a cluster, or start one."""
    import ray
    from ray._private import ray_constants
    from ray._raylet import AuthenticationTokenLoader, Config  # type: ignore[attr-defined]  # compiled
    from ray.exceptions import AuthenticationError

    # Had somebody imported Ray before, it would not have seen the variables.
    ray_constants.ENABLE_RAY_CLUSTER = os.environ.get(LOOPBACK) != "0"
    Config.initialize("")
    AuthenticationTokenLoader.instance().reset_cache()
    size = {"num_cpus": processes, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **size)
    except AuthenticationError:
        message = f"it does not accept our token, which is in {TOKEN}, {TOKEN_FILE} or ~/.ray/auth_token"
        raise OptionError(f"the Ray cluster at {address}: {message}") from None
    if address == LOCAL and not _is_loopback(ray.get_runtime_context().gcs_address):
        ray.shutdown()
        raise OptionError(f"this version of Ray ({ray.__version__}) listens to the network: install another one")


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    return host == "localhost" or ipaddress.ip_address(host).is_loopback


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
