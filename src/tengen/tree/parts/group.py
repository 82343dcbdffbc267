"""Group: on a large board, search only moves that have to do with the last ones (MoGo, section 3.3).

The group is everything within some steps of the last moves in the common fate graph; the tree has only moves of the
group. A pass means to play elsewhere: if it is the best move early in the search, the whole board is searched instead.
"""

from typing import Annotated, NamedTuple

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import EDGE, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.parts.options import Options
from tengen.tactics.common_fate import FAR, measure, new_fates
from tengen.tree.thread import SearchThread

Mask = NDArray[np.uint8]


class GroupOptions(Options, frozen=True):
    """Search only moves near the last ones."""

    least_size: Annotated[int, Meta(ge=2, le=25, description="smallest board on which the search is restricted")] = 13
    last_moves: Annotated[int, Meta(ge=1, le=20, description="number of last moves that the group is around")] = 2
    distance: Annotated[
        int, Meta(ge=1, le=100, description="radius of the group, in steps of the common fate graph")
    ] = 4
    least: Annotated[
        int, Meta(ge=1, le=1000, description="smallest number of moves in the group; the radius grows to fit")
    ] = 20
    most: Annotated[
        int,
        Meta(ge=1, le=1000, description="largest number of moves in the group; the radius shrinks to fit, to 1 at least"),
    ] = 50
    tenuki: Annotated[
        float,
        Meta(ge=0, le=1, description="share of a search after which it turns to the whole board if a pass is best; 1 never"),
    ] = 0.25


class GroupThread(SearchThread):
    """What a thread keeps."""

    group: Annotated[NDArray[np.uint8], "points"]  # 1 where the tree has moves


@inlined
def is_searched(thread: GroupThread, point: Point) -> bool:
    """Return whether a point is in the group."""
    return thread.group[point] != ZERO


class Area(NamedTuple):
    """What is searched."""

    group: Mask
    """1 for points where the tree has moves."""
    zone: Mask
    """1 for points where playouts play in zone mode, and for the border."""

    @property
    def is_whole(self) -> bool:
        """Whether the tree has all moves."""
        return bool(self.group.all())


def whole_area(board: Board) -> Area:
    """Return the whole board."""
    everywhere = np.ones(len(board.colour), np.uint8)
    return Area(everywhere, everywhere)


def area_around(board: Board, last_moves: list[Point], options: GroupOptions, margin: int = 0) -> Area:
    """Return the group of some points and its zone, which reaches ``margin`` steps further.

    It is the whole board if there is no point, or no move outside of the group.

    The group reaches ``distance`` steps; less far if that is too many moves, and further if it is too few.
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
    """Return of each point how many steps it is from the nearest of some points; the border is far."""
    fates = new_fates(board)
    steps = np.full(len(board.colour), int(FAR))
    for origin in origins:
        measure(board, u64(origin), FAR - ONE, fates)
        steps = np.minimum(steps, fates.distance)
    steps[board.colour == EDGE] = FAR
    return steps


@kernel
def mark_playable(board: Board, playable: Mask) -> None:
    """Mark the moves of the side to play that fill no own eye."""
    colour = u64(board.to_play)
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        if is_legal(board, point, colour) and not is_true_eye(board, point, colour):
            playable[point] = 1
