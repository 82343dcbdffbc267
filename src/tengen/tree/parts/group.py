"""Group: on a large board, search only moves near the last moves (MoGo, section 3.3).

The group is all points within a radius of the last moves in the common fate graph. The tree contains only moves in the
group, and the pass, which stands for a move elsewhere. If the pass is best after a share of the search, the rest of the
search is on the whole board.
"""

import math
from typing import TYPE_CHECKING, Annotated, NamedTuple, cast

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board, size_of
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import EDGE, PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.game.limit import Limit
from tengen.parts.options import Options
from tengen.tactics.common_fate import FAR, measure, new_fates
from tengen.tree.arena import Tree
from tengen.tree.children import Children
from tengen.tree.companion import UNBOUNDED, Companion, SearchContext
from tengen.tree.node import ROOT, Nodes
from tengen.tree.thread import SearchThread

if TYPE_CHECKING:
    from tengen.tree.recipe import RecipeOptions

Mask = NDArray[np.uint8]


class GroupOptions(Options, frozen=True):
    """Search only moves near the last moves."""

    least_size: Annotated[
        int, Meta(ge=2, le=25, description="smallest board size on which the search is restricted")
    ] = 13
    last_moves: Annotated[
        int, Meta(ge=1, le=20, description="number of last moves around which the group is formed")
    ] = 2
    distance: Annotated[
        int, Meta(ge=1, le=100, description="radius of the group, in steps of the common fate graph")
    ] = 4
    least: Annotated[
        int, Meta(ge=1, le=1000, description="smallest number of moves in the group; the radius grows to fit")
    ] = 20
    most: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            description="largest number of moves in the group; the radius shrinks to fit, but is at least 1",
        ),
    ] = 50
    tenuki: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="share of a search after which it turns to the whole board if a pass is best; 1 for never",
        ),
    ] = 0.25


class GroupThread(SearchThread):
    """The group, as a thread reads it."""

    group: Annotated[NDArray[np.uint8], "points"]  # 1 where the tree may have moves


@inlined
def is_searched(thread: GroupThread, point: Point) -> bool:
    """Return whether a point is in the group."""
    return u64(thread.group[point]) != ZERO


class Area(NamedTuple):
    """The part of the board that is searched."""

    group: Mask
    """1 for points where the tree may have moves."""
    zone: Mask
    """1 for points where playouts may play in zone mode, and for the border."""

    @property
    def is_whole(self) -> bool:
        """Whether the group is the whole board."""
        return bool(self.group.all())


def whole_area(board: Board) -> Area:
    """Return the area that is the whole board."""
    everywhere = np.ones(len(board.colour), np.uint8)
    return Area(everywhere, everywhere)


def area_around(board: Board, last_moves: list[Point], options: GroupOptions, margin: int = 0) -> Area:
    """Return the group around some points, and its zone, whose radius is ``margin`` steps larger.

    The radius of the group is ``distance``; less if that gives too many moves, and more if it gives too few. Without
    any point, or if no move is outside the group, the area is the whole board.
    """
    if not last_moves:
        return whole_area(board)
    steps = steps_from(board, last_moves)
    playable = np.zeros(len(board.colour), np.uint8)
    mark_playable(board, playable)
    of_moves = np.sort(steps[playable != 0])
    radius = options.distance
    while radius > 1 and np.searchsorted(of_moves, radius, "right") > options.most:
        radius -= 1
    while radius < FAR and np.searchsorted(of_moves, radius, "right") < min(options.least, len(of_moves)):
        radius += 1
    if np.searchsorted(of_moves, radius, "right") == len(of_moves):
        return whole_area(board)
    zone = (steps <= radius + margin) | (board.colour == EDGE)
    return Area((steps <= radius).astype(np.uint8), zone.astype(np.uint8))


def steps_from(board: Board, origins: list[Point]) -> NDArray[np.int64]:
    """Return the distance of each point from the nearest of some points; FAR for the border."""
    fates = new_fates(board)
    steps = np.full(len(board.colour), int(FAR))
    for origin in origins:
        measure(board, u64(origin), FAR - ONE, fates)
        steps = np.minimum(steps, fates.distance)
    steps[board.colour == EDGE] = FAR
    return steps


@kernel
def mark_playable(board: Board, playable: Mask) -> None:
    """Mark the legal moves of the side to play that do not fill its own eyes."""
    colour = u64(board.to_play)
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        if is_legal(board, point, colour) and not is_true_eye(board, point, colour):
            playable[point] = 1


# Around the search


class GroupCompanion(Companion):
    """Gives the threads of a search their group, and turns to the whole board if a pass is best in the group."""

    def __init__(self, options: "RecipeOptions") -> None:
        self._options = options.tree.group
        self._group: Mask | None = None
        self._may_leave = False

    def begin(self, context: SearchContext) -> bool:
        """Find the group for a new root; the kept tree is valid only if the group has not changed."""
        known = self._group
        area = area_for(context, self._options)
        self._take(area, context)
        return known is not None and np.array_equal(known, area.group)

    def _take(self, area: Area, context: SearchContext) -> None:
        self._group = area.group
        self._may_leave = context.pass_plays_elsewhere = not area.is_whole
        rules = context.game.rules
        for _, tree in context.trees:
            # In a group a pass stands for a move elsewhere: it is a stone too, and two passes do not end the game.
            tree.all_alive = area.is_whole and not rules.removes_dead
            tree.counts_territory = area.is_whole and rules.scoring == "territory"
        for thread in context.threads:
            cast(GroupThread, thread).group[:] = area.group

    def most_simulations(self, context: SearchContext, limit: Limit) -> int:
        """Return the number of simulations until it is decided whether to leave the group."""
        if not self._may_leave or limit.simulations is None:
            return UNBOUNDED
        left = math.ceil(self._options.tenuki * limit.simulations) - context.simulations
        return left if left > 0 else UNBOUNDED

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Decide once, after the share ``tenuki`` of the search, whether to turn to the whole board.

        It does so if the pass, which stands for a move elsewhere, is the most visited move.
        """
        if not self._may_leave or share_done < self._options.tenuki:
            return True
        self._may_leave = False
        if share_done >= 1.0 or not is_pass_best(context.trees):
            return True
        self._take(whole_area(context.board), context)
        return False


def area_for(context: SearchContext, options: GroupOptions, margin: int = 0) -> Area:
    """Return the area to search at a root: the whole board if it is small, after a pass, or before the first move."""
    moves, board = context.moves, context.board
    # After a pass the game may be about to end, and then the whole board matters.
    if size_of(board) < options.least_size or not moves or moves[-1] == PASS:
        return whole_area(board)
    return area_around(board, [point for point in moves[-options.last_moves :] if point != PASS], options, margin)


def is_pass_best(trees: list[tuple[Nodes, Tree]]) -> bool:
    """Return whether the pass is the most visited move at the root; if several are, the first of them counts."""
    visits: dict[int, int] = {}
    for nodes, _ in trees:
        children = Children(nodes, int(ROOT))
        for point, count in zip(children["point"].tolist(), children["visits"].tolist(), strict=True):
            visits[point] = visits.get(point, 0) + count
    return max(visits, key=lambda point: visits[point]) == PASS
