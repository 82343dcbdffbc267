"""When a search ends, and when it may end before that."""

from typing import NamedTuple


class Limits(NamedTuple):
    """When a search ends; whichever comes first."""

    simulations: int = 0
    """0 for no limit."""
    seconds: float = 0.0
    """0 for no limit."""

    def share(self, simulations: int, seconds: float) -> float:
        """Return how much of a search is done."""
        by_count = simulations / self.simulations if self.simulations else 0.0
        return max(by_count, seconds / self.seconds if self.seconds else 0.0)


def is_settled(lead: int, simulations: int, seconds: float, limits: Limits) -> bool:
    """Return whether the second move stays behind, even if all simulations to come go to it (Pachi 3.3.3).

    ``lead`` is how many visits the first is ahead, after so many simulations and seconds.
    """
    to_come = float("inf")
    if limits.simulations:
        to_come = limits.simulations - simulations
    if limits.seconds and seconds:
        to_come = min(to_come, simulations / seconds * max(0.0, limits.seconds - seconds))
    return lead > to_come
