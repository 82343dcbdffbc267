"""The data of one search thread: its playouts, its path through the tree, and scratch space."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, size_of
from tengen.compiled.record import Record
from tengen.compiled.rng import new_rng
from tengen.compiled.word import ONE
from tengen.patterns.prediction import Sight
from tengen.playout.state import MOVES_A_POINT, PlayoutState
from tengen.tactics.common_fate import Fates
from tengen.tactics.suggestion import Moves

LONGEST_PATH = 512  # nodes
NO_MOVE = ONE  # a point of the border


class Urgency(Record):
    """The urgency of a child, by which selection chooses; computed term by term, from the mover's view."""

    sign: Annotated[float, np.float64]  # 1 if Black is to move, else -1
    parent_visits: Annotated[float, np.float64]
    log_visits: Annotated[float, np.float64]  # logarithm of the parent's visits
    games: Annotated[float, np.float64]  # of the child; terms add virtual games
    wins: Annotated[float, np.float64]
    amaf_games: Annotated[float, np.float64]  # all-moves-as-first games: 0 unless a part needs the statistic ``amaf``
    amaf_wins: Annotated[float, np.float64]
    value: Annotated[float, np.float64]  # the estimate that a term has set; below 0 if none has
    first_play: Annotated[float, np.float64]  # first-play urgency: that of a child without games and estimate
    tries: Annotated[float, np.float64]  # visits of the child, at least 1
    exploration: Annotated[float, np.float64]  # added to an estimate, because it is uncertain
    bonus: Annotated[float, np.float64]  # added in any case


class Prior(Record):
    """What the priors say about the moves of a position, from the mover's view."""

    points: Annotated[NDArray[np.uint16], "points"]  # the listed moves, including PASS
    length: Annotated[int, np.uint64]
    unit: Annotated[float, np.float64]  # virtual games of an opinion of weight 1
    games: Annotated[NDArray[np.float32], "points"]  # virtual games, by point
    wins: Annotated[NDArray[np.float32], "points"]
    bias: Annotated[NDArray[np.float32], "points"]  # heuristic value, for progressive bias and unpruning
    is_marked: Annotated[NDArray[np.uint8], "points"]  # scratch space of ``playout``
    chance: Annotated[NDArray[np.float32], "points"]  # probability that a strong player makes the move: ``prediction``
    sight: Sight  # scratch space of ``prediction``
    moves: Moves  # suggestions of playout rules
    fates: Fates  # distances in the common fate graph


class SearchThread(Record):
    """The data of one thread. Parts add fields by extending this class."""

    playout: PlayoutState
    path: Annotated[NDArray[np.uint32], LONGEST_PATH]  # the nodes from the root to the leaf
    keys: Annotated[NDArray[np.uint64], LONGEST_PATH]  # keys of the positions on the path
    length: Annotated[int, np.uint64]  # of the path
    root_move: Annotated[int, np.uint64]  # point of the path's first move; NO_MOVE if the path is the root alone
    leaf: Board  # leaf parallelism: the position at the end of the path
    avoided_until: Annotated[NDArray[np.uint16], 3, "points"]  # depths below which a colour's move is avoided
    avoided_depth: Annotated[int, np.uint64]  # the largest of them; 0 if no move is avoided
    first_colour: Annotated[NDArray[np.uint8], "points"]  # in the backup: who played first at a point after a node
    first_ply: Annotated[NDArray[np.uint16], "points"]  # how many moves after the root that was
    ply: Annotated[int, np.uint64]  # in the backup: how many moves after the root the node is
    urgency: Urgency
    prior: Prior


def new_thread(kind: type[SearchThread], root: Board, seed: int) -> SearchThread:
    """Return the data of a new thread, for boards of the root's size."""
    size = size_of(root)
    thread = kind.new(**dimensions(size), moves=MOVES_A_POINT * size * size, rows=size + 2)
    thread.playout.root = root
    thread.playout.rng = new_rng(seed)
    return thread
