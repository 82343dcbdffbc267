"""Sets of 3x3 patterns that are found by local search, instead of written by hand (the MoGo talk).

A set is a selection from the library of ``patterns.drawn``. One pattern at a time is added or removed; the set whose
playouts predict the winners of real games better is kept. Both sets are compared on the same positions with the same
seeds, until one is significantly better or all positions are used.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tengen.learn.judge import JudgedPosition, Mean, black_shares, log_losses, mean_of
from tengen.patterns.drawn import LIBRARY, MOGO, set_of
from tengen.playout.policy import PlayoutOptions

START = set_of(pattern.name for pattern in MOGO)
BATCH = 100  # positions between two looks at a comparison
DOUBT = 1.0  # a comparison ends when the difference is more than so many half-widths of its interval from 0


class Trial(NamedTuple):
    """A pattern that was added or removed, and the result."""

    number: int
    """The number of the pattern in the library."""
    chosen: int
    """The set after the trial."""
    difference: Mean
    """Log-loss of the changed set minus that of the set before."""
    is_kept: bool


class Judge:
    """Measures how well playouts with a set predict the winners; results are cached."""

    def __init__(self, positions: Sequence[JudgedPosition], options: PlayoutOptions, playouts: int, seed: int) -> None:
        self.positions = positions
        self._options = options
        self._playouts = playouts
        self._seed = seed
        self._known: dict[int, NDArray[np.float64]] = {}

    def losses(self, chosen: int, count: int) -> NDArray[np.float64]:
        """Return the log-losses of a set on the first ``count`` positions."""
        known = self._known.get(chosen, np.zeros(0))
        new = self.positions[len(known) : count]
        if new:
            pattern = msgspec.structs.replace(self._options.pattern, learned=chosen)
            options = msgspec.structs.replace(self._options, pattern=pattern)
            shares = np.array(list(black_shares(new, options, self._playouts, self._seed + len(known))))
            known = self._known[chosen] = np.concatenate([known, log_losses(shares, new)])
        return known[:count]

    def compare(self, changed: int, before: int) -> Mean:
        """Return the mean difference of the losses of two sets, on as many positions as are needed."""
        count = 0
        while True:
            count = min(count + BATCH, len(self.positions))
            found = mean_of(self.losses(changed, count) - self.losses(before, count))
            if abs(found.mean) > DOUBT * found.margin or count == len(self.positions):
                return found


def climb(judge: Judge, steps: int, seed: int, start: int = START) -> Iterator[Trial]:
    """Change one pattern at a time, in random order, and keep the change if it is better; never an empty set."""
    random = Random(seed)  # noqa: S311  # for trying
    order: list[int] = []
    chosen = start
    for _ in range(steps):
        order = order or random.sample(range(len(LIBRARY)), len(LIBRARY))
        number = order.pop()
        changed = chosen ^ (1 << number)
        if not changed:
            continue
        difference = judge.compare(changed, chosen)
        is_kept = difference.mean < -DOUBT * difference.margin
        chosen = changed if is_kept else chosen
        yield Trial(number, chosen, difference, is_kept)
