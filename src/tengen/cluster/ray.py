"""Joining a Ray cluster, for whatever runs on several machines. Ray is loaded only then."""

import logging
import os
import socket
import sys
from typing import Any
from urllib.parse import urlsplit

from tengen.parts.options import OptionError

LOCAL = "local"
PATIENCE = 5.0  # seconds for a cluster to answer; Ray itself would wait for minutes
_joined: list[tuple[str, int]] = []  # the one cluster that was joined: where, and for how many processes if local


def join_cluster(address: str, processes: int, who: str) -> Any:
    """Join a cluster, or start one for some processes on this machine (address ``local``); return the module ``ray``.

    Raises OptionError without Ray, or if nobody listens at the address.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # spares a warning about graphics cards
    os.environ.setdefault("RAY_worker_niceness", "0")  # as urgent as this process
    try:
        import ray
    except ImportError:
        raise OptionError(f"{who} needs Ray: pip install 'tengen[cluster]'") from None
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
        sys.stderr.write(f"tengen: the cluster has {processors} processors; of {processes} processes the others wait\n")
    return ray


def check_reachable(address: str) -> None:
    """Raise OptionError if nobody listens at an address that names a host and a port."""
    try:
        place = urlsplit(address if "//" in address else f"//{address}")
        if place.port is not None:
            socket.create_connection((place.hostname or "", place.port), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise OptionError(f"there is no Ray cluster at {address}: {error}") from error
