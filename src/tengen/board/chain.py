"""Chains: solidly connected stones with their liberties.

A chain is identified by its head, the point of one of its stones; ``next_stone`` links its stones to a ring. Its
liberties are a bitboard: merging the liberties of two chains takes a few machine instructions, and a liberty that
several stones touch is counted once. Bit 0 is the first point of the board, A1.
"""

from tengen.board.board import Board, stride
from tengen.board.point import Point
from tengen.compiled.bits import popcount, trailing_zeros
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign_before
from tengen.compiled.word import LOW_SIX_BITS, ONE, SIX, TWO, ZERO, u64

Head = Point


@inlined
def has_liberty(board: Board, head: Head, point: Point) -> bool:
    """Return whether a point is among a chain's liberties."""
    bit = point - stride(board) - ONE
    return bool((board.liberties[head, bit >> SIX] >> (bit & LOW_SIX_BITS)) & ONE)


@inlined
def flip_liberty(board: Board, head: Head, point: Point) -> None:
    """Add a point to a chain's liberties, or remove it if it is one. The count does not change: the caller sets it."""
    bit = point - stride(board) - ONE
    board.liberties[head, bit >> SIX] ^= ONE << (bit & LOW_SIX_BITS)


@inlined
def first_liberty(board: Board, head: Head) -> Point:
    """Return the lowest liberty of a chain; in atari that is its only one. The chain must have a liberty."""
    for w in range(u64(board.liberties.shape[1])):
        word = board.liberties[head, w]
        if word != ZERO:
            return (u64(w) << SIX) + trailing_zeros(word) + stride(board) + ONE
    return ZERO


@inlined
def set_liberty_count(board: Board, head: Head, count: int) -> None:
    """Set the number of liberties of a chain, and update the list of chains in atari."""
    if board.liberty_count[head] == ONE:
        leave_atari(board, head)
    if count == ONE:
        enter_atari(board, head)
    board.liberty_count[head] = count


@inlined
def enter_atari(board: Board, head: Head) -> None:
    """Add a chain to the list of chains in atari."""
    end = u64(board.atari_count)
    board.atari_index[head] = end
    board.atari[end] = head
    board.atari_count = end + ONE


@inlined
def leave_atari(board: Board, head: Head) -> None:
    """Remove a chain from the list of chains in atari; the last of the list moves to its place."""
    hole = u64(board.atari_index[head])
    end = u64(board.atari_count) - ONE
    board.atari_count = end
    last = u64(board.atari[end])
    board.atari[hole] = last
    board.atari_index[last] = hole


@kernel
def merge(board: Board, head: Head, other_head: Head) -> None:
    """Join two chains; the larger one keeps its head."""
    if board.stones[head] < board.stones[other_head]:
        head, other_head = other_head, head
    if board.liberty_count[other_head] == ONE:
        leave_atari(board, other_head)
    count = ZERO
    for w in range(u64(board.liberties.shape[1])):
        union = board.liberties[head, w] | board.liberties[other_head, w]
        board.liberties[head, w] = union
        count += popcount(union)
    stone = other_head
    while True:
        board.chain[stone] = head
        stone = u64(board.next_stone[stone])
        if stone == other_head:
            break
    # Two rings become one when two of their links are exchanged.
    link = board.next_stone[head]
    board.next_stone[head] = board.next_stone[other_head]
    board.next_stone[other_head] = link
    board.stones[head] += board.stones[other_head]
    set_liberty_count(board, head, count)


@kernel
def copy_position(target: Board, source: Board) -> None:
    """Copy a board to another. Liberties are copied for heads only; those of all points are 5/7 of a 19x19 board."""
    assign_before(target, source, "liberties")
    for point in range(u64(len(source.colour))):
        if source.chain[point] == point and u64(source.colour[point]) - ONE < TWO:
            for w in range(u64(source.liberties.shape[1])):
                target.liberties[point, w] = source.liberties[point, w]
