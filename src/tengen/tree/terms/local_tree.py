"""Local tree: what a sequence of moves near each other has led to elsewhere in the tree (Pachi, section 7.1.2).

A simulation that goes down the main tree also walks in a local tree, which knows only moves near the one before: a
tenuki, a move too far away in the common fate graph, begins anew at its root. There is a tree for sequences that Black
begins and one for White's. The rating of a move in the local trees counts as virtual games; and good sequences can be
played at the leaf, before the playout. The thesis gives no numbers and found no use that helps.

A place in a tree is the sequence that leads there, so the trees are kept as ratings in a table under the hashes of
sequences: bounded, shared by all threads, and kept from move to move, like liberty maps. The rating is the local
value, at the end of the playouts, of the first move of the sequence, whoever made the last.
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

RATINGS = 1 << 18  # places of both trees together, 16 bytes each
LONGEST = 576  # moves of a walk: a path, and what may be forced after it
NOWHERE = ZERO  # the key of no sequence: after a pass
BEGINNING = u64(0x9E3779B97F4A7C15)  # of all sequences


class LocalTreeOptions(Options, frozen=True):
    """Count local sequences as games, and force them at the leaf."""

    distance: Annotated[int, Meta(ge=1, le=50, description="common fate distance beyond which a move is tenuki")] = 3
    from_games: Annotated[int, Meta(ge=1, le=10**6, description="games of a local sequence from which it counts")] = 20
    games: Annotated[float, Meta(ge=0, le=1000, description="virtual games of a move by its local value")] = 7.0
    force: Annotated[int, Meta(ge=0, le=8, description="sequences that are played at the leaf before the playout")] = 0
    force_moves: Annotated[int, Meta(ge=1, le=7, description="most moves of such a sequence after its first")] = 4
    good: Annotated[float, Meta(ge=0, le=1, description="local value from which a move is forced")] = 0.7


class LocalWalk(Record):
    """The way of a simulation through the local trees; its moves begin with the last one of the game."""

    points: Annotated[NDArray[np.uint16], LONGEST]  # moves, PASS among them
    keys: Annotated[NDArray[np.uint64], LONGEST]  # of the sequence that ends with a move; NOWHERE for a pass
    starts: Annotated[NDArray[np.uint16], LONGEST]  # which of the moves begins that sequence
    length: Annotated[int, np.uint64]
    forced: Annotated[int, np.uint64]  # how many of them, the last ones, were played for a sequence's sake
    games: Annotated[NDArray[np.float32], "points"]  # of the moves in the position, by their ratings
    wins: Annotated[NDArray[np.float32], "points"]  # what these were worth to the mover
    fates: Fates  # distances from the last move


class LocalThread(SearchThread):
    """What a thread keeps."""

    local: LocalWalk


# The hooks


@inlined
def begin_path(thread: LocalThread) -> None:
    """Begin a walk in the local trees at the root."""
    set_out(thread.playout.board, thread.local)


@inlined
def look_around(thread: LocalThread, ratings: Ratings, options: LocalTreeOptions) -> None:
    """Look up what the local trees know about the moves in the position on the board."""
    rate_moves(thread.playout.board, thread.local, ratings, u64(options.distance))


@inlined
def follow_move(thread: LocalThread, point: Point, mover: Colour) -> None:
    """Go to the place of a move in the local trees."""
    step(thread.local, point, mover)


@inlined
def weigh(child: Node, options: LocalTreeOptions, urgency: Urgency, thread: LocalThread) -> None:
    """Add virtual games with the mean local value of the child's sequence to the real ones."""
    point = u64(child.point) & POINT_BITS
    games = thread.local.games[point]
    if games >= options.from_games:
        urgency.games += options.games
        urgency.wins += options.games * float(thread.local.wins[point]) / float(games)


@inlined
def join(thread: LocalThread, leader: LocalThread) -> None:
    """Take over where another thread stands; it may be at its forced moves already, which stand behind its path."""
    assign(thread.local, leader.local)
    thread.local.length = leader.length
    thread.local.forced = ZERO


@inlined
def before_playout(thread: LocalThread, ratings: Ratings, options: LocalTreeOptions) -> None:
    """Play good sequences on the board."""
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
    """Begin a walk at the root of the main tree, with the last move of the game as the first of a sequence."""
    walk.length = ZERO
    walk.forced = ZERO
    walk.fates.distance[:] = FAR
    step(walk, u64(board.last), THREE - u64(board.to_play))


@inlined
def step(walk: LocalWalk, point: Point, mover: Colour) -> None:
    """Note a move: near the one before it goes on with the sequence, else it begins one. Distances must be measured."""
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
    """Measure the distances from the last move noted, up to a limit; all are far from a pass."""
    last = u64(walk.length) - ONE
    if walk.keys[last] == NOWHERE:
        walk.fates.distance[:] = FAR
    else:
        measure(board, u64(walk.points[last]), limit, walk.fates)


@kernel
def rate_moves(board: Board, walk: LocalWalk, ratings: Ratings, limit: int) -> None:
    """Look up what is known about each empty point as the next move, for the side to play."""
    measure_from_last(board, walk, limit)
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        packed = _rating(walk, ratings, point, u64(board.to_play))
        games, value = float(packed & LOW_HALF), float(packed >> HALF_WORD) / float(WHOLE)
        walk.games[point] = games
        walk.wins[point] = value if _is_beginner(walk, point) else games - value


@inlined
def _rating(walk: LocalWalk, ratings: Ratings, point: Point, mover: Colour) -> int:
    """Return the games and values of a move in the local tree, packed as in the table; 0 if it is not there."""
    last = u64(walk.length) - ONE
    if walk.fates.distance[point] != FAR:
        key = sequence_with(u64(walk.keys[last]), point)
    else:
        key = sequence_begun(mover, point)
    place = find_place(ratings, key)
    return u64(ratings[place].games) if place < u64(len(ratings)) else ZERO


@inlined
def _is_beginner(walk: LocalWalk, point: Point) -> bool:
    """Return whether the side to play has begun the sequence that a move belongs to, or would begin one by it."""
    far = walk.fates.distance[point] == FAR
    last = u64(walk.length) - ONE
    return far or (u64(walk.length) - u64(walk.starts[last])) & ONE == ZERO


@kernel
def force(state: PlayoutState, walk: LocalWalk, ratings: Ratings, options: LocalTreeOptions) -> None:
    """Play good sequences on the board: first the rest of the one that the walk is in, then others begun at random."""
    for number in range(options.force):
        if number > 0 and not _begin_at_random(state, walk, ratings, options):
            return
        for _ in range(options.force_moves):
            if not _go_on(state, walk, ratings, options):
                break


@kernel
def _go_on(state: PlayoutState, walk: LocalWalk, ratings: Ratings, options: LocalTreeOptions) -> bool:
    """Play the best answer to the last move, if there is a good one, and return whether there was."""
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
    """Play the first good tenuki from a random empty point on, and return whether there was one."""
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
    """Return the value of a move to the side to play; -1 if it may not be played, or too little is known about it."""
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
    """Count the result of a playout for all sequences of a walk, and put the forced moves before those of the trail."""
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
    """Let a trail begin with the forced moves; what finds no room at its end is lost."""
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
    """Forgets the sequences of local trees when another game is searched, where they would mislead."""

    def begin(self, context: SearchContext) -> bool:
        """Forget all sequences unless the game goes on."""
        if not context.continues_tree:
            context.ratings[:] = 0
        return True
