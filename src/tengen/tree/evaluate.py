"""Play out, the third step of a simulation: play from the leaf to the end of the game, and score it. A template."""

from typing import Any

from tengen.board.move import play
from tengen.board.point import BLACK, PASS, WHITE
from tengen.board.score import area_owners, owner_of
from tengen.compiled.atomic import add_to
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign
from tengen.compiled.word import ONE, ZERO, i64, u64
from tengen.playout.liberty_map import Ratings, rate_answers
from tengen.playout.playout import play_out
from tengen.playout.state import count_playout
from tengen.tree.arena import Tree
from tengen.tree.hooks import answer, before_playout, is_counted, note_owner, uncounted_mean, uncounted_score
from tengen.tree.node import Nodes, is_over
from tengen.tree.territory import territory_score
from tengen.tree.thread import SearchThread


@inlined
def play_to_the_end(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> float:
    """Play the game on the board to its end, and return Black's points less White's, without komi."""
    has_ended = u64(thread.length) > ONE and is_over(thread.playout.board)
    if has_ended and tree.all_alive != ZERO:
        return score_as_it_stands(thread, options)
    if has_ended and tree.counts_territory != ZERO:
        assign(thread.leaf, thread.playout.board)
    before_playout(thread, ratings, options)
    extend(tree, thread, options)
    state = thread.playout
    play_out(state, ratings, options.playout)
    if state.answers.length != ZERO:
        rate_answers(state, ratings)
    score = final_score(thread, options)
    if tree.counts_territory != ZERO:
        return territory_score(nodes, tree, thread, score, has_ended)
    return score


@inlined
def extend(tree: Tree, thread: SearchThread, options: Any) -> None:
    """Play the moves that the hook ``answer`` asks for before the playout. They begin the trail and count as depth.

    These moves have no nodes. If the leaf is expanded later, the child of the first such move inherits its simulations
    (see ``pass_on`` in ``tree/expand.py``).
    """
    board, trail = thread.playout.board, thread.playout.trail
    trail.length = ZERO
    depth = u64(thread.length) - ONE
    while trail.length < u64(len(trail.points)):
        point = answer(thread, depth + u64(trail.length), options)
        if point == PASS:
            break
        play(board, point)
        trail.points[u64(trail.length)] = point
        trail.rules[u64(trail.length)] = 0
        trail.length += ONE
    if trail.length != ZERO:
        add_to(tree, "depth", u64(trail.length))


@inlined
def final_score(thread: SearchThread, options: Any) -> float:
    """Return Black's area minus White's at the end of a playout, and count the owner of each point."""
    state = thread.playout
    board, tally = state.board, state.tally
    score = i64(0)
    for point in range(u64(len(tally.owner))):
        if is_counted(thread, u64(point), options):
            owner = owner_of(board, u64(point))
            tally.owner[point] += owner
            note_owner(thread, u64(point), owner, options)
            score += owner
    count_playout(state, float(score) + uncounted_mean(thread))
    return float(score) + uncounted_score(thread)


@kernel
def score_as_it_stands(thread: SearchThread, options: Any) -> float:
    """Return Black's area minus White's after two passes, under rules that remove no dead stones."""
    state = thread.playout
    state.trail.length = ZERO
    owners = area_owners(state.board)
    score = i64(0)
    for point in range(u64(len(owners))):
        owner = i64(owners[point] == BLACK) - i64(owners[point] == WHITE)
        state.tally.owner[point] += owner
        note_owner(thread, u64(point), owner, options)
        score += owner
    count_playout(state, float(score))
    return float(score)
