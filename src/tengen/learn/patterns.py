"""Sets of 3x3 patterns that are found by trying, instead of written by hand (the MoGo talk).

A set is a choice from the library of ``patterns.drawn``. One pattern at a time is put in or taken out; the set that
lets playouts judge positions of real games better is kept. Both sets of a contest play from the same positions with the
same seeds, and a contest goes on until one is better beyond doubt or all positions are used up.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tengen.learn.judge import Position, Verdict, black_shares, log_losses, verdict
from tengen.patterns.drawn import LIBRARY, MOGO, set_of

START = set_of(pattern.name for pattern in MOGO)
BATCH = 100  # positions before a contest is looked at again
DOUBT = 1.0  # half-widths of the interval that the difference must be away from 0 before all positions are used


class Trial(NamedTuple):
    """A pattern that was put in or taken out, and what came of it."""

    number: int
    """Of the pattern in the library."""
    chosen: int
    """The set after the trial."""
    difference: Verdict
    """Log-loss of the changed set less that of the one before."""
    is_kept: bool


class Judge:
    """Tells how well playouts with a set judge positions; remembers what it has told."""

    def __init__(self, positions: Sequence[Position], options: Any, playouts: int, seed: int) -> None:
        self.positions = positions
        self._options = options
        self._playouts = playouts
        self._seed = seed
        self._known: dict[int, NDArray[np.float64]] = {}

    def losses(self, chosen: int, count: int) -> NDArray[np.float64]:
        """Return the log-losses of a set in the first so many positions."""
        known = self._known.get(chosen, np.zeros(0))
        new = self.positions[len(known) : count]
        if new:
            pattern = msgspec.structs.replace(self._options.pattern, learned=chosen)
            options = msgspec.structs.replace(self._options, pattern=pattern)
            shares = np.array(list(black_shares(new, options, self._playouts, self._seed + len(known))))
            known = self._known[chosen] = np.concatenate([known, log_losses(shares, new)])
        return known[:count]

    def contest(self, changed: int, before: int) -> Verdict:
        """Return the mean difference of two sets' losses, from as many positions as are needed."""
        count = 0
        while True:
            count = min(count + BATCH, len(self.positions))
            found = verdict(self.losses(changed, count) - self.losses(before, count))
            if abs(found.mean) > DOUBT * found.margin or count == len(self.positions):
                return found


def climb(judge: Judge, steps: int, seed: int, start: int = START) -> Iterator[Trial]:
    """Change one pattern at a time, in random order, and keep what judges better; never an empty set."""
    random = Random(seed)  # noqa: S311  # for trying
    order: list[int] = []
    chosen = start
    for _ in range(steps):
        order = order or random.sample(range(len(LIBRARY)), len(LIBRARY))
        number = order.pop()
        changed = chosen ^ (1 << number)
        if not changed:
            continue
        difference = judge.contest(changed, chosen)
        is_kept = difference.mean < -DOUBT * difference.margin
        chosen = changed if is_kept else chosen
        yield Trial(number, chosen, difference, is_kept)
