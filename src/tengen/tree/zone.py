"""Group and zone mode: on a large board, search only what has to do with the last moves (MoGo, section 3.3).

The group is everything within some steps of the last moves in the common fate graph. In group mode the tree has only
moves of the group. In zone mode the playouts too stay in a zone, the group and some steps around it; what the rest of
the board is worth is estimated once, before the search, and tuned towards a close game.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import EDGE, Point
from tengen.board.score import owner_of
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, i64, u64
from tengen.parts.options import Options
from tengen.playout.state import PlayoutState
from tengen.tactics.common_fate import FAR, measure, new_fates

Mask = NDArray[np.uint8]


class ZoningOptions(Options, frozen=True):
    """What a group is, and how the rest of the board is judged."""

    least_size: Annotated[int, Meta(ge=2, le=25, description="smallest board on which the search is restricted")] = 13
    last_moves: Annotated[
        int, Meta(ge=1, le=20, description="how many of the last moves have their group searched")
    ] = 2
    distance: Annotated[
        int, Meta(ge=1, le=100, description="steps from the last moves in the common fate graph that a group reaches")
    ] = 4
    least: Annotated[int, Meta(ge=1, le=1000, description="moves that a group has at least: it reaches further")] = 20
    most: Annotated[
        int, Meta(ge=1, le=1000, description="moves that a group has at most: it reaches less far, but a step")
    ] = 50
    margin: Annotated[int, Meta(ge=0, le=100, description="steps that the zone reaches beyond the group")] = 2
    presearch: Annotated[
        int, Meta(ge=1, le=10**6, description="playouts before the search that estimate what is outside of the zone")
    ] = 5000
    alpha: Annotated[float, Meta(ge=0, le=1, description="share of the whole board's lead that counts in the zone")] = (
        0.5
    )
    tenuki: Annotated[
        float,
        Meta(ge=0, le=1, description="share of a search after which it leaves the group if a pass is best; 1 never"),
    ] = 0.25


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


def area_around(board: Board, last_moves: list[Point], options: Any) -> Area:
    """Return the group of some points and its zone; the whole board if there is no point, or no move beyond the group.

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
    zone = (steps <= radius + options.margin) | (board.colour == EDGE)
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


def tuned_outside(inside: float, outside: float, komi: float, alpha: float) -> float:
    """Return what the outside of the zone counts: s1' = alpha (s1 + s0 - komi) - (s0 - komi), MoGo's formula 2.

    Then an average result in the zone leads by alpha times as much as the whole board does.
    """
    return alpha * (outside + inside - komi) - (inside - komi)


@inlined
def count_inside(state: PlayoutState) -> float:
    """Return Black's area less White's at the end of a playout in the zone, and count who owned each point of it."""
    board, owners, zone = state.board, state.tally.owner, state.zone
    score = i64(0)
    for point in range(u64(len(owners))):
        if zone.is_inside[point] != 0:
            owner = owner_of(board, u64(point))
            owners[point] += owner
            score += owner
    state.tally.playouts += ONE
    state.tally.moves += u64(state.trail.length)
    state.tally.score += float(score) + zone.outside_mean
    return float(score) + zone.outside
