"""One playout: the template from which every playout policy is assembled.

A policy is a copy of this file in which the hooks of ``playout.hooks`` call its rules, filters and sampler. As it is,
without parts, it plays uniformly at random.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal, pass_turn, play
from tengen.board.point import PASS, Colour, Point
from tengen.board.score import owner_of, playout_score, share_of_win, stone_lead
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign, unowned
from tengen.compiled.rng import below
from tengen.compiled.word import ONE, THREE, TWO, ZERO, i64, u64
from tengen.playout.hooks import draw, follow, may_play, permit, start, suggest
from tengen.playout.liberty_map import Ratings, rate_answers
from tengen.playout.state import UNDECIDED, PlayoutState, count_playout

DRAWS = 40  # most draws of a sampler, until one is at a point where the playout may play


@inlined
def choose(state: PlayoutState, ratings: Ratings, options: Any) -> Point:
    """Return the policy's move for the side to play, or PASS if it has none."""
    point = suggest(state, ratings, options)
    if point != UNDECIDED:
        return point
    for _ in range(DRAWS):
        point = draw(state, options)
        if point == UNDECIDED:
            break
        if point == PASS or may_play(state, point):
            return point
    return random_move(state, options)


@inlined
def random_move(state: PlayoutState, options: Any) -> Point:
    """Return a legal move that fills no own eye, each with the same probability, or PASS if there is none."""
    board = state.board
    colour = u64(board.to_play)
    left = u64(board.empty_count)
    while left > ZERO:
        i = below(state.rng, left)
        point = u64(board.empty[i])
        if may_play(state, point) and not is_true_eye(board, point, colour) and is_legal(board, point, colour):
            permitted = permit(state, options, point)
            if permitted != PASS and may_play(state, permitted):
                return permitted
        _put_behind(board, i, left - ONE)
        left -= ONE
    return PASS


@inlined
def _put_behind(board: Board, i: int, last: int) -> None:
    """Move an unsuitable point behind the empty points that are still to be tried."""
    point = u64(board.empty[i])
    swapped = u64(board.empty[last])
    board.empty[last] = point
    board.empty_index[point] = last
    board.empty[i] = swapped
    board.empty_index[swapped] = i


@inlined
def play_out(state: PlayoutState, ratings: Ratings, options: Any) -> None:
    """Play until both sides pass, the trail is full, or one side leads by more than ``mercy`` stones.

    The board then has the final position. Moves that are already in the trail were played before the call.
    """
    board, trail = state.board, state.trail
    mercy = i64(options.mercy)
    lead = stone_lead(board) if mercy else i64(0)  # of the side to play, in stones
    passes = ZERO
    length = u64(trail.length)
    start(state)
    while passes < TWO and length < u64(len(trail.points)):
        point = choose(state, ratings, options)
        if point == PASS:
            pass_turn(board)
            passes += ONE
        else:
            empty_before = u64(board.empty_count)
            captured = play(board, point)
            follow(state, point, empty_before)
            passes = ZERO
            lead += i64(captured) + 1
        lead = -lead
        trail.points[length] = point
        trail.rules[length] = state.moves.rule
        length += ONE
        if mercy and abs(lead) > mercy:
            break
    trail.length = length


@inlined
def simulate(state: PlayoutState, ratings: Ratings, options: Any, komi: float) -> float:
    """Play one playout from the root, count it in the tally, and return Black's result: 0, 0.5 or 1."""
    assign(state.board, state.root)
    state.trail.length = ZERO
    play_out(state, ratings, options)
    if state.answers.length != ZERO:
        rate_answers(state, ratings)
    score = playout_score(state.board)
    win = share_of_win(score - komi)
    count_playout(state, score)
    if state.trail.length == u64(len(state.trail.points)):
        state.tally.unfinished += ONE
    state.tally.black_wins += win
    return win


@kernel
def run(state: PlayoutState, ratings: Ratings, options: Any, komi: float, count: int) -> None:
    """Play a number of playouts from the root and add their results to the tally."""
    ratings = unowned(ratings)
    for _ in range(count):
        simulate(state, ratings, options, komi)


@kernel
def survey(state: PlayoutState, ratings: Ratings, options: Any, komi: float, count: int) -> None:
    """Do the same as ``run``, and also count the owners of points and the all-moves-as-first statistics."""
    ratings = unowned(ratings)
    for _ in range(count):
        win = simulate(state, ratings, options, komi)
        _count_owners(state)
        _count_first_moves(state, u64(state.root.to_play), win)


@kernel
def count_choices(state: PlayoutState, ratings: Ratings, options: Any, counts: NDArray[np.int64], count: int) -> None:
    """Let the policy choose a number of times at the root, and count its choices by point."""
    for _ in range(count):
        assign(state.board, state.root)
        start(state)
        counts[choose(state, ratings, options)] += 1
        state.answers.length = ZERO


@inlined
def _count_owners(state: PlayoutState) -> None:
    board, owner = state.board, state.tally.owner
    for point in range(u64(len(owner))):
        owner[point] += owner_of(board, u64(point))


@inlined
def _count_first_moves(state: PlayoutState, colour: Colour, win: float) -> None:
    """Credit each move of the trail to the colour that first occupied its point."""
    trail, tally = state.trail, state.tally
    # The playout is over, so a field of its board serves as scratch space: 1 for points seen in the trail.
    seen = state.board.atari_index
    seen[:] = ZERO
    for i in range(u64(trail.length)):
        point = u64(trail.points[i])
        if point != PASS and seen[point] == ZERO:
            seen[point] = ONE
            tally.amaf_visits[colour, point] += ONE
            tally.amaf_wins[colour, point] += win
        colour = THREE - colour
