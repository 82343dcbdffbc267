"""Quiescent: play on from a hot leaf until the position is quiet, and start the playout there (Lingo).

A position is hot if the last move put a chain in atari that can be saved, or left a chain with two liberties that a
ladder would catch, or made a shape at which to cut or connect. The answer must not fill an eye or a tiger's mouth of
either side, and its chain must have two liberties. While a ko is open, no position counts as hot.

A tiger's mouth is a point with one way in:      . X .       . . .        edge: X . X
                                                 X   X       X   .
                                                 . . .       . X X
"""

from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board, neighbours, stride
from tengen.board.chain import Head, first_liberty
from tengen.board.eye import SURROUNDED
from tengen.board.move import is_legal, put_stone
from tengen.board.point import BLACK, EDGE, EMPTY, PASS, WHITE, Colour, Point
from tengen.board.shape import CODES
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign
from tengen.compiled.word import ONE, THREE, TWO, ZERO, u64
from tengen.parts.options import Options
from tengen.patterns.drawn import matches_lingo
from tengen.tactics.atari import save_from_ladders
from tengen.tactics.ladder import is_caught_in_ladder
from tengen.tactics.liberty import captures_something, liberties_after, second_liberty
from tengen.tactics.suggestion import Moves, add_move, add_once, is_suggested
from tengen.tactics.two_liberties import can_be_caught
from tengen.tree.node import ROOT, Node, Nodes
from tengen.tree.thread import SearchThread

BEFORE = ("unpruning",)  # its answer to ``count_considered`` comes first
SPREAD = u64(0x9E3779B97F4A7C15)  # odd multiplier of a hash function


def _mouths() -> NDArray[np.uint8]:
    """Return for each 3x3 code whether its centre is an eye or a tiger's mouth of either colour."""
    codes = np.arange(CODES)
    adjacent = [(codes >> 2 * k) & 3 for k in range(4)]
    walls, ways = (np.sum([a == what for a in adjacent], axis=0) for what in (EDGE, EMPTY))
    found: NDArray[np.bool_] = SURROUNDED != 0
    for colour in (BLACK, WHITE):
        stones = np.sum([a == colour for a in adjacent], axis=0)
        found |= (ways == 1) & (stones + walls == 3) & (stones >= 2)
    return found.astype(np.uint8)


MOUTH = _mouths()


class QuiescentOptions(Options, frozen=True):
    """Play on from hot leaves until the position is quiet."""

    depth: Annotated[int, Meta(ge=0, le=500, description="largest depth of a leaf that is continued")] = 40
    alone: Annotated[
        float,
        Meta(ge=0, le=1, description="share of the root's visits up to which a hot node considers only its hot moves"),
    ] = 0.0
    atari: Annotated[bool, Meta(description="treat as hot: the last move put a chain in atari that can be saved")] = (
        True
    )
    ladder: Annotated[
        bool, Meta(description="treat as hot: the last move left a chain with two liberties that a ladder would catch")
    ] = True
    patterns: Annotated[
        bool, Meta(description="treat as hot: a shape to cut or connect at, or an edge shape, around the last move")
    ] = True


class HotNode(Node):
    """What is kept for each node."""

    hot: Annotated[int, np.uint16]  # number of hot moves, which come first among the siblings; valid only in the first


class HotThread(SearchThread):
    """Scratch space of a thread."""

    hot: Annotated[int, np.uint64]  # the number of hot moves at the front of the list


@kernel
def answer(thread: SearchThread, depth: int, options: QuiescentOptions) -> Point:
    """Return a hot move of the position on the board; PASS if it is quiet or too deep."""
    board, moves = thread.playout.board, thread.playout.moves
    if board.last == PASS or depth > u64(options.depth) or has_ko(board):
        return PASS
    moves.length = ZERO
    if options.atari and board.atari_count != ZERO:
        answer_atari(board, moves)
        keep_solid(board, moves)
    if options.ladder and moves.length == ZERO:
        answer_ladder(board, moves, thread.prior.moves.reader)
        keep_solid(board, moves)
    if options.patterns and moves.length == ZERO:
        answer_patterns(board, moves)
        keep_solid(board, moves)
    return chosen(board, moves)


@kernel
def promote(thread: HotThread, continuation: Point, options: QuiescentOptions) -> None:
    """Move the hot moves, which ``answer`` has just found, to the front of the list."""
    thread.hot = ZERO
    if continuation == PASS or options.alone == 0.0:
        return
    moves, prior = thread.playout.moves, thread.prior
    count = ZERO
    for place in range(u64(prior.length)):
        point = u64(prior.points[place])
        if is_suggested(moves, point):
            left = u64(place)
            while left > count:
                prior.points[left] = prior.points[left - ONE]
                left -= ONE
            prior.points[count] = point
            count += ONE
    thread.hot = count


@inlined
def add_child(nodes: Nodes, child: int, first: int, thread: HotThread) -> None:
    """Store the number of hot moves in the first of the siblings."""
    if child == first:
        nodes[child].hot = thread.hot


@inlined
def count_considered(nodes: Nodes, node: int, options: QuiescentOptions) -> int:
    """Return the number of hot children while only they are considered; 0 means all, as is always so at the root."""
    if node == ROOT or nodes[node].visits > options.alone * nodes[ROOT].visits:
        return ZERO
    return u64(nodes[u64(nodes[node].children)].hot)


@inlined
def has_ko(board: Board) -> bool:
    """Return whether the last ko that was taken is still open, so that it may be retaken now or later."""
    if board.ko != PASS:
        return True
    point = u64(board.ko_taken)
    if point == PASS or board.colour[point] != EMPTY:
        return False
    for neighbour in neighbours(board, point):
        colour = u64(board.colour[neighbour])
        if colour == BLACK or colour == WHITE:
            head = u64(board.chain[neighbour])
            if board.stones[head] == ONE and board.liberty_count[head] == ONE:
                return True
    return False


@kernel
def answer_atari(board: Board, moves: Moves) -> None:
    """Suggest moves that save the chains which the last move put in atari."""
    colour = u64(board.to_play)
    for neighbour in neighbours(board, u64(board.last)):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if board.liberty_count[head] == ONE:
                save_from_ladders(board, head, moves)


@kernel
def answer_ladder(board: Board, moves: Moves, scratch: Board) -> None:
    """Suggest extensions and captures that rescue chains with two liberties, next to the last move, from a ladder."""
    colour = u64(board.to_play)
    for neighbour in neighbours(board, u64(board.last)):
        if board.colour[neighbour] != colour:
            continue
        head = u64(board.chain[neighbour])
        # Most chains can get a third liberty, which is seen without reading a ladder.
        if board.liberty_count[head] != TWO or not can_be_caught(board, head):
            continue
        first = first_liberty(board, head)
        second = second_liberty(board, head, first)
        if not (_falls_to(board, head, first, moves, scratch) or _falls_to(board, head, second, moves, scratch)):
            continue
        for point in (first, second):
            if liberties_after(board, point, colour, THREE) >= THREE:
                add_once(moves, point)
        _take_attackers(board, head, moves)


@kernel
def _falls_to(board: Board, head: Head, point: Point, moves: Moves, scratch: Board) -> bool:
    """Return whether an atari at one of a chain's two liberties begins a ladder that catches it."""
    enemy = THREE - u64(board.colour[head])
    if not is_legal(board, point, enemy):
        return False
    assign(scratch, board)
    put_stone(scratch, point, enemy)
    return scratch.liberty_count[u64(scratch.chain[head])] == ONE and is_caught_in_ladder(scratch, head, moves)


@kernel
def _take_attackers(board: Board, head: Head, moves: Moves) -> None:
    """Suggest captures of the enemy chains in atari next to a chain."""
    enemy = THREE - u64(board.colour[head])
    stone = head
    while True:
        for neighbour in neighbours(board, stone):
            if board.colour[neighbour] == enemy and board.liberty_count[u64(board.chain[neighbour])] == ONE:
                add_once(moves, first_liberty(board, u64(board.chain[neighbour])))
        stone = u64(board.next_stone[stone])
        if stone == head:
            return


@kernel
def answer_patterns(board: Board, moves: Moves) -> None:
    """Suggest the points around the last move at which a shape asks to cut or connect."""
    centre, colour, up = u64(board.last), u64(board.to_play), stride(board)
    for row in (centre - up, centre, centre + up):
        for point in (row - ONE, row, row + ONE):
            if board.colour[point] == EMPTY and matches_lingo(board, point, colour):
                add_move(moves, point)


@kernel
def keep_solid(board: Board, moves: Moves) -> None:
    """Remove suggestions that fill an eye or a tiger's mouth, or leave their chain fewer than two liberties."""
    colour = u64(board.to_play)
    kept = ZERO
    for i in range(u64(moves.length)):
        point = u64(moves.points[i])
        if MOUTH[u64(board.code[point])] == ZERO and _gets_two_liberties(board, point, colour, moves):
            moves.points[kept] = point
            kept += ONE
    moves.length = kept


@inlined
def _gets_two_liberties(board: Board, point: Point, colour: Colour, moves: Moves) -> bool:
    if liberties_after(board, point, colour, TWO) >= TWO:
        return True
    return captures_something(board, point, colour) and _frees_two_liberties(board, point, colour, moves)


@kernel
def _frees_two_liberties(board: Board, point: Point, colour: Colour, moves: Moves) -> bool:
    """Return whether the chain of a capturing stone gets two liberties, by playing the move on a scratch board."""
    reader = moves.reader
    assign(reader, board)
    put_stone(reader, point, colour)
    return u64(reader.liberty_count[u64(reader.chain[point])]) >= TWO


@inlined
def chosen(board: Board, moves: Moves) -> Point:
    """Return one of the suggestions, which depends only on the position; PASS if there is none."""
    best = PASS
    least = ZERO
    for i in range(u64(moves.length)):
        point = u64(moves.points[i])
        ticket = (u64(board.key) ^ point) * SPREAD
        if best == PASS or ticket < least:
            best = point
            least = ticket
    return best
