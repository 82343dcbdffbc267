"""How long a search goes on: by a limit, or by a share of the clock that depends on the move (Pachi, section 3.3.3).

A move gets two times: the desired one, which ends the search if its choice is clear by then, and the longest one. It
ends before the desired time where nothing can change its choice any more, if the time that is saved is of use later.
"""

import math
from typing import Annotated, NamedTuple

from msgspec import Meta

from tengen.board.phase import FULL_AT_THE_END
from tengen.game.clock import Clock, Left
from tengen.game.limit import Limit
from tengen.parts.options import Options
from tengen.parts.settings import Settings

LEAST_MOVES_LEFT = 30  # of both sides; so the share of a move shrinks, and the main time never runs out
LEAST_SECONDS = 0.01  # also without any time left a move needs some simulations
BELIEVED_SHARE = 0.1  # the value of a move with a smaller share of the best move's visits does not count


class TimeOptions(Options, frozen=True):
    """Share the time of a game out to its moves."""

    flexible: Annotated[
        bool, Meta(description="give more of the clock to moves that are not clear, and to the middle of the game")
    ] = True
    lag: Annotated[float, Meta(ge=0, le=60, description="seconds of a move on a clock that are not searched")] = 0.2
    middle: Annotated[
        float,
        Meta(ge=1, le=10, description="how many times as long as the first and the last moves the middle ones get"),
    ] = 2.0
    longest: Annotated[
        float, Meta(ge=1, le=10, description="how many times the desired time a move that is not clear gets at most")
    ] = 2.0
    longest_before_overtime: Annotated[float, Meta(ge=1, le=10, description="the same if there is overtime")] = 3.0
    longest_in_overtime: Annotated[float, Meta(ge=1, le=10, description="the same in the last period of overtime")] = (
        1.1
    )
    best2: Annotated[
        float,
        Meta(ge=0, le=1, description="not clear: the second move's value is more than this share of the first's"),
    ] = 0.95
    bestr: Annotated[
        float,
        Meta(ge=0, le=1, description="not clear: the values of the move and of its best answer are this far apart"),
    ] = 0.02
    early_stop: Annotated[
        bool, Meta(description="stop once no other move can get more visits, where time that is saved is of use later")
    ] = True
    sure: Annotated[
        float, Meta(ge=0, le=1, description="stop, if that saves time, once the move wins with this probability")
    ] = 0.95
    sure_visits: Annotated[int, Meta(ge=1, le=10**9, description="visits that the move must have for that")] = 5000
    ponder: Annotated[bool, Meta(description="search on the opponent's time, in GTP sessions")] = False


class Standing(NamedTuple):
    """How the moves at the root stand in the middle of a search; values are the mover's probability of winning."""

    simulations: int
    seconds: float
    visits: int
    """Of the most visited move."""
    lead: int
    """How many visits it has more than the second."""
    value: float
    second_value: float
    reply_value: float
    """After the most visited answer to it; its own value if there is none."""
    best_value: float
    """The highest one of a move that has visits enough to be believed."""


class Pace(NamedTuple):
    """When one search shall end."""

    desired: Limit
    """Where it ends if its choice is clear."""
    longest: Limit
    """Where it ends in any case."""
    saves: bool = False
    """Whether time that is left over is of use later."""
    best2: float = math.inf
    bestr: float = math.inf
    sure: float = math.inf
    sure_visits: int = 1

    @property
    def is_fixed(self) -> bool:
        """Whether the moves have no influence on it."""
        return self.desired == self.longest and not self.saves

    def is_enough(self, now: Standing) -> bool:
        """Return whether a search may end."""
        goal = self.desired if self.is_clear(now) else self.longest
        if goal.share(now.simulations, now.seconds) >= 1:
            return True
        is_decided = now.lead > goal.simulations_left(now.simulations, now.seconds)
        is_sure = now.value > self.sure and now.visits >= self.sure_visits
        return self.saves and (is_decided or is_sure)

    def is_clear(self, now: Standing) -> bool:
        """Return whether the most visited move is the best beyond doubt."""
        is_apart = now.second_value <= self.best2 * max(now.value, 1e-9)
        return is_apart and abs(now.value - now.reply_value) <= self.bestr and now.value >= now.best_value


def limit_of(settings: Settings) -> tuple[Limit, bool]:
    """Return the limit that the options ``simulations`` and ``seconds`` set, and whether it is the user's own.

    A limit that the user has set replaces the preset's: with ``seconds=2`` a preset's ``simulations`` do not count.
    """
    values = {name: getattr(settings.options, name, None) for name in ("simulations", "seconds")}
    of_user = {name: value for name, value in values.items() if value and settings.is_users(name)}
    chosen = of_user or values
    return Limit(chosen.get("simulations") or None, chosen.get("seconds") or None), bool(of_user)


def fixed(limit: Limit, factor: float = 1.0) -> Pace:
    """Return the pace of a search that may go on, up to a factor, until the most visited move has the best value."""
    return Pace(limit, limit.times(factor))


def by_clock(clock: Clock, colour: int, points: int, moves: int, options: TimeOptions) -> Pace:
    """Return the pace of a colour's next move, on a board of so many points after so many moves."""
    left = clock.left(colour)
    seconds = clock_seconds(clock, left, points, moves, options)
    desired, longest = (Limit(seconds=_searched(limit, options.lag)) for limit in seconds)
    if not options.flexible:
        return Pace(desired, desired)
    is_last = left.stones == 1 == clock.stones and left.periods == 1
    return Pace(
        desired,
        longest,
        options.early_stop and not is_last,
        options.best2,
        options.bestr,
        options.sure,
        options.sure_visits,
    )


def _searched(seconds: float, lag: float) -> float:
    """Return what is left of a move's seconds for the search itself: at least half of them."""
    return max(LEAST_SECONDS, seconds / 2, seconds - lag)


def clock_seconds(clock: Clock, left: Left, points: int, moves: int, options: TimeOptions) -> tuple[float, float]:
    """Return the desired and the longest time of a move. Periods of overtime but the last count as main time."""
    if left.stones and left.periods <= 1:
        desired = left.seconds / left.stones
        return desired, min(left.seconds, options.longest_in_overtime * desired)
    whole = left.periods - 1 if left.stones else clock.periods
    main = left.seconds + (whole - 1) * clock.overtime
    share = game_share(points, moves, options.middle if options.flexible else 1.0)
    desired = max(main * share, clock.for_stone)
    factor = options.longest_before_overtime if clock.stones else options.longest
    return desired, min(main + clock.for_stone, factor * desired)


def game_share(points: int, moves: int, middle: float) -> float:
    """Return which share of the time for the rest of a game the next move gets."""
    to_come = max(FULL_AT_THE_END * points - moves, LEAST_MOVES_LEFT)
    own = int(to_come / 2)
    total = moves + to_come
    weights = [weight((moves + 2 * i) / total, middle) for i in range(own)]
    return weights[0] / sum(weights)


def weight(progress: float, middle: float) -> float:
    """Return how much time a move gets beside others: 1 in the middle of a game, less at its beginning and its end."""
    rise, fall = progress / 0.2, (1 - progress) / 0.5
    return 1 / middle + (1 - 1 / middle) * max(0.0, min(1.0, rise, fall))
