"""Local tree: rate a move by how its local sequence turned out in all branches of the tree (Pachi, section 7.1.2).

A simulation that goes down the main tree also walks down a local tree, in which each move is near the one before. A
move farther away in the common fate graph is a tenuki, and starts again at the root of a local tree. There is one local
tree for sequences that Black begins and one for those that White begins. The rating of a move there counts as virtual
games. Good sequences can also be played at the leaf, before the playout. The thesis gives no numbers, and found no way
to make local trees help.

A node of a local tree is known by the hash of the sequence that leads to it. Both trees are kept in one hash table of
ratings: bounded, shared by all threads, and kept from move to move, like liberty maps. A rating is the mean local value
of the first move of the sequence at the end of playouts, for the side that began the sequence.
"""

from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import KEYS, KEYS_A_COLOUR, is_legal, play
from tengen.board.point import PASS, Colour, Point
from tengen.compiled.atomic import add_to
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign
from tengen.compiled.record import Record
from tengen.compiled.rng import MIXER, below
from tengen.compiled.word import ONE, THREE, ZERO, u64
from tengen.parts.options import Options
from tengen.playout.liberty_map import HALF_WORD, LOW_HALF, Ratings, find_place, place_of
from tengen.playout.local_value import WHOLE, local_value
from tengen.playout.state import PlayoutState, Trail
from tengen.tactics.common_fate import FAR, Fates, measure
from tengen.tree.companion import Companion, SearchContext
from tengen.tree.node import POINT_BITS, Node
from tengen.tree.thread import SearchThread, Urgency

RATINGS = 1 << 18  # entries for both trees together, 16 bytes each
LONGEST = 576  # most moves of a walk: those of a path, and the forced moves after it
NOWHERE = ZERO  # the key of a pass, which belongs to no sequence
BEGINNING = u64(0x9E3779B97F4A7C15)  # the hash of the empty sequence


class LocalTreeOptions(Options, frozen=True):
    """Count ratings of local sequences as games, and play good sequences at the leaf."""

    distance: Annotated[
        int, Meta(ge=1, le=50, description="distance in the common fate graph beyond which a move is a tenuki")
    ] = 3
    from_games: Annotated[
        int, Meta(ge=1, le=10**6, description="games of a local sequence from which its rating is used")
    ] = 20
    games: Annotated[
        float, Meta(ge=0, le=1000, description="number of virtual games with the mean local value of a move")
    ] = 7.0
    force: Annotated[int, Meta(ge=0, le=8, description="number of sequences played at the leaf before the playout")] = 0
    force_moves: Annotated[
        int, Meta(ge=1, le=7, description="largest number of moves in such a sequence after its first move")
    ] = 4
    good: Annotated[
        float, Meta(ge=0, le=1, description="mean local value from which a move of such a sequence is played")
    ] = 0.7


class LocalWalk(Record):
    """The path of a simulation through the local trees; its first move is the last move of the game."""

    points: Annotated[NDArray[np.uint16], LONGEST]  # moves, including PASS
    keys: Annotated[NDArray[np.uint64], LONGEST]  # hash of the sequence that ends with a move; NOWHERE for a pass
    starts: Annotated[NDArray[np.uint16], LONGEST]  # index of the move that begins this sequence
    length: Annotated[int, np.uint64]
    forced: Annotated[int, np.uint64]  # number of forced moves, which are the last of these
    games: Annotated[NDArray[np.float32], "points"]  # games in the ratings of the next moves, by point
    wins: Annotated[NDArray[np.float32], "points"]  # sums of their local values for the mover
    fates: Fates  # distances from the last move


class LocalThread(SearchThread):
    """The walk of a thread."""

    local: LocalWalk


# The hooks


@inlined
def begin_path(thread: LocalThread) -> None:
    """Begin a walk in the local trees at the root."""
    set_out(thread.playout.board, thread.local)


@inlined
def look_around(thread: LocalThread, ratings: Ratings, options: LocalTreeOptions) -> None:
    """Look up the ratings of all moves in the position on the board."""
    rate_moves(thread.playout.board, thread.local, ratings, u64(options.distance))


@inlined
def follow_move(thread: LocalThread, point: Point, mover: Colour) -> None:
    """Add a move to the walk."""
    step(thread.local, point, mover)


@inlined
def weigh(child: Node, options: LocalTreeOptions, urgency: Urgency, thread: LocalThread) -> None:
    """Add virtual games with the mean local value of the child's sequence."""
    point = u64(child.point) & POINT_BITS
    games = thread.local.games[point]
    if games >= options.from_games:
        urgency.games += options.games
        urgency.wins += options.games * float(thread.local.wins[point]) / float(games)


@inlined
def join(thread: LocalThread, leader: LocalThread) -> None:
    """Copy the walk of the leading thread without its forced moves, which it may already have added behind the path."""
    assign(thread.local, leader.local)
    thread.local.length = leader.length
    thread.local.forced = ZERO


@inlined
def before_playout(thread: LocalThread, ratings: Ratings, options: LocalTreeOptions) -> None:
    """Play good local sequences on the board."""
    force(thread.playout, thread.local, ratings, options)


@inlined
def after_playout(thread: LocalThread, ratings: Ratings) -> None:
    """Count the result of a playout in the local trees."""
    rate_sequences(thread.playout, thread.local, ratings)


# The walk


@inlined
def sequence_begun(colour: Colour, point: Point) -> int:
    """Return the key of a sequence of one move."""
    return sequence_with(BEGINNING + colour, point)


@inlined
def sequence_with(key: int, point: Point) -> int:
    """Return the key of a sequence with one more move."""
    return u64((key ^ KEYS[KEYS_A_COLOUR + point]) * MIXER | ONE)


@inlined
def set_out(board: Board, walk: LocalWalk) -> None:
    """Begin a walk at the root of the main tree, with the last move of the game as the first move of a sequence."""
    walk.length = ZERO
    walk.forced = ZERO
    walk.fates.distance[:] = FAR
    step(walk, u64(board.last), THREE - u64(board.to_play))


@inlined
def step(walk: LocalWalk, point: Point, mover: Colour) -> None:
    """Add a move: near the last move it continues the sequence, else it begins one. Distances must be measured."""
    i = u64(walk.length)
    walk.points[i] = point
    walk.starts[i] = i
    if point == PASS:
        walk.keys[i] = NOWHERE
    elif walk.fates.distance[point] != FAR:
        walk.keys[i] = sequence_with(u64(walk.keys[i - ONE]), point)
        walk.starts[i] = walk.starts[i - ONE]
    else:
        walk.keys[i] = sequence_begun(mover, point)
    walk.length = i + ONE


@inlined
def measure_from_last(board: Board, walk: LocalWalk, limit: int) -> None:
    """Measure the distances from the last move of the walk, up to a limit; after a pass all points are FAR."""
    last = u64(walk.length) - ONE
    if walk.keys[last] == NOWHERE:
        walk.fates.distance[:] = FAR
    else:
        measure(board, u64(walk.points[last]), limit, walk.fates)


@kernel
def rate_moves(board: Board, walk: LocalWalk, ratings: Ratings, limit: int) -> None:
    """Look up the rating of each empty point as the next move, for the side to play."""
    measure_from_last(board, walk, limit)
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        packed = _rating(walk, ratings, point, u64(board.to_play))
        games, value = float(packed & LOW_HALF), float(packed >> HALF_WORD) / float(WHOLE)
        walk.games[point] = games
        walk.wins[point] = value if _is_beginner(walk, point) else games - value


@inlined
def _rating(walk: LocalWalk, ratings: Ratings, point: Point, mover: Colour) -> int:
    """Return the rating of a move (games and values, packed as in the table); 0 if it has none."""
    last = u64(walk.length) - ONE
    if walk.fates.distance[point] != FAR:
        key = sequence_with(u64(walk.keys[last]), point)
    else:
        key = sequence_begun(mover, point)
    place = find_place(ratings, key)
    return u64(ratings[place].games) if place < u64(len(ratings)) else ZERO


@inlined
def _is_beginner(walk: LocalWalk, point: Point) -> bool:
    """Return whether the side to play began the sequence that a move continues, or begins one with the move."""
    far = walk.fates.distance[point] == FAR
    last = u64(walk.length) - ONE
    return far or (u64(walk.length) - u64(walk.starts[last])) & ONE == ZERO


@kernel
def force(state: PlayoutState, walk: LocalWalk, ratings: Ratings, options: LocalTreeOptions) -> None:
    """Play good sequences on the board: first the rest of the current one, then others from random points."""
    for number in range(options.force):
        if number > 0 and not _begin_at_random(state, walk, ratings, options):
            return
        for _ in range(options.force_moves):
            if not _go_on(state, walk, ratings, options):
                break


@kernel
def _go_on(state: PlayoutState, walk: LocalWalk, ratings: Ratings, options: LocalTreeOptions) -> bool:
    """Play the best answer to the last move if it is good enough; return whether a move was played."""
    board = state.board
    if walk.length >= u64(LONGEST) or walk.keys[u64(walk.length) - ONE] == NOWHERE:
        return False
    measure_from_last(board, walk, u64(options.distance))
    best = PASS
    highest = -1.0
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        if walk.fates.distance[point] != FAR:
            value = _value_of(board, walk, ratings, point, options.from_games)
            if value > highest and value >= options.good:
                highest, best = value, point
    if best != PASS:
        _play_forced(board, walk, best)
    return best != PASS


@kernel
def _begin_at_random(state: PlayoutState, walk: LocalWalk, ratings: Ratings, options: LocalTreeOptions) -> bool:
    """Play the first good tenuki, searched from a random empty point on; return whether there was one."""
    board = state.board
    count = u64(board.empty_count)
    if walk.length >= u64(LONGEST) or count == ZERO:
        return False
    measure_from_last(board, walk, u64(options.distance))
    i = below(state.rng, count)
    for _ in range(count):
        point = u64(board.empty[i])
        is_far = walk.fates.distance[point] == FAR
        if is_far and _value_of(board, walk, ratings, point, options.from_games) >= options.good:
            _play_forced(board, walk, point)
            return True
        i = i + ONE if i + ONE < count else ZERO
    return False


@inlined
def _value_of(board: Board, walk: LocalWalk, ratings: Ratings, point: Point, from_games: int) -> float:
    """Return the value of a move for the side to play; -1 if it should not be played or has too few games."""
    packed = _rating(walk, ratings, point, u64(board.to_play))
    games = float(packed & LOW_HALF)
    if games < from_games or games == 0.0 or not _is_sensible(board, point):
        return -1.0
    value = float(packed >> HALF_WORD) / float(WHOLE) / games
    return value if _is_beginner(walk, point) else 1.0 - value


@inlined
def _is_sensible(board: Board, point: Point) -> bool:
    colour = u64(board.to_play)
    return is_legal(board, point, colour) and not is_true_eye(board, point, colour)


@inlined
def _play_forced(board: Board, walk: LocalWalk, point: Point) -> None:
    step(walk, point, u64(board.to_play))
    walk.forced += ONE
    play(board, point)


@kernel
def rate_sequences(state: PlayoutState, walk: LocalWalk, ratings: Ratings) -> None:
    """Count the result of a playout for all sequences of a walk, and put the forced moves in front of the trail."""
    mover = THREE - u64(state.root.to_play)
    value = ZERO
    for i in range(u64(walk.length)):
        if walk.starts[i] == i and walk.keys[i] != NOWHERE:
            value = u64(local_value(state.board, u64(walk.points[i]), mover))
        if walk.keys[i] != NOWHERE:
            add_to(ratings[place_of(ratings, u64(walk.keys[i]))], "games", (value << HALF_WORD) + ONE)
        mover = THREE - mover
    if walk.forced != ZERO:
        _put_before(state.trail, walk)


@kernel
def _put_before(trail: Trail, walk: LocalWalk) -> None:
    """Insert the forced moves at the front of a trail; moves that no longer fit at its end are dropped."""
    shift = u64(walk.forced)
    length = min(u64(trail.length) + shift, u64(len(trail.points)))
    i = length
    while i > shift:
        i -= ONE
        trail.points[i] = trail.points[i - shift]
        trail.rules[i] = trail.rules[i - shift]
    first = u64(walk.length) - shift
    for k in range(shift):
        trail.points[k] = walk.points[first + u64(k)]
        trail.rules[k] = 0
    trail.length = length


# Around the search


class LocalTreeCompanion(Companion):
    """Clears the ratings of local sequences when another game is searched, in which they would be wrong."""

    def begin(self, context: SearchContext) -> bool:
        """Clear all ratings unless the root continues the tree."""
        if not context.continues_tree:
            context.ratings[:] = 0
        return True
