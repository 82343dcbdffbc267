"""How long a search goes on."""

import math
from dataclasses import dataclass
from numbers import Real


@dataclass(frozen=True)
class Limit:
    """When a search ends: after so many simulations, seconds or visits, whichever comes first.

    Without any limit a search runs until it is stopped. Raises ValueError for a limit that is not positive, and
    TypeError for one that is no number.
    """

    simulations: int | None = None
    seconds: float | None = None
    visits: int | None = None
    """Visits of the root, those that are kept from earlier searches included. At least half of them are made anew:
    what a report says of score and ownership comes from new playouts."""

    def __post_init__(self) -> None:
        for name, number in vars(self).items():
            if number is not None and not isinstance(number, Real):
                raise TypeError(f"a limit of {number!r} {name}: a number is needed")
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"a limit of {self.simulations} simulations: at least 1 is needed")
        if self.visits is not None and self.visits < 1:
            raise ValueError(f"a limit of {self.visits} visits: at least 1 is needed")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise ValueError(f"a limit of {self.seconds} seconds: a positive number is needed")

    def after(self, kept: int) -> "Limit":
        """Return the limit as simulations and seconds alone, for a search that begins with some visits."""
        if self.visits is None:
            return self
        new = max(self.visits - kept, (self.visits + 1) // 2)
        return Limit(new if self.simulations is None else min(new, self.simulations), self.seconds)

    def share(self, simulations: int, seconds: float) -> float:
        """Return which share of the search is done after so many simulations and seconds; 0 without a limit."""
        by_simulations = simulations / self.simulations if self.simulations else 0.0
        by_seconds = seconds / self.seconds if self.seconds else 0.0
        return max(by_simulations, by_seconds)

    def simulations_left(self, simulations: int, seconds: float) -> float:
        """Estimate how many simulations are to come, after so many in so many seconds."""
        left = math.inf
        if self.simulations:
            left = self.simulations - simulations
        if self.seconds and seconds:
            left = min(left, simulations / seconds * max(0.0, self.seconds - seconds))
        return left

    def shortened(self, seconds: float) -> "Limit":
        """Return the limit that is left after some seconds; at least a hundredth of it."""
        return (
            self if self.seconds is None else Limit(self.simulations, max(self.seconds - seconds, self.seconds / 100))
        )

    def times(self, factor: float) -> "Limit":
        """Return a limit that is so many times as long."""
        simulations = None if self.simulations is None else round(self.simulations * factor)
        visits = None if self.visits is None else round(self.visits * factor)
        return Limit(simulations, None if self.seconds is None else self.seconds * factor, visits)
