"""What one thread needs to walk down the tree: its state for playouts, its path, and scratch space."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, size_of
from tengen.board.symmetry import SYMMETRIES
from tengen.compiled.record import Record
from tengen.compiled.rng import new_rng
from tengen.playout.state import MOVES_A_POINT, PlayoutState
from tengen.tactics.common_fate import Fates
from tengen.tactics.suggestion import Moves
from tengen.tree.local_tree import LocalWalk

DEEPEST = 512  # nodes on a path


class Urgency(Record):
    """How much a child deserves the next simulation, worked out term by term; all from the mover's view."""

    sign: Annotated[float, np.float64]  # 1 if Black is to move, else -1
    log_visits: Annotated[float, np.float64]  # of the parent
    games: Annotated[float, np.float64]  # of the child, virtual ones included
    wins: Annotated[float, np.float64]
    amaf_games: Annotated[float, np.float64]
    amaf_wins: Annotated[float, np.float64]
    value: Annotated[float, np.float64]  # the estimate that a term has made of these; below 0 if none has
    neighbours: Annotated[float, np.float64]  # mean value of the adjacent moves; below 0 if unknown
    first_play: Annotated[float, np.float64]  # what a child without games counts as
    owner_games: Annotated[float, np.float64]  # of the parent, after which it was counted who owned each point
    owner_wins: Annotated[float, np.float64]  # of Black in these games
    local_games: Annotated[float, np.float64]  # of the child's place in the local tree
    local_wins: Annotated[float, np.float64]  # the sum of their local values
    tries: Annotated[float, np.float64]  # visits of the child; none count as one
    exploration: Annotated[float, np.float64]  # what comes on top of an estimate, as it is uncertain
    bonus: Annotated[float, np.float64]  # what comes on top in any case


class Prior(Record):
    """What is known about the moves in a position before they are tried, from the mover's view."""

    points: Annotated[NDArray[np.uint16], "points"]  # the moves, PASS among them
    length: Annotated[int, np.uint64]
    unit: Annotated[float, np.float64]  # how many virtual games an opinion of usual weight is
    games: Annotated[NDArray[np.float32], "points"]  # by point
    wins: Annotated[NDArray[np.float32], "points"]
    bias: Annotated[NDArray[np.float32], "points"]
    hint: Annotated[NDArray[np.float32], "points"]
    is_marked: Annotated[NDArray[np.uint8], "points"]  # scratch for a prior
    strength: Annotated[NDArray[np.float32], "points"]  # the same
    images: Annotated[NDArray[np.uint64], SYMMETRIES]  # the same
    moves: Moves  # a sheet for rules
    fates: Fates


class SearchThread(Record):
    """All that one thread needs."""

    playout: PlayoutState
    path: Annotated[NDArray[np.uint32], DEEPEST]  # the nodes from the root on
    keys: Annotated[NDArray[np.uint64], DEEPEST]  # of the positions on the path
    length: Annotated[int, np.uint64]  # of the path
    leaf: Board  # the position at the end of the path, for assistants
    first_colour: Annotated[NDArray[np.uint8], "points"]  # who was the first to play at a point, from some move on
    value_at: Annotated[NDArray[np.float32], "points"]  # to the mover, of the children of a node; below 0 if unknown
    group: Annotated[NDArray[np.uint8], "points"]  # 1 where the tree has moves, in group and zone mode
    owner_at: Annotated[NDArray[np.int8], "points"]  # who owns a point after the playout: 1 Black, -1 White, 0 neither
    black_share: Annotated[NDArray[np.float32], "points"]  # how much of a point is Black's then, from 0 to 1
    winner_share: Annotated[NDArray[np.float32], "points"]  # and how much the winner's
    urgency: Urgency
    prior: Prior
    local: LocalWalk


def new_thread(root: Board, seed: int) -> SearchThread:
    """Return a thread for a board of this size."""
    size = size_of(root)
    thread = SearchThread.new(**dimensions(size), moves=MOVES_A_POINT * size * size, rows=size + 2)
    thread.playout.root = root
    thread.playout.rng = new_rng(seed)
    return thread
