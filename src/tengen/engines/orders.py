"""What the caller of a search asks for besides the position."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from tengen.game.clock import Clock
from tengen.game.limit import Limit
from tengen.game.restriction import NO_RESTRICTION, Restriction
from tengen.report.report import Report


@dataclass(frozen=True)
class Orders:
    """How long to think about a move, and which moves to leave out."""

    limit: Limit | None = None
    clock: Clock | None = None
    restriction: Restriction = NO_RESTRICTION
    until: Event | None = None
    """Ends the search when it is set, even if that happened before the search began."""
    on_report: Callable[[Report], object] | None = None
    """Called with a report every so many seconds while the search runs."""
    every: float = math.inf


ANY = Orders()
