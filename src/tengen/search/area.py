"""The area that a search is restricted to in group and zone mode."""

import math
from functools import partial

import numpy as np

from tengen.board.board import dimensions, size_of
from tengen.board.point import PASS
from tengen.game.limit import Limit
from tengen.playout.policy import Policy
from tengen.playout.state import Tally
from tengen.search.options import SearchOptions
from tengen.tree.arena import Tree
from tengen.tree.children import Children
from tengen.tree.companion import UNBOUNDED, Companion, SearchContext
from tengen.tree.node import ROOT, Nodes
from tengen.tree.thread import SearchThread
from tengen.tree.zone import Area, area_around, tuned_outside, whole_area

CHUNK = 50  # playouts of a thread before the clock is looked at
MOST_TIME = 0.25  # largest share of the seconds of a search that the estimate may take


class SearchArea(Companion):
    """Tells the threads of a search which part of the board to search, and what the rest of the board counts."""

    def __init__(self, options: SearchOptions) -> None:
        self._options = options.tree.zoning
        self._is_zone = options.tree.zone == "zone"
        self._policy = Policy(options.playout) if self._is_zone else None
        self._area: Area | None = None
        self._needs_estimate = False
        self._may_leave = False

    def begin(self, context: SearchContext) -> bool:
        """Find the area for a new root; return whether what the tree knows is still valid.

        It is if the group stays the same. In zone mode results depend on an estimate that is not valid any more.
        """
        moves, board = context.moves, context.board
        last = [point for point in moves[-self._options.last_moves :] if point != PASS]
        # After a pass the game may be about to end, and then the whole board matters.
        has_group = size_of(board) >= self._options.least_size and bool(moves) and moves[-1] != PASS
        area = area_around(board, last, self._options) if has_group else whole_area(board)
        known = self._area
        self._take(area, context)
        is_same = known is not None and np.array_equal(known.group, area.group)
        return is_same and not (self._is_zone and not area.is_whole)

    def _take(self, area: Area, context: SearchContext) -> None:
        self._area = area
        self._may_leave = context.pass_plays_elsewhere = not area.is_whole
        self._needs_estimate = self._is_zone and not area.zone.all()
        context.outside_owner = np.zeros(1)
        removes_dead = context.game.rules.removes_dead
        for _, tree in context.trees:
            # Two passes end the game only where a pass is a pass.
            tree.all_alive = area.is_whole and not removes_dead
        for thread in context.threads:
            thread.group[:] = area.group
            thread.playout.zone.is_inside[:] = area.zone
            thread.playout.zone.outside = thread.playout.zone.outside_mean = 0.0

    def start(self, context: SearchContext, limit: Limit) -> None:
        """Estimate by playouts on the whole board what the outside is worth, once for each root.

        A search by time gives this at most a quarter of its seconds, but always one chunk.
        """
        policy, area = self._policy, self._area
        if policy is None or area is None or not self._needs_estimate:
            return
        self._needs_estimate = False
        threads, komi = context.threads, context.komi
        for thread in threads:
            policy.survey(thread.playout, komi, 0)  # compiles it
        started = context.elapsed()
        longest = math.inf if limit.seconds is None else MOST_TIME * limit.seconds
        left = math.ceil(self._options.presearch / len(threads))
        while left > 0 and context.elapsed() - started < longest:
            count = min(CHUNK, left)
            context.on_all_threads(partial(_survey, policy, komi, count))
            left -= count
        self._use_estimate(area, context)

    def _use_estimate(self, area: Area, context: SearchContext) -> None:
        owner = context.owners()
        context.outside_owner = np.where(area.zone, 0.0, owner)
        inside, outside = float(owner[area.zone != 0].sum()), float(context.outside_owner.sum())
        for thread in context.threads:
            thread.playout.zone.outside = tuned_outside(inside, outside, context.komi, self._options.alpha)
            thread.playout.zone.outside_mean = outside
        _restart_tallies(context)

    def most_simulations(self, context: SearchContext, limit: Limit) -> int:
        """Return how many simulations are left until it is decided whether to leave the group."""
        if not self._may_leave or limit.simulations is None:
            return UNBOUNDED
        left = math.ceil(self._options.tenuki * limit.simulations) - context.simulations
        return left if left > 0 else UNBOUNDED

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Decide once, in time for a search of the whole board, whether to leave the group.

        That is so if a pass, which stands for a move elsewhere, is the most visited move.
        """
        if not self._may_leave or share_done < self._options.tenuki:
            return True
        self._may_leave = False
        if share_done >= 1.0 or not _is_pass_best(context.trees):
            return True
        self._take(whole_area(context.board), context)
        _restart_tallies(context)
        return False


def _survey(policy: Policy, komi: float, count: int, thread: SearchThread) -> None:
    policy.survey(thread.playout, komi, count)


def _is_pass_best(trees: list[tuple[Nodes, Tree]]) -> bool:
    """Return whether the pass is the most visited move at the root, the first of several."""
    visits: dict[int, int] = {}
    for nodes, _ in trees:
        children = Children(nodes, int(ROOT))
        for point, count in zip(children["point"].tolist(), children["visits"].tolist(), strict=True):
            visits[point] = visits.get(point, 0) + count
    return max(visits, key=lambda point: visits[point]) == PASS


def _restart_tallies(context: SearchContext) -> None:
    for thread in context.threads:
        thread.playout.tally = Tally.new(**dimensions(size_of(context.board)))
