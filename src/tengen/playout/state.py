"""What a thread needs to play playouts, and what they leave behind."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, size_of
from tengen.board.point import Point
from tengen.compiled.record import Record
from tengen.compiled.rng import Rng, new_rng
from tengen.compiled.word import u64
from tengen.tactics.suggestion import Moves

UNDECIDED: Point = u64(2**16 - 1)  # no point: a sampler leaves the move to the uniform draw
MOVES_A_POINT = 3  # a playout ends after this many moves for each point of the board, at the latest


class Trail(Record):
    """The moves of a playout, colours alternating from the one that began; PASS among them."""

    points: Annotated[NDArray[np.uint16], "moves"]
    rules: Annotated[NDArray[np.uint8], "moves"]  # which rule of the policy chose a move, counted from 1; 0 if drawn
    length: Annotated[int, np.uint64]


class Tally(Record):
    """Results of playouts, all from Black's view."""

    playouts: Annotated[int, np.uint64]
    moves: Annotated[int, np.uint64]  # in all playouts together
    unfinished: Annotated[int, np.uint64]  # playouts that ran into the bound on their length
    black_wins: Annotated[float, np.float64]  # a draw is half a win
    score: Annotated[float, np.float64]  # sum of the margins without komi
    owner: Annotated[NDArray[np.int64], "points"]  # how often Black owned a point at the end less how often White did
    winner_owner: Annotated[NDArray[np.float64], "points"]  # how often the winner owned a point at the end
    survivals: Annotated[NDArray[np.int64], "points"]  # how often a stone of the root was never captured
    amaf_visits: Annotated[NDArray[np.int64], 3, "points"]  # playouts in which a colour was the first to play a point
    amaf_wins: Annotated[NDArray[np.float64], 3, "points"]  # how many of them Black won


class Urgency(Record):
    """What the sampler of the same name keeps: the worth of each point to either side."""

    weight: Annotated[NDArray[np.uint32], 3, "points"]  # by colour
    row_sum: Annotated[NDArray[np.uint64], 3, "rows"]  # of the weights in a row, by colour
    extra: Annotated[NDArray[np.uint64], 64]  # what some points are worth beyond that, for the side to play
    extra_point: Annotated[NDArray[np.uint16], 64]
    extra_count: Annotated[int, np.uint64]


class Answers(Record):
    """The choices of a playout that are rated when it is over."""

    points: Annotated[NDArray[np.uint16], "moves"]
    colours: Annotated[NDArray[np.uint8], "moves"]
    places: Annotated[NDArray[np.uint32], "moves"]  # in the map of ratings
    length: Annotated[int, np.uint64]


class Zone(Record):
    """Where playouts may play in zone mode, and what the rest of the board counts, from Black's view."""

    is_inside: Annotated[NDArray[np.uint8], "points"]
    outside: Annotated[float, np.float64]  # what the points outside count for the result of a simulation
    outside_mean: Annotated[float, np.float64]  # the estimate that this was made of


class PlayoutState(Record):
    """All that one thread needs to play playouts."""

    root: Board  # where they start
    board: Board  # where they are played
    rng: Rng
    moves: Moves
    trail: Trail
    answers: Answers
    tally: Tally
    urgency: Urgency
    zone: Zone


def new_playout_state(root: Board, seed: int) -> PlayoutState:
    """Return a state for playouts from a position, with an empty tally."""
    size = size_of(root)
    state = PlayoutState.new(**dimensions(size), moves=MOVES_A_POINT * size * size, rows=size + 2)
    state.root = root
    state.rng = new_rng(seed)
    return state
