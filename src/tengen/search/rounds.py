"""The rounds of a search: how many simulations are done before the clock and the companions are looked at."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Timer

from tengen.board.point import Point
from tengen.game.limit import Limit
from tengen.search.timing import Pace
from tengen.search.trees import SearchTrees
from tengen.tree.companion import UNBOUNDED, Companion, SearchContext

FIRST_ROUND = 64  # simulations of a thread before the clock is looked at
FIRST_TIMED_ROUND = 8  # the same with a limit of seconds: how fast the search is, is not known yet
ROUND_SECONDS = 0.1
SHORTEST_ROUND = 0.002  # seconds


class Stopwatch:
    """The time since a search started."""

    def __init__(self) -> None:
        self._started = time.perf_counter()

    def restart(self) -> None:
        """Start again from 0."""
        self._started = time.perf_counter()

    def seconds(self) -> float:
        """Return the seconds so far."""
        return time.perf_counter() - self._started


class Rounds:
    """Runs a search from one root, round by round."""

    def __init__(
        self, trees: SearchTrees, companions: Sequence[Companion], context: SearchContext, allowed: set[Point]
    ) -> None:
        self.trees = trees
        self.companions = companions
        self.context = context
        self.allowed = allowed
        """The moves at the root that the rules allow; of mirror images one."""
        self.seconds = 0.0
        """How long the search had taken at the end of the last round."""

    def run(
        self, pace: Pace, watch: Stopwatch, until: Event | None = None, longest_round: float = ROUND_SECONDS
    ) -> Iterator[int]:
        """Search round by round, and yield the simulations so far, until a limit is reached or the search is stopped.

        It is stopped by ``SearchTrees.stop`` or, between two rounds, by the event. There is at least one round. No
        round goes beyond a limit of simulations, or takes longer than ``ROUND_SECONDS`` or ``longest_round``.
        """
        context = self.context
        desired, longest = pace.desired.after(context.visits), pace.longest.after(context.visits)
        self.trees.compile()  # before the clock starts
        self.trees.lag.fade()
        watch.restart()
        context.simulations = 0
        before = self.trees.simulations
        for companion in self.companions:
            companion.start(context, desired)
        size = (FIRST_TIMED_ROUND if longest.seconds else FIRST_ROUND) * self.trees.options.threads
        longest_round = min(longest_round, ROUND_SECONDS)
        with _called_after(longest.seconds, self.trees.end_round):
            is_over = False
            while not is_over:
                with self.trees.lock:
                    self._round(min(size, self._most_simulations(desired, longest)), desired, watch)
                size = _next_round(self.trees.simulations - before, self.seconds, longest, longest_round)
                yield context.simulations
                is_stopped = self.trees.is_stopped or (until is not None and until.is_set())
                is_over = is_stopped or longest.share(context.simulations, watch.seconds()) >= 1

    def _most_simulations(self, desired: Limit, longest: Limit) -> int:
        """Return how long a round may be at most: up to the next limit, and to what the companions want."""
        done = self.context.simulations
        bounds = [companion.most_simulations(self.context, desired) for companion in self.companions]
        bounds += [most - done for most in (desired.simulations, longest.simulations) if most and most > done]
        return min(bounds, default=UNBOUNDED)

    def _round(self, simulations: int, desired: Limit, watch: Stopwatch) -> None:
        self.context.simulations += self.trees.simulate(simulations)
        self.seconds = watch.seconds()
        share_done = desired.share(self.context.simulations, self.seconds)
        are_valid = [companion.after_round(self.context, share_done) for companion in self.companions]
        if not all(are_valid):
            self.restart()

    def restart(self) -> None:
        """Go on with empty trees."""
        self.trees.clear()
        self.trees.add_root_children(self.allowed)
        for companion in self.companions:
            companion.cleared(self.context)


@contextmanager
def _called_after(seconds: float | None, work: Callable[[], None]) -> Iterator[None]:
    """Call a function in another thread after some seconds, unless the block has ended by then.

    It ends a round at the time limit that takes longer than it should, since other programs use the processor.
    """
    if seconds is None:
        yield
        return
    timer = Timer(seconds, work)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _next_round(done: int, seconds: float, limit: Limit, longest_round: float) -> int:
    """Return how many simulations to do in the next round.

    Before a time limit rounds get shorter and shorter: each takes about half of the time that is left. So the search
    ends neither late nor with a round that was cut off.
    """
    speed = done / max(seconds, 1e-6)
    left = limit.seconds - seconds if limit.seconds else 2 * ROUND_SECONDS
    return max(1, int(speed * min(longest_round, max(left / 2, SHORTEST_ROUND))))
