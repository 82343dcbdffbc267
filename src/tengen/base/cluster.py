"""Joining a Ray cluster, for whatever runs on several machines. Ray is loaded only then."""

import logging
import os
from typing import Any

from tengen.base.options import OptionError

LOCAL = "local"


def join_cluster(address: str, processes: int, who: str) -> Any:
    """Join a cluster, or start one for some processes on this machine (address ``local``); return the module ``ray``.

    Raises OptionError without Ray, and ConnectionError if there is no cluster at the address.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # spares a warning about graphics cards
    os.environ.setdefault("RAY_worker_niceness", "0")  # as urgent as this process
    try:
        import ray
    except ImportError:
        raise OptionError(f"{who} needs Ray: pip install 'tengen[cluster]'") from None
    if not ray.is_initialized():
        size = {"num_cpus": processes, "include_dashboard": False} if address == LOCAL else {}
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **size)
    return ray
