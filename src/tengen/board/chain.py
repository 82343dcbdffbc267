"""Chains: solidly connected stones with their liberties.

A chain is known by its head, the point of one of its stones; its stones form a ring through ``next_stone``. Its
liberties are a bitboard, so that the union of two chains' liberties is a few machine instructions, and each
liberty is counted once however many stones touch it. Bit 0 stands for the first point of the board.
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
    """Add a point to a chain's liberties or take it away, whichever it is; the count is the caller's business."""
    bit = point - stride(board) - ONE
    board.liberties[head, bit >> SIX] ^= ONE << (bit & LOW_SIX_BITS)


@inlined
def first_liberty(board: Board, head: Head) -> Point:
    """Return the lowest liberty of a chain, which is the only one of a chain in atari. It must have one."""
    for w in range(u64(board.liberties.shape[1])):
        word = board.liberties[head, w]
        if word != ZERO:
            return (u64(w) << SIX) + trailing_zeros(word) + stride(board) + ONE
    return ZERO


@inlined
def set_liberty_count(board: Board, head: Head, count: int) -> None:
    """Write down how many liberties a chain has, and keep the list of chains in atari."""
    if board.liberty_count[head] == ONE:
        leave_atari(board, head)
    if count == ONE:
        enter_atari(board, head)
    board.liberty_count[head] = count


@inlined
def enter_atari(board: Board, head: Head) -> None:
    """Put a chain on the list of those in atari."""
    end = u64(board.atari_count)
    board.atari_index[head] = end
    board.atari[end] = head
    board.atari_count = end + ONE


@inlined
def leave_atari(board: Board, head: Head) -> None:
    """Take a chain off the list of those in atari; the last one takes its place."""
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
    """Overwrite a board with another, but for the liberties of what is no head: five sevenths of a large board."""
    assign_before(target, source, "liberties")
    for point in range(u64(len(source.colour))):
        if source.chain[point] == point and u64(source.colour[point]) - ONE < TWO:
            for w in range(u64(source.liberties.shape[1])):
                target.liberties[point, w] = source.liberties[point, w]
