"""One game to the end: the template that every playout policy is assembled from.

The assembler replaces the body of ``choose`` by the rules of the policy in their order; as it stands here it is the
policy without rules. The kernels that call it are compiled anew for each policy.
"""

from typing import Any

from tengen.base.jit import inlined, kernel
from tengen.base.memory import assign
from tengen.base.rng import Rng, below
from tengen.base.word import ONE, THREE, TWO, ZERO, u64
from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal, pass_turn, play
from tengen.board.point import PASS, Colour, Point
from tengen.board.score import owner_of, playout_score
from tengen.playout.desk import Desk, Moves, Trail


@inlined
def choose(board: Board, rng: Rng, options: Any, moves: Moves) -> Point:  # noqa: ARG001  # for the rules
    """Return the policy's move for the side to play, or PASS if it has none."""
    return random_move(board, rng)


@inlined
def random_move(board: Board, rng: Rng) -> Point:
    """Return a legal move that fills no own eye, each with the same probability, or PASS if there is none."""
    colour = u64(board.to_play)
    left = u64(board.empty_count)
    while left > ZERO:
        i = below(rng, left)
        point = u64(board.empty[i])
        if not is_true_eye(board, point, colour) and is_legal(board, point, colour):
            return point
        # Not this one: it goes behind the points that are left to try.
        left -= ONE
        swapped = u64(board.empty[left])
        board.empty[left] = point
        board.empty_index[point] = left
        board.empty[i] = swapped
        board.empty_index[swapped] = i
    return PASS


@inlined
def play_out(board: Board, rng: Rng, options: Any, moves: Moves, trail: Trail) -> None:
    """Play until both sides pass, or the trail is full; the board is then the final position."""
    passes = ZERO
    length = ZERO
    while passes < TWO and length < u64(len(trail.points)):
        point = choose(board, rng, options, moves)
        if point == PASS:
            pass_turn(board)
            passes += ONE
        else:
            play(board, point)
            passes = ZERO
        trail.points[length] = point
        length += ONE
    trail.length = length


@inlined
def simulate(desk: Desk, options: Any, komi: float) -> float:
    """Play one playout from the root, count it, and return how much of a win it was for Black: 0, 0.5 or 1."""
    assign(desk.board, desk.root)
    play_out(desk.board, desk.rng, options, desk.moves, desk.trail)
    score = playout_score(desk.board)
    win = 1.0 if score > komi else 0.5 if score == komi else 0.0
    tally = desk.tally
    tally.playouts += ONE
    tally.moves += u64(desk.trail.length)
    tally.score += score
    tally.black_wins += win
    return win


@kernel
def run(desk: Desk, options: Any, komi: float, count: int) -> None:
    """Play a number of playouts from the root and add their results to the tally."""
    for _ in range(count):
        simulate(desk, options, komi)


@kernel
def survey(desk: Desk, options: Any, komi: float, count: int) -> None:
    """Do the same as ``run`` and also count who owned each point, and the moves by all-moves-as-first."""
    for _ in range(count):
        win = simulate(desk, options, komi)
        _count_owners(desk)
        _count_first_moves(desk, u64(desk.root.to_play), win)


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
