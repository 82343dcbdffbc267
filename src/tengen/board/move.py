"""Moves in compiled code: whether they are legal, and playing them.

``put_stone`` is the heart of it: it puts a stone, and for each of the four neighbours calls ``_touch``, which merges
chains, removes liberties and captures.
"""

import numpy as np

from tengen.board.board import Board, east, north, south, west
from tengen.board.chain import Head, flip_liberty, has_liberty, merge, set_liberty_count
from tengen.board.point import EMPTY, PASS, Colour, Point
from tengen.board.shape import has_empty_neighbour, stamp
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, ZERO, u64

KEYS_A_COLOUR = u64(1024)  # more than the largest board has points
KEYS = np.random.default_rng(361).integers(1, 2**63, 3 * 1024, dtype=np.uint64)
WHITE_TO_PLAY_KEY = int(KEYS[0])


@inlined
def is_legal(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a colour may play on an empty point: it is not the ko point, and the move is no suicide.

    The ko forbids its point to the side to play; for a move out of turn, the caller must clear it first.
    """
    if point == board.ko:
        return False
    if has_empty_neighbour(board, point):
        return True
    return (
        _gives_liberty(board, south(board, point), colour)
        or _gives_liberty(board, west(point), colour)
        or _gives_liberty(board, east(point), colour)
        or _gives_liberty(board, north(board, point), colour)
    )


@inlined
def _gives_liberty(board: Board, neighbour: Point, colour: Colour) -> bool:
    """Return whether a neighbour gives a new stone a liberty: a friend with another liberty, or a capture."""
    owner = u64(board.colour[neighbour])
    if owner == colour:
        return bool(board.liberty_count[u64(board.chain[neighbour])] > ONE)
    if owner == THREE - colour:
        return bool(board.liberty_count[u64(board.chain[neighbour])] == ONE)
    return False


@inlined
def play(board: Board, point: Point) -> int:
    """Play a stone of the side to play and return the number of captured stones. It must be legal, and not a pass."""
    captured = put_stone(board, point, u64(board.to_play))
    end_turn(board, point)
    return captured


@inlined
def pass_turn(board: Board) -> None:
    """Pass: the ko ends, and the other side is to play."""
    board.ko = PASS
    end_turn(board, PASS)


@inlined
def end_turn(board: Board, point: Point) -> None:
    """Record the last move and let the other side play."""
    board.last_but_one = board.last
    board.last = point
    board.turn += ONE
    board.to_play = THREE - u64(board.to_play)


@inlined
def put_stone(board: Board, point: Point, colour: Colour) -> int:
    """Put a stone of either colour, remove what it captures, and return the number of captured stones.

    The point must be empty. The turn does not change. A suicide leaves a chain without liberties on the board: see
    ``remove_suicide``.
    """
    # 1. The stone itself.
    end = u64(board.empty_count) - ONE
    board.empty_count = end
    hole = u64(board.empty_index[point])
    last = u64(board.empty[end])
    board.empty[hole] = last
    board.empty_index[last] = hole
    board.colour[point] = colour
    board.key ^= KEYS[colour * KEYS_A_COLOUR + point]
    stamp(board, point, colour)

    # 2. A chain of its own, with the empty neighbours as liberties.
    board.chain[point] = point
    board.next_stone[point] = point
    board.stones[point] = ONE
    for w in range(u64(board.liberties.shape[1])):
        board.liberties[point, w] = ZERO
    count = (
        _open_liberty(board, point, south(board, point))
        + _open_liberty(board, point, west(point))
        + _open_liberty(board, point, east(point))
        + _open_liberty(board, point, north(board, point))
    )
    board.liberty_count[point] = ZERO
    set_liberty_count(board, point, count)

    # 3. Friends join, enemies lose a liberty or are captured.
    captured = _touch(board, point, south(board, point), colour)
    captured += _touch(board, point, west(point), colour)
    captured += _touch(board, point, east(point), colour)
    captured += _touch(board, point, north(board, point), colour)

    # 4. A single stone in atari that captured one stone could be recaptured at once: that is ko.
    board.ko = PASS
    if captured == ONE:
        head = u64(board.chain[point])
        if board.stones[head] == ONE and board.liberty_count[head] == ONE:
            board.ko = board.empty[end]
            board.ko_taken = board.ko
            board.ko_taken_turn = board.turn
    return captured


@inlined
def _open_liberty(board: Board, head: Head, neighbour: Point) -> int:
    if board.colour[neighbour] == EMPTY:
        flip_liberty(board, head, neighbour)
        return ONE
    return ZERO


@inlined
def _touch(board: Board, point: Point, neighbour: Point, colour: Colour) -> int:
    """Merge a new stone with a neighbour, or take its liberty away; return the number of stones captured there."""
    owner = u64(board.colour[neighbour])
    if owner == colour:
        friend = u64(board.chain[neighbour])
        head = u64(board.chain[point])
        if friend != head:
            flip_liberty(board, friend, point)
            merge(board, head, friend)
    elif owner == THREE - colour:
        enemy = u64(board.chain[neighbour])
        if has_liberty(board, enemy, point):
            flip_liberty(board, enemy, point)
            left = u64(board.liberty_count[enemy]) - ONE
            set_liberty_count(board, enemy, left)
            if left == ZERO:
                return remove_chain(board, enemy, THREE - colour)
    return ZERO


@kernel
def remove_chain(board: Board, head: Head, colour: Colour) -> int:
    """Remove a chain without liberties from the board; return the number of its stones."""
    stone = head
    removed = ZERO
    while True:
        following = u64(board.next_stone[stone])
        board.colour[stone] = EMPTY
        board.key ^= KEYS[colour * KEYS_A_COLOUR + stone]
        end = u64(board.empty_count)
        board.empty[end] = stone
        board.empty_index[stone] = end
        board.empty_count = end + ONE
        stamp(board, stone, colour)
        _gain_liberty(board, south(board, stone), stone, THREE - colour)
        _gain_liberty(board, west(stone), stone, THREE - colour)
        _gain_liberty(board, east(stone), stone, THREE - colour)
        _gain_liberty(board, north(board, stone), stone, THREE - colour)
        removed += ONE
        stone = following
        if stone == head:
            return removed


@inlined
def _gain_liberty(board: Board, neighbour: Point, freed: Point, colour: Colour) -> None:
    if board.colour[neighbour] == colour:
        head = u64(board.chain[neighbour])
        if not has_liberty(board, head, freed):
            flip_liberty(board, head, freed)
            set_liberty_count(board, head, u64(board.liberty_count[head]) + ONE)


@kernel
def remove_suicide(board: Board, point: Point) -> int:
    """Remove the chain of a stone if it has no liberties; return the number of removed stones."""
    head = u64(board.chain[point])
    if board.liberty_count[head] != ZERO:
        return ZERO
    return remove_chain(board, head, u64(board.colour[point]))
