"""The area that a search is restricted to in group and zone mode, from move to move."""

import math
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, size_of
from tengen.board.point import PASS, Point
from tengen.playout.policy import Policy
from tengen.playout.state import Tally
from tengen.search.options import SearchOptions
from tengen.tree.thread import SearchThread
from tengen.tree.zone import Area, area_around, tuned_outside, whole_area

CHUNK = 50  # playouts of a thread before the clock is looked at
MOST_TIME = 0.25  # of a search by time that may go into the estimate


class SearchArea:
    """Tells the threads of a search which part of the board is theirs, and what the rest counts."""

    def __init__(self, options: SearchOptions) -> None:
        self._options = options.tree.zoning
        self._mode = options.tree.zone
        self._policy = Policy(options.playout) if self._mode == "zone" else None
        self._area: Area | None = None
        self._has_estimate = True
        self._may_leave = False
        self.is_restricted = False
        """Whether there are moves that the tree does not have. A pass then means to play elsewhere."""
        self.outside_owner: NDArray[np.float64] = np.zeros(1)
        """Who owns the points outside of the zone by the estimate, from -1 to 1; 0 inside."""

    def settle(self, board: Board, moves: list[Point], threads: list[SearchThread]) -> bool:
        """Find the area for a position after some moves; return whether what a tree knows is still worth keeping.

        It is if the group stays the same. In zone mode results stand beside an estimate that does not hold any more.
        """
        if self._mode == "none":
            return True
        last = [point for point in moves[-self._options.last_moves :] if point != PASS]
        # After a pass the game may be about to end, which is the whole board's business.
        has_group = size_of(board) >= self._options.least_size and bool(moves) and moves[-1] != PASS
        area = area_around(board, last, self._options) if has_group else whole_area(board)
        known = self._area
        self._take(area, threads)
        is_same = known is not None and np.array_equal(known.group, area.group)
        return is_same and not (self._mode == "zone" and self.is_restricted)

    def _take(self, area: Area, threads: list[SearchThread]) -> None:
        self._area = area
        self.is_restricted = not area.is_whole
        self.outside_owner = np.zeros(1)
        self._has_estimate = bool(area.zone.all()) or self._policy is None
        self._may_leave = self.is_restricted
        for thread in threads:
            thread.group[:] = area.group
            thread.playout.zone.is_inside[:] = area.zone
            thread.playout.zone.outside = thread.playout.zone.outside_mean = 0.0

    def estimate(
        self, threads: list[SearchThread], pool: ThreadPoolExecutor | None, komi: float, seconds: float
    ) -> None:
        """Find out by playouts on the whole board what the outside is worth, unless that is known.

        A search by time gives it at most a quarter of its seconds, after one chunk.
        """
        policy, area = self._policy, self._area
        if self._has_estimate or policy is None or area is None:
            return
        self._has_estimate = True
        for thread in threads:
            policy.survey(thread.playout, komi, 0)  # compiles it
        started = time.perf_counter()
        left = math.ceil(self._options.presearch / len(threads))
        while left > 0 and (not seconds or time.perf_counter() - started < MOST_TIME * seconds):
            count = min(CHUNK, left)
            if pool is None:
                policy.survey(threads[0].playout, komi, count)
            else:
                for done in [pool.submit(policy.survey, thread.playout, komi, count) for thread in threads]:
                    done.result()
            left -= count
        playouts = sum(int(thread.playout.tally.playouts) for thread in threads)
        owner = sum((thread.playout.tally.owner for thread in threads), np.zeros(1)) / playouts
        self.outside_owner = np.where(area.zone, 0.0, owner)
        inside, outside = float(owner[area.zone != 0].sum()), float(self.outside_owner.sum())
        for thread in threads:
            thread.playout.zone.outside = tuned_outside(inside, outside, komi, self._options.alpha)
            thread.playout.zone.outside_mean = outside
            thread.playout.tally = Tally.new(**dimensions(size_of(thread.playout.root)))

    def part(self, simulations: int) -> int:
        """Return how many of a search's simulations are done before it is asked whether it leaves the group."""
        return math.ceil(self._options.tenuki * simulations) if self._may_leave else simulations

    def is_left(self, share: float) -> bool:
        """Return whether the search, of which a share is done, leaves the group if a pass is best in it.

        That is asked once, early enough for a search of the whole board.
        """
        if not self._may_leave or share < self._options.tenuki:
            return False
        self._may_leave = False
        return share < 1.0

    def leave(self, threads: list[SearchThread]) -> None:
        """Search the whole board from now on."""
        self._take(whole_area(threads[0].playout.root), threads)
        for thread in threads:
            thread.playout.tally = Tally.new(**dimensions(size_of(thread.playout.root)))
