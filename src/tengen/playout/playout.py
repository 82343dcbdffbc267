"""One game to the end: the template that every playout policy is assembled from.

The assembler replaces the bodies of some functions: ``choose`` by the rules of the policy in their order, ``permit``
by its filters, ``start``, ``follow`` and ``draw`` by its sampler, ``may_play`` by the zone. As they stand here they
are the policy without any of these.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.base.jit import inlined, kernel
from tengen.base.memory import assign
from tengen.base.rng import below
from tengen.base.word import ONE, THREE, TWO, ZERO, i64, u64
from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal, pass_turn, play
from tengen.board.point import PASS, Colour, Point
from tengen.board.score import owner_of, playout_score, stone_lead
from tengen.playout.desk import Desk
from tengen.playout.liberty_map import Ratings, rate_answers


@inlined
def choose(desk: Desk, ratings: Ratings, options: Any) -> Point:
    """Return the policy's move for the side to play, or PASS if it has none."""
    return draw(desk, options)


@inlined
def draw(desk: Desk, options: Any) -> Point:
    """Return a move that no rule suggests, or PASS if there is none."""
    return random_move(desk, options)


@inlined
def start(desk: Desk) -> None:
    """See the position before the first move."""
    return


@inlined
def follow(desk: Desk, point: Point, empty_before: int) -> None:
    """See a move after it was played."""
    return


@inlined
def permit(desk: Desk, options: Any, point: Point) -> Point:
    """Return the random move that the filters let pass: the same or another, or PASS if they refuse it."""
    return point


@inlined
def may_play(desk: Desk, point: Point) -> bool:
    """Return whether a point is in the part of the board that the playout is about."""
    return True


@inlined
def random_move(desk: Desk, options: Any) -> Point:
    """Return a legal move that fills no own eye, each with the same probability, or PASS if there is none."""
    board = desk.board
    colour = u64(board.to_play)
    left = u64(board.empty_count)
    while left > ZERO:
        i = below(desk.rng, left)
        point = u64(board.empty[i])
        if may_play(desk, point) and not is_true_eye(board, point, colour) and is_legal(board, point, colour):
            permitted = permit(desk, options, point)
            if permitted != PASS and may_play(desk, permitted):
                return permitted
        _put_behind(board, i, left - ONE)
        left -= ONE
    return PASS


@inlined
def _put_behind(board: Board, i: int, last: int) -> None:
    """Exchange two places of the list of empty points: what will not do goes behind those that are left to try."""
    point = u64(board.empty[i])
    swapped = u64(board.empty[last])
    board.empty[last] = point
    board.empty_index[point] = last
    board.empty[i] = swapped
    board.empty_index[swapped] = i


@inlined
def play_out(desk: Desk, ratings: Ratings, options: Any) -> None:
    """Play until both sides pass, the trail is full, or one side has so many more stones that the rest is a formality.

    The board is then the final position. What is in the trail already was played before.
    """
    board, trail = desk.board, desk.trail
    mercy = i64(options.mercy)
    lead = stone_lead(board) if mercy else i64(0)  # of the side to play, in stones
    passes = ZERO
    length = u64(trail.length)
    start(desk)
    while passes < TWO and length < u64(len(trail.points)):
        point = choose(desk, ratings, options)
        if point == PASS:
            pass_turn(board)
            passes += ONE
        else:
            empty_before = u64(board.empty_count)
            captured = play(board, point)
            follow(desk, point, empty_before)
            passes = ZERO
            lead += i64(captured) + 1
        lead = -lead
        trail.points[length] = point
        trail.rules[length] = desk.moves.rule
        length += ONE
        if mercy and abs(lead) > mercy:
            break
    trail.length = length


@inlined
def simulate(desk: Desk, ratings: Ratings, options: Any, komi: float) -> float:
    """Play one playout from the root, count it, and return how much of a win it was for Black: 0, 0.5 or 1."""
    assign(desk.board, desk.root)
    desk.trail.length = ZERO
    play_out(desk, ratings, options)
    if desk.answers.length != ZERO:
        rate_answers(desk, ratings)
    score = playout_score(desk.board)
    win = 1.0 if score > komi else 0.5 if score == komi else 0.0
    tally = desk.tally
    tally.playouts += ONE
    tally.moves += u64(desk.trail.length)
    if desk.trail.length == u64(len(desk.trail.points)):
        tally.unfinished += ONE
    tally.score += score
    tally.black_wins += win
    return win


@kernel
def run(desk: Desk, ratings: Ratings, options: Any, komi: float, count: int) -> None:
    """Play a number of playouts from the root and add their results to the tally."""
    for _ in range(count):
        simulate(desk, ratings, options, komi)


@kernel
def survey(desk: Desk, ratings: Ratings, options: Any, komi: float, count: int) -> None:
    """Do the same as ``run`` and also count who owned each point, and the moves by all-moves-as-first."""
    for _ in range(count):
        win = simulate(desk, ratings, options, komi)
        _count_owners(desk)
        _count_first_moves(desk, u64(desk.root.to_play), win)


@kernel
def count_choices(desk: Desk, ratings: Ratings, options: Any, counts: NDArray[np.int64], count: int) -> None:
    """Let the policy choose a number of times at the root, and count its choices by point."""
    for _ in range(count):
        assign(desk.board, desk.root)
        start(desk)
        counts[choose(desk, ratings, options)] += 1
        desk.answers.length = ZERO


@inlined
def _count_owners(desk: Desk) -> None:
    board, owner = desk.board, desk.tally.owner
    for point in range(u64(len(owner))):
        owner[point] += owner_of(board, u64(point))


@inlined
def _count_first_moves(desk: Desk, colour: Colour, win: float) -> None:
    """Credit each move of the trail to the colour that first occupied its point."""
    trail, tally = desk.trail, desk.tally
    # The playout is over: its board has room to note which points the trail has come by.
    seen = desk.board.atari_index
    seen[:] = ZERO
    for i in range(u64(trail.length)):
        point = u64(trail.points[i])
        if point != PASS and seen[point] == ZERO:
            seen[point] = ONE
            tally.amaf_visits[colour, point] += ONE
            tally.amaf_wins[colour, point] += win
        colour = THREE - colour
