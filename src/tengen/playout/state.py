"""The data of a thread that runs playouts, and the results of its playouts."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, size_of
from tengen.board.point import Point
from tengen.compiled.jit import inlined
from tengen.compiled.record import Record
from tengen.compiled.rng import Rng, new_rng
from tengen.compiled.word import ONE, u64
from tengen.tactics.suggestion import Moves

UNDECIDED: Point = u64(2**16 - 1)  # not a point: no part has chosen a move
MOVES_A_POINT = 3  # largest length of a playout, in moves for each point of the board


class Trail(Record):
    """The moves of a playout, including passes; the colours alternate."""

    points: Annotated[NDArray[np.uint16], "moves"]
    rules: Annotated[NDArray[np.uint8], "moves"]  # number of the rule that chose a move, from 1; 0 if no rule did
    length: Annotated[int, np.uint64]


class Tally(Record):
    """Results of playouts, all from Black's view."""

    playouts: Annotated[int, np.uint64]
    moves: Annotated[int, np.uint64]  # in all playouts together
    unfinished: Annotated[int, np.uint64]  # playouts that were cut off at the largest length
    black_wins: Annotated[float, np.float64]  # a draw is half a win
    score: Annotated[float, np.float64]  # sum of Black's scores without komi
    score_squares: Annotated[float, np.float64]  # sum of their squares
    owner: Annotated[NDArray[np.int64], "points"]  # at the end: Black's ownerships of a point minus White's
    move_owner: Annotated[NDArray[np.int32], "points", "points"]  # the same after each move at the root
    move_playouts: Annotated[NDArray[np.int64], "points"]  # playouts after each move at the root
    winner_owner: Annotated[NDArray[np.float64], "points"]  # playouts in which the winner owned a point at the end
    survivals: Annotated[NDArray[np.int64], "points"]  # playouts that the root's stone at a point survived
    amaf_visits: Annotated[NDArray[np.int64], 3, "points"]  # playouts in which a colour was first to play at a point
    amaf_wins: Annotated[NDArray[np.float64], 3, "points"]  # Black's wins among them


class UrgencyWeights(Record):
    """The data of the sampler ``urgency``: the weight of each point for each side."""

    weight: Annotated[NDArray[np.uint32], 3, "points"]  # by colour and point
    row_sum: Annotated[NDArray[np.uint64], 3, "rows"]  # sum of the weights in a row, by colour
    extra: Annotated[NDArray[np.uint64], 64]  # additional weights of some points, for the side to play
    extra_point: Annotated[NDArray[np.uint16], 64]
    extra_count: Annotated[int, np.uint64]


class Answers(Record):
    """The answers chosen in a playout, which liberty maps rate at its end."""

    points: Annotated[NDArray[np.uint16], "moves"]
    colours: Annotated[NDArray[np.uint8], "moves"]
    places: Annotated[NDArray[np.uint32], "moves"]  # slots in the table of ratings
    length: Annotated[int, np.uint64]


class Zone(Record):
    """Where playouts may play in zone mode, and the score of the rest of the board, from Black's view."""

    is_inside: Annotated[NDArray[np.uint8], "points"]
    outside: Annotated[float, np.float64]  # adjusted score outside the zone, by which simulations are judged
    outside_mean: Annotated[float, np.float64]  # estimated score outside the zone, before the adjustment


class PlayoutState(Record):
    """The data of one thread that runs playouts."""

    root: Board  # the position where playouts start
    board: Board  # the board on which they are played
    rng: Rng
    moves: Moves
    trail: Trail
    answers: Answers
    tally: Tally
    urgency: UrgencyWeights
    zone: Zone


def new_playout_state(root: Board, seed: int) -> PlayoutState:
    """Return a state for playouts from a position, with an empty tally."""
    size = size_of(root)
    state = PlayoutState.new(**dimensions(size), moves=MOVES_A_POINT * size * size, rows=size + 2)
    state.root = root
    state.rng = new_rng(seed)
    return state


@inlined
def count_playout(state: PlayoutState, score: float) -> None:
    """Add a finished playout to the tally: its moves, and Black's score without komi."""
    tally = state.tally
    tally.playouts += ONE
    tally.moves += u64(state.trail.length)
    tally.score += score
    tally.score_squares += score * score
