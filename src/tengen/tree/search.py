"""The search: simulations, each of which goes down the tree, adds to it, plays out, and counts the result.

This is the template that every search is assembled from. The assembler replaces the bodies of small functions:
``weigh`` by the terms of the recipe, ``inform`` by its priors, and others that only some parts need. These stand first,
as they are for a tree search without any exploration; the search itself begins at ``search``.

All threads run ``search`` on the same nodes. Visits and rewards are added atomically and never lost. Tolerated races:
the sums of all-moves-as-first, of squares, and of rewards that fade are added to without care, so that some additions
may be lost; a statistic may be read between the visit and the reward of a simulation in progress, which then counts
as lost for the side that moved (the virtual loss, which is wanted).
"""

import math
from typing import Any

from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import WHITE_TO_PLAY_KEY, is_legal, pass_turn, play
from tengen.board.point import BLACK, PASS, WHITE, Colour, Point
from tengen.board.score import area_owners, owner_of
from tengen.compiled.atomic import add_to, swap_in
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign
from tengen.compiled.rng import below
from tengen.compiled.word import ONE, THREE, TWO, ZERO, i64, u64
from tengen.playout.liberty_map import Ratings, rate_answers
from tengen.playout.playout import play_out
from tengen.tree.arena import Tree, was_seen
from tengen.tree.node import CLAIMED, FORBIDDEN, ROOT, Node, Nodes, has_children, is_forbidden, point_of
from tengen.tree.reward import reward_of
from tengen.tree.thread import DEEPEST, Prior, SearchThread, Urgency

SITUATIONAL = TWO
WORST = -1e30
LESS_ONE = u64(2**32 - 1)  # what takes one away from a sum of 32 bits


# What parts fill in: which child to go to


@inlined
def weigh(child: Node, options: Any, urgency: Urgency) -> None:
    """Let each term of the recipe have its say about a child."""
    return


@inlined
def prepare(nodes: Nodes, node: int, thread: SearchThread) -> None:
    """See all children before they are weighed."""
    return


@inlined
def introduce(child: int, nodes: Nodes, thread: SearchThread) -> None:
    """Tell the terms what ``prepare`` found out about a child."""
    return


# What parts fill in: the children of a node, and how a leaf goes on


@inlined
def is_searched(thread: SearchThread, point: Point) -> bool:
    """Return whether a point is in the part of the board that is searched."""
    return True


@inlined
def inform(thread: SearchThread, options: Any) -> None:
    """Let each prior of the recipe judge the moves in the position on the board."""
    return


@inlined
def recall(nodes: Nodes, thread: SearchThread) -> None:
    """Look up what the moves were worth two moves earlier."""
    return


@inlined
def arrange(nodes: Nodes, thread: SearchThread, options: Any) -> None:
    """Put the moves into the order in which they are looked at."""
    return


@inlined
def continuation(thread: SearchThread, depth: int, options: Any) -> Point:
    """Return the move that a leaf's position is continued with before it is judged; PASS if it is judged as it is."""
    return PASS


@inlined
def bring_forward(thread: SearchThread, options: Any) -> int:
    """Put the moves that a position asks for, which has a continuation, before all others; return how many."""
    return ZERO


@inlined
def count_hot(nodes: Nodes, node: int, options: Any) -> int:
    """Return how many of a node's children are looked at alone, because its position asks for them; 0 for all."""
    return ZERO


@inlined
def considered(visits: int, options: Any, count: int) -> int:
    """Return how many of a node's children are looked at, from the first on."""
    return count


# What parts fill in: counting a simulation


@inlined
def fade(node: Node, options: Any, lost: float, reward: float) -> None:
    """Let old rewards fade before one is added; what ``enter`` has counted as lost for it is no reward."""
    return


@inlined
def count_amaf(nodes: Nodes, node: int, thread: SearchThread, colour: Colour, reward: float) -> None:
    """Count a simulation for the moves that were played later in it as if they had been played at a node."""
    return


@inlined
def komi_at(tree: Tree, turn: int, options: Any) -> float:
    """Return the komi of a simulation from a leaf in some turn."""
    return tree.komi


@inlined
def count_win(tree: Tree, score: float, komi: float) -> None:
    """Count who won a simulation."""
    return


@inlined
def note_owner(thread: SearchThread, point: Point, owner: int) -> None:
    """See who owns a point at the end of a playout."""
    return


@inlined
def appraise(thread: SearchThread, reward: float) -> None:
    """Find out how much of each point is Black's and the winner's after a playout."""
    return


# What parts fill in: local trees


@inlined
def set_out(thread: SearchThread) -> None:
    """Begin a walk in the local trees at the root."""
    return


@inlined
def look_around(thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Look up what the local trees know about the moves in the position on the board."""
    return


@inlined
def step(thread: SearchThread, point: Point, mover: Colour) -> None:
    """Go to the place of a move in the local trees."""
    return


@inlined
def join(thread: SearchThread, leader: SearchThread) -> None:
    """Take over where another thread stands in the local trees."""
    return


@inlined
def force(thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Play sequences of the local trees before the playout."""
    return


@inlined
def rate_sequences(thread: SearchThread, ratings: Ratings) -> None:
    """Count the result of a playout in the local trees."""
    return


# The search


@kernel
def search(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Do simulations until none remains to be begun, or the arena is full."""
    while tree.is_full == ZERO and add_to(tree, "remaining", i64(-1)) > 0:
        simulate(nodes, tree, thread, ratings, options)


@kernel
def lead(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Do the same with assistants: each leaf that is selected is played out by all of them too."""
    while tree.is_full == ZERO and add_to(tree, "remaining", i64(-1)) > 0:
        select(nodes, tree, thread, ratings, options)
        assign(thread.leaf, thread.playout.board)
        tree.answers = ZERO
        call_assistants(tree)
        finish(nodes, tree, thread, ratings, options)
        while not swap_in(tree, "answers", u64(tree.assistants), u64(tree.assistants)):
            pass
    tree.is_over = ONE
    call_assistants(tree)


@inlined
def call_assistants(tree: Tree) -> None:
    """Let the assistants see the next leaf, or that there is none; all that was written before is theirs to read."""
    number = u64(tree.leaf)
    swap_in(tree, "leaf", number, number + ONE)


@kernel
def assist(
    nodes: Nodes, tree: Tree, leader: SearchThread, thread: SearchThread, ratings: Ratings, options: Any
) -> None:
    """Play out from every leaf that the leader selects, until there are no more, and count the results."""
    number = ZERO
    while True:
        number += ONE
        while not swap_in(tree, "leaf", number, number):
            pass
        if tree.is_over != ZERO:
            return
        assign(thread.playout.board, leader.leaf)
        join(thread, leader)
        thread.length = leader.length
        mover = THREE - u64(thread.playout.root.to_play)
        for i in range(u64(leader.length)):
            thread.path[i] = leader.path[i]
            enter(nodes, u64(leader.path[i]), mover)
            mover = THREE - mover
        finish(nodes, tree, thread, ratings, options)
        add_to(tree, "answers", ONE)


@inlined
def simulate(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Do one simulation."""
    acquire(tree)
    select(nodes, tree, thread, ratings, options)
    release(tree)
    finish(nodes, tree, thread, ratings, options)


@inlined
def finish(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Play out from the leaf on the board, and count the result for the path that led to it."""
    leaf_colour = u64(thread.playout.board.to_play)
    komi = komi_at(tree, u64(thread.playout.board.turn), options)
    score = result_of(tree, thread, ratings, options)
    count_win(tree, score, komi)
    rate_sequences(thread, ratings)
    acquire(tree)
    back_up(nodes, thread, leaf_colour, reward_of(score - komi, options.reward), options)
    release(tree)
    add_to(tree, "simulations", ONE)
    add_to(tree, "depth", u64(thread.length) - ONE)


@inlined
def acquire(tree: Tree) -> None:
    """Wait until no other thread uses the tree, where a mutex is wanted."""
    if tree.has_mutex != ZERO:
        while not swap_in(tree, "lock", ZERO, ONE):
            pass


@inlined
def release(tree: Tree) -> None:
    """Let the other threads use the tree."""
    if tree.has_mutex != ZERO:
        swap_in(tree, "lock", ONE, ZERO)


@kernel
def select(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Go down from the root to a leaf, leaving its position on the board and the way to it in the path."""
    board = thread.playout.board
    while True:
        # 1. Begin at the root.
        assign(board, thread.playout.root)
        node = ROOT
        enter(nodes, node, THREE - u64(board.to_play))
        thread.path[0] = node
        thread.keys[0] = position_key(board, tree)
        set_out(thread)
        length = ONE
        is_legal_path = True

        while length < DEEPEST and not (length > ONE and is_over(board)):
            # 2. A leaf gets children when it has been visited often enough.
            if not has_children(nodes, node):
                if u64(nodes[node].visits) <= options.tree.expand_visits:
                    break
                thread.length = length
                expand(nodes, tree, thread, options)
                if not has_children(nodes, node):
                    break

            # 3. Play the move of the most urgent child.
            look_around(thread, ratings, options)
            child = pick_child(nodes, node, thread, options)
            if is_forbidden(nodes, child):
                break
            node = child
            mover = u64(board.to_play)
            if point_of(nodes, node) == PASS:
                pass_turn(board)
            else:
                play(board, point_of(nodes, node))

            # 4. Superko: a move that repeats a position is struck out, and the simulation begins anew.
            key = position_key(board, tree)
            if tree.superko != ZERO and point_of(nodes, node) != PASS and repeats(tree, thread, key, length):
                nodes[node].point = u64(nodes[node].point) | FORBIDDEN
                is_legal_path = False
                break
            enter(nodes, node, mover)
            step(thread, point_of(nodes, node), mover)
            thread.path[length] = node
            thread.keys[length] = key
            length += ONE

        thread.length = length
        if is_legal_path:
            return
        retreat(nodes, thread)


@inlined
def is_over(board: Board) -> bool:
    """Return whether both sides have just passed; before the second move nobody can have."""
    return board.last == PASS and board.last_but_one == PASS and board.turn >= TWO


@inlined
def position_key(board: Board, tree: Tree) -> int:
    """Return what superko knows a position by."""
    key = u64(board.key)
    return key ^ u64(WHITE_TO_PLAY_KEY) if tree.superko == SITUATIONAL and board.to_play == WHITE else key


@inlined
def repeats(tree: Tree, thread: SearchThread, key: int, length: int) -> bool:
    """Return whether a position was on the board before, in the game or on the path."""
    for i in range(length):
        if thread.keys[i] == key:
            return True
    return was_seen(tree, key)


@inlined
def enter(nodes: Nodes, node: int, mover: Colour) -> None:
    """Count the visit on the way down, as lost for the side that moved: the virtual loss keeps other threads away."""
    add_to(nodes[node], "visits", u64(1))
    if mover == WHITE:
        add_to(nodes[node], "wins", 1.0)


@inlined
def retreat(nodes: Nodes, thread: SearchThread) -> None:
    """Take the visits back of a way that cannot be gone."""
    mover = THREE - u64(thread.playout.root.to_play)
    for i in range(u64(thread.length)):
        node = u64(thread.path[i])
        add_to(nodes[node], "visits", LESS_ONE)
        if mover == WHITE:
            add_to(nodes[node], "wins", -1.0)
        mover = THREE - mover


@kernel
def pick_child(nodes: Nodes, node: int, thread: SearchThread, options: Any) -> int:
    """Return the child with the greatest urgency. The node must have children; if all are forbidden, so is this."""
    urgency = thread.urgency
    urgency.sign = 1.0 if thread.playout.board.to_play == BLACK else -1.0
    visits = u64(nodes[node].visits)
    urgency.log_visits = math.log(float(visits))
    prepare(nodes, node, thread)
    first = u64(nodes[node].children)
    count = u64(nodes[first].siblings)
    best = first
    greatest = WORST
    left = count_hot(nodes, node, options)
    if left == ZERO:
        left = considered(visits, options, count)
    for i in range(first, first + count):
        if is_forbidden(nodes, u64(i)):
            continue
        if left == ZERO:
            break
        left -= ONE
        child = nodes[i]
        urgency.games = float(child.visits)
        urgency.amaf_games = child.amaf_visits
        if urgency.sign > 0.0:
            urgency.wins = child.wins
            urgency.amaf_wins = child.amaf_wins
        else:
            urgency.wins = urgency.games - child.wins
            urgency.amaf_wins = child.amaf_visits - child.amaf_wins
        urgency.value = -1.0
        urgency.first_play = 1e6
        urgency.tries = max(1.0, urgency.games)
        urgency.exploration = 0.0
        urgency.bonus = 0.0
        introduce(u64(i), nodes, thread)
        weigh(child, options, urgency)
        value = total(urgency)
        if value > greatest:
            greatest = value
            best = u64(i)
    return best


@inlined
def total(urgency: Urgency) -> float:
    """Return the sum of what the terms have found; only a child with an estimate can be better than that tells."""
    if urgency.value >= 0.0:
        return urgency.value + urgency.exploration + urgency.bonus
    if urgency.games > 0.0:
        return urgency.wins / urgency.games + urgency.exploration + urgency.bonus
    return urgency.first_play + urgency.bonus


@kernel
def expand_root(nodes: Nodes, tree: Tree, thread: SearchThread, options: Any) -> None:
    """Give the root its children, before the first simulation."""
    assign(thread.playout.board, thread.playout.root)
    thread.path[0] = ROOT
    thread.length = ONE
    expand(nodes, tree, thread, options)


@kernel
def expand(nodes: Nodes, tree: Tree, thread: SearchThread, options: Any) -> None:
    """Give the last node of the path a child for each move, unless another thread is at it or there is no room."""
    node = u64(thread.path[u64(thread.length) - ONE])
    # 1. One thread only.
    if not swap_in(nodes[node], "children", ZERO, CLAIMED):
        return

    # 2. The moves, in random order, and what is known about them.
    prior = thread.prior
    list_moves(thread, options)
    clear_opinions(prior)
    inform(thread, options)
    recall(nodes, thread)
    arrange(nodes, thread, options)
    answer = continuation(thread, u64(thread.length) - ONE, options)
    hot = bring_forward(thread, options) if answer != PASS else ZERO

    # 3. Room for them. Blocks stand without gaps, so nobody may take room and give it back.
    count = u64(prior.length)
    first = u64(tree.used)
    while first + count <= u64(len(nodes)) and not swap_in(tree, "used", first, first + count):
        first = u64(tree.used)
    if first + count > u64(len(nodes)):
        tree.is_full = ONE
        swap_in(nodes[node], "children", CLAIMED, ZERO)
        return

    # 4. The children, and at last their address, which makes them public.
    is_black = thread.playout.board.to_play == BLACK
    for i in range(count):
        child = first + u64(i)
        point = u64(prior.points[i])
        nodes[child].wins = 0.0
        nodes[child].visits = 0
        nodes[child].parent = node
        nodes[child].children = 0
        nodes[child].point = point
        nodes[child].siblings = count
        nodes[child].squares = 0.0
        nodes[child].amaf_visits = 0.0
        nodes[child].amaf_wins = 0.0
        nodes[child].prior_visits = prior.games[point]
        nodes[child].prior_wins = prior.wins[point] if is_black else prior.games[point] - prior.wins[point]
        nodes[child].bias = prior.bias[point]
        nodes[child].hint = prior.hint[point]
        nodes[child].owned_black = 0.0
        nodes[child].owned_winner = 0.0
        if point == PASS:
            nodes[first].pass_place = i
    nodes[first].hot = hot
    inherit(nodes, node, answer, first, thread, options)
    swap_in(nodes[node], "children", CLAIMED, first)


@inlined
def inherit(nodes: Nodes, node: int, answer: Point, first: int, thread: SearchThread, options: Any) -> None:
    """Give the child of a leaf's continuation the simulations that have gone to it while the leaf had no children.

    One that another thread has not finished yet stays counted there as lost. A node that lost its children when the
    arena was full has more visits than a leaf: it is not known where they went.
    """
    visits = u64(nodes[node].visits)  # with the one that is under way
    if answer == PASS or visits <= ONE or visits > u64(options.tree.expand_visits) + ONE:
        return
    for i in range(first, first + u64(nodes[first].siblings)):
        if u64(nodes[i].point) == answer:
            nodes[i].visits = visits - ONE
            nodes[i].wins = nodes[node].wins - (1.0 if thread.playout.board.to_play == BLACK else 0.0)
            nodes[i].squares = nodes[node].squares


@inlined
def extend(tree: Tree, thread: SearchThread, options: Any) -> None:
    """Continue a leaf's position until it can be judged; the moves begin the trail, and count as depth.

    There are no nodes for them: only if the leaf is visited again, when it gets its children, do they get one each.
    """
    board, trail = thread.playout.board, thread.playout.trail
    trail.length = ZERO
    depth = u64(thread.length) - ONE
    while trail.length < u64(len(trail.points)):
        point = continuation(thread, depth + u64(trail.length), options)
        if point == PASS:
            break
        play(board, point)
        trail.points[u64(trail.length)] = point
        trail.rules[u64(trail.length)] = 0
        trail.length += ONE
    if trail.length != ZERO:
        add_to(tree, "depth", u64(trail.length))


@kernel
def list_moves(thread: SearchThread, options: Any) -> None:
    """Write down the moves that a node gets children for, in random order, the pass among them."""
    board, prior = thread.playout.board, thread.prior
    colour = u64(board.to_play)
    prior.points[0] = PASS
    count = ONE
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        if (
            is_searched(thread, point)
            and is_legal(board, point, colour)
            and (options.tree.fill_eyes or not is_true_eye(board, point, colour))
        ):
            place = below(thread.playout.rng, count + ONE)
            prior.points[count] = prior.points[place]
            prior.points[place] = point
            count += ONE
    prior.length = count


@inlined
def clear_opinions(prior: Prior) -> None:
    """Know nothing about the moves that are listed."""
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        prior.games[point] = 0.0
        prior.wins[point] = 0.0
        prior.bias[point] = 0.0
        prior.hint[point] = -1.0


@inlined
def result_of(tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> float:
    """Return Black's area less White's at the end of the game that the position on the board leads to."""
    if tree.all_alive != ZERO and u64(thread.length) > ONE and is_over(thread.playout.board):
        return count_as_it_stands(thread)
    force(thread, ratings, options)
    extend(tree, thread, options)
    return play_to_the_end(thread, ratings, options)


@kernel
def count_as_it_stands(thread: SearchThread) -> float:
    """Return Black's area less White's where both have passed and the rules remove no dead stones."""
    state = thread.playout
    state.trail.length = ZERO
    owners = area_owners(state.board)
    score = i64(0)
    for point in range(u64(len(owners))):
        owner = i64(owners[point] == BLACK) - i64(owners[point] == WHITE)
        state.tally.owner[point] += owner
        note_owner(thread, u64(point), owner)
        score += owner
    state.tally.playouts += ONE
    state.tally.score += float(score)
    return float(score)


@inlined
def play_to_the_end(thread: SearchThread, ratings: Ratings, options: Any) -> float:
    """Play out from the position on the board; return Black's area less White's."""
    state = thread.playout
    play_out(state, ratings, options.playout)
    if state.answers.length != ZERO:
        rate_answers(state, ratings)
    return count(thread)


@inlined
def count(thread: SearchThread) -> float:
    """Return Black's area less White's at the end of a playout, and count who owned each point."""
    state = thread.playout
    board, owners = state.board, state.tally.owner
    score = i64(0)
    for point in range(u64(len(owners))):
        owner = owner_of(board, u64(point))
        owners[point] += owner
        note_owner(thread, u64(point), owner)
        score += owner
    state.tally.playouts += ONE
    state.tally.moves += u64(state.trail.length)
    state.tally.score += float(score)
    return float(score)


@kernel
def back_up(nodes: Nodes, thread: SearchThread, leaf_colour: Colour, reward: float, options: Any) -> None:
    """Count the reward for every node of the path."""
    # 1. Who played first at each point, in the playout; seen from its end, the earlier move wins.
    trail, first_colour = thread.playout.trail, thread.first_colour
    first_colour[:] = 0
    left = u64(trail.length)
    while left > ZERO:
        left -= ONE
        first_colour[u64(trail.points[left])] = leaf_colour if left & ONE == ZERO else THREE - leaf_colour
    appraise(thread, reward)

    # 2. The path from the leaf up; each move joins those that were played later than at the node above it.
    colour = leaf_colour
    length = u64(thread.length)
    while length > ZERO:
        length -= ONE
        node = u64(thread.path[length])
        mover = THREE - colour
        lost = 1.0 if mover == WHITE else 0.0
        fade(nodes[node], options, lost, reward)
        add_to(nodes[node], "wins", reward - lost)
        nodes[node].squares += reward * reward
        if has_children(nodes, node):
            count_amaf(nodes, node, thread, colour, reward)
        first_colour[point_of(nodes, node)] = mover
        colour = mover
