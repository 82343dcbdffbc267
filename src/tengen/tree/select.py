"""Select, the first step of a simulation: go from the root to a leaf by the most urgent children. A template."""

import math
from typing import Any

from tengen.board.board import Board
from tengen.board.move import WHITE_TO_PLAY_KEY, pass_turn, play
from tengen.board.point import BLACK, PASS, WHITE, Colour
from tengen.compiled.atomic import add_to
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign
from tengen.compiled.word import ONE, THREE, TWO, ZERO, u64
from tengen.playout.liberty_map import Ratings
from tengen.tree.arena import Tree, was_seen
from tengen.tree.expand import expand, visits_of_leaf
from tengen.tree.hooks import begin_path, count_considered, follow_move, introduce, look_around, prepare, weigh
from tengen.tree.node import FORBIDDEN, ROOT, Node, Nodes, has_children, is_forbidden, is_over, point_of
from tengen.tree.thread import LONGEST_PATH, SearchThread, Urgency

SITUATIONAL = TWO
LOWEST = -1e30
FIRST_PLAY = 1e6  # urgency of a child without games, unless a part sets another
MINUS_ONE = u64(2**32 - 1)  # subtracts one when it is added to a 32-bit field


@kernel
def select(nodes: Nodes, tree: Tree, thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Go from the root to a leaf. Then the leaf's position is on the board, and the nodes to it are in the path."""
    board = thread.playout.board
    while True:
        # 1. Begin at the root.
        assign(board, thread.playout.root)
        node = ROOT
        enter(nodes, node, THREE - u64(board.to_play))
        thread.path[0] = node
        thread.keys[0] = position_key(board, tree)
        begin_path(thread, options)
        length = ONE
        is_legal_path = True

        while length < LONGEST_PATH and not (length > ONE and is_over(board)):
            # 2. Expand a leaf that has been visited often enough.
            if not has_children(nodes, node):
                if u64(nodes[node].visits) <= visits_of_leaf(board, options):
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

            # 4. Superko: mark a move that repeats a position as forbidden, and start the simulation again.
            key = position_key(board, tree)
            if tree.superko != ZERO and point_of(nodes, node) != PASS and repeats(tree, thread, key, length):
                nodes[node].point = u64(nodes[node].point) | FORBIDDEN
                is_legal_path = False
                break
            enter(nodes, node, mover)
            follow_move(thread, point_of(nodes, node), mover, options)
            thread.path[length] = node
            thread.keys[length] = key
            length += ONE

        thread.length = length
        if is_legal_path:
            return
        retreat(nodes, thread)


@inlined
def position_key(board: Board, tree: Tree) -> int:
    """Return the key by which superko compares positions."""
    key = u64(board.key)
    return key ^ u64(WHITE_TO_PLAY_KEY) if tree.superko == SITUATIONAL and board.to_play == WHITE else key


@inlined
def repeats(tree: Tree, thread: SearchThread, key: int, length: int) -> bool:
    """Return whether a position occurred before, in the game or on the path."""
    for i in range(length):
        if thread.keys[i] == key:
            return True
    return was_seen(tree, key)


@inlined
def enter(nodes: Nodes, node: int, mover: Colour) -> None:
    """Count the visit on the way down, as lost for the side that moved: this virtual loss keeps other threads away."""
    add_to(nodes[node], "visits", u64(1))
    if mover == WHITE:
        add_to(nodes[node], "wins", 1.0)


@inlined
def retreat(nodes: Nodes, thread: SearchThread) -> None:
    """Take back the visits and virtual losses of a path that turned out to be illegal."""
    mover = THREE - u64(thread.playout.root.to_play)
    for i in range(u64(thread.length)):
        node = u64(thread.path[i])
        add_to(nodes[node], "visits", MINUS_ONE)
        if mover == WHITE:
            add_to(nodes[node], "wins", -1.0)
        mover = THREE - mover


@kernel
def pick_child(nodes: Nodes, node: int, thread: SearchThread, options: Any) -> int:
    """Return the child with the greatest urgency, or the first if all are forbidden. The node must have children."""
    urgency = thread.urgency
    look_at_parent(nodes, node, thread)
    prepare(nodes, node, thread, options)
    first = u64(nodes[node].children)
    count = u64(nodes[first].siblings)
    best = first
    greatest = LOWEST
    left = count_considered(nodes, node, options)
    if left == ZERO:
        left = count
    for i in range(first, first + count):
        if is_forbidden(nodes, u64(i)):
            continue
        if left == ZERO:
            break
        left -= ONE
        child = nodes[i]
        begin_urgency(child, urgency)
        introduce(nodes, u64(i), thread, urgency, options)
        weigh(child, options, urgency, thread)
        value = total(urgency)
        if value > greatest:
            greatest = value
            best = u64(i)
    return best


@inlined
def look_at_parent(nodes: Nodes, node: int, thread: SearchThread) -> None:
    """Set the fields of the urgency that are the same for all children of a node; its position is on the board."""
    urgency = thread.urgency
    urgency.sign = 1.0 if thread.playout.board.to_play == BLACK else -1.0
    urgency.parent_visits = float(u64(nodes[node].visits))
    urgency.log_visits = math.log(urgency.parent_visits)


@inlined
def begin_urgency(child: Node, urgency: Urgency) -> None:
    """Set all other fields for a child, before any part changes them."""
    urgency.games = float(child.visits)
    urgency.wins = child.wins if urgency.sign > 0.0 else urgency.games - child.wins
    urgency.amaf_games = 0.0
    urgency.amaf_wins = 0.0
    urgency.value = -1.0
    urgency.first_play = FIRST_PLAY
    urgency.tries = max(1.0, urgency.games)
    urgency.exploration = 0.0
    urgency.bonus = 0.0


@inlined
def total(urgency: Urgency) -> float:
    """Return the urgency of a child as the terms have set it; exploration counts only on top of an estimate."""
    if urgency.value >= 0.0:
        return urgency.value + urgency.exploration + urgency.bonus
    if urgency.games > 0.0:
        return urgency.wins / urgency.games + urgency.exploration + urgency.bonus
    return urgency.first_play + urgency.bonus
