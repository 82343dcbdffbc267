"""How long a search goes on: up to a limit, or for a share of the clock that depends on the move (Pachi 3.3.3).

A move gets a desired and a longest time. The search ends at the desired time if the best move is clear by then, else at
the longest time at the latest. If saved time can be used for later moves, it ends even earlier once no other move can
become the most visited one.
"""

import math
from typing import Annotated, NamedTuple

from msgspec import Meta

from tengen.board.phase import FULL_AT_THE_END
from tengen.game.clock import Clock, TimeLeft
from tengen.game.limit import Limit
from tengen.parts.options import Options
from tengen.parts.settings import Origin, Settings

RESERVED_LAGS = 5  # of the main time so many lags are kept for the end of the game
LEAST_MOVES_LEFT = 30  # of both sides; the share of a move shrinks towards the end, and the main time never runs out
LEAST_SECONDS = 0.01  # even with no time left a move needs some simulations
LEAST_SHARE = 0.1  # of a move's time is searched even on a very busy machine
BELIEVED_SHARE = 0.1  # the value of a move with a smaller share of the best move's visits does not count


class TimeOptions(Options, frozen=True):
    """How the time on the clock is divided among the moves of a game."""

    flexible: Annotated[bool, Meta(description="spend more time on unclear moves and in the middle of the game")] = True
    lag: Annotated[
        float,
        Meta(ge=0, le=60, description="seconds of each move that are kept back for the connection and other delays"),
    ] = 0.2
    reserve: Annotated[
        float,
        Meta(ge=0, le=0.5, description="share of an overtime period that is kept back, if that is more than the lag"),
    ] = 0.1
    middle: Annotated[
        float,
        Meta(ge=1, le=10, description="time for a middle-game move, relative to an opening or endgame move"),
    ] = 2.0
    longest: Annotated[
        float, Meta(ge=1, le=10, description="longest time for an unclear move, relative to the desired time")
    ] = 2.0
    longest_before_overtime: Annotated[
        float, Meta(ge=1, le=10, description="longest time, relative to the desired time, in main time before overtime")
    ] = 3.0
    longest_in_overtime: Annotated[
        float, Meta(ge=1, le=10, description="longest time, relative to the desired time, in an overtime period")
    ] = 1.1
    best2: Annotated[
        float,
        Meta(ge=0, le=1, description="a move is unclear if the second best has more than this share of its win rate"),
    ] = 0.95
    bestr: Annotated[
        float,
        Meta(ge=0, le=1, description="a move is unclear if its best answer changes its win rate by more than this"),
    ] = 0.02
    early_stop: Annotated[
        bool, Meta(description="stop once no other move can become the most visited, if later moves can use the time")
    ] = True
    sure: Annotated[
        float,
        Meta(ge=0, le=1, description="stop once the best move has this win rate, if later moves can use the time"),
    ] = 0.95
    sure_visits: Annotated[int, Meta(ge=1, le=10**9, description="least visits of the best move for that")] = 5000
    ponder: Annotated[bool, Meta(description="search on the opponent's time, in GTP games")] = False


class Standing(NamedTuple):
    """How the moves at the root stand in the middle of a search; values are win rates of the side to move."""

    simulations: int
    seconds: float
    visits: int
    """Of the most visited move."""
    lead: int
    """Its visits less those of the second most visited."""
    value: float
    second_value: float
    reply_value: float
    """Value of the most visited move after the most visited answer to it; its own if there is none."""
    best_value: float
    """Highest value of a move with enough visits to be trusted."""


class Pace(NamedTuple):
    """When a search should end."""

    desired: Limit
    """Where it ends if the best move is clear."""
    longest: Limit
    """Where it ends in any case."""
    saves: bool = False
    """Whether saved time can be used for later moves."""
    best2: float = math.inf
    bestr: float = math.inf
    sure: float = math.inf
    sure_visits: int = 1

    @property
    def is_fixed(self) -> bool:
        """Whether the search always ends at the same limit, however the moves stand."""
        return self.desired == self.longest and not self.saves

    def shortened(self, seconds: float) -> "Pace":
        """Return the same pace after some of the time is spent; limits by simulations stay as they are."""
        return self._replace(desired=self.desired.shortened(seconds), longest=self.longest.shortened(seconds))

    def is_enough(self, now: Standing) -> bool:
        """Return whether a search may end."""
        goal = self.desired if self.is_clear(now) else self.longest
        if goal.share(now.simulations, now.seconds) >= 1:
            return True
        is_decided = now.lead > goal.simulations_left(now.simulations, now.seconds)
        is_sure = now.value > self.sure and now.visits >= self.sure_visits
        return self.saves and (is_decided or is_sure)

    def is_clear(self, now: Standing) -> bool:
        """Return whether the most visited move is clearly the best."""
        is_apart = now.second_value <= self.best2 * max(now.value, 1e-9)
        return is_apart and abs(now.value - now.reply_value) <= self.bestr and now.value >= now.best_value


def limit_of(settings: Settings) -> tuple[Limit, bool]:
    """Return the limit that the options ``simulations`` and ``seconds`` set, and whether it is the user's own.

    A limit that the user has set replaces the preset's: with ``seconds=2`` a preset's ``simulations`` do not count. A
    user who chooses a level chooses its simulations, unless they set a limit as well.
    """
    values = {name: getattr(settings.options, name, None) for name in ("simulations", "seconds")}
    of_user = {name: value for name, value in values.items() if value and settings.is_users(name)}
    of_level = {name: value for name, value in values.items() if settings.origin(name) is Origin.LEVEL}
    chosen = of_user or of_level or values
    limit = Limit(chosen.get("simulations") or None, chosen.get("seconds") or None)
    return limit, bool(of_user or of_level)


def fixed(limit: Limit, factor: float = 1.0) -> Pace:
    """Return the pace of a search up to a limit; longer by a factor if the best move is not clear by then."""
    return Pace(limit, limit.times(factor))


def by_clock(
    clock: Clock, colour: int, points: int, moves: int, options: TimeOptions, machine_lag: float = 0.0
) -> Pace:
    """Return the pace of a colour's next move, on a board of so many points after so many moves.

    A busy machine has a lag of its own (``search.lag``): so many seconds more are kept back.
    """
    left = clock.left(colour)
    seconds = clock_seconds(clock, left, points, moves, options)
    kept_back = max(options.lag, options.reserve * left.seconds / left.stones) if left.stones else options.lag
    desired, longest = (Limit(seconds=_searched(limit, kept_back, machine_lag)) for limit in seconds)
    if not options.flexible:
        return Pace(desired, desired)
    is_saved_time_lost = left.stones == 1 == clock.stones
    return Pace(
        desired,
        longest,
        options.early_stop and not is_saved_time_lost,
        options.best2,
        options.bestr,
        options.sure,
        options.sure_visits,
    )


def _searched(seconds: float, kept_back: float, machine_lag: float) -> float:
    """Return the seconds for the search itself, without those kept back.

    What the options keep back is at most half of the move's time. With the lag of a busy machine it may be more.
    """
    planned = max(seconds / 2, seconds - kept_back)
    return max(LEAST_SECONDS, LEAST_SHARE * seconds, planned - machine_lag)


def clock_seconds(clock: Clock, left: TimeLeft, points: int, moves: int, options: TimeOptions) -> tuple[float, float]:
    """Return the desired and the longest time of a move.

    A move in overtime stays within the current period, even if there are more: each can be used up only once.
    """
    if left.stones:
        desired = left.seconds / left.stones
        return desired, min(left.seconds, clock.longest, options.longest_in_overtime * desired)
    # With overtime to come there is no need to keep main time for the end of the game.
    usable = left.seconds if clock.stones else max(left.seconds / 4, left.seconds - RESERVED_LAGS * options.lag)
    share = game_share(points, moves, options.middle if options.flexible else 1.0)
    most = min(left.seconds + clock.for_stone if clock.stones else max(usable, left.seconds / 2), clock.longest)
    desired = min(max(usable * share + clock.increment, clock.for_stone), most)
    factor = options.longest_before_overtime if clock.stones else options.longest
    return desired, min(most, factor * desired)


def game_share(points: int, moves: int, middle: float) -> float:
    """Return the next move's share of the time for the rest of the game."""
    to_come = max(FULL_AT_THE_END * points - moves, LEAST_MOVES_LEFT)
    own = int(to_come / 2)
    total = moves + to_come
    weights = [weight((moves + 2 * i) / total, middle) for i in range(own)]
    return weights[0] / sum(weights)


def weight(progress: float, middle: float) -> float:
    """Return the relative time of a move: 1 in the middle of a game, less at the beginning and the end."""
    rise, fall = progress / 0.2, (1 - progress) / 0.5
    return 1 / middle + (1 - 1 / middle) * max(0.0, min(1.0, rise, fall))
