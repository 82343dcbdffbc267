"""The liberties that a chain would have after a move, counted without playing it."""

from tengen.board.board import Board, east, neighbours, north, south, stride, west
from tengen.board.chain import Head, has_liberty
from tengen.board.point import EMPTY, PASS, Colour, Point
from tengen.board.shape import adjacent_point, adjacent_stones
from tengen.compiled.bits import popcount, trailing_zeros
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import LOW_SIX_BITS, ONE, SIX, THREE, ZERO, u64


@inlined
def friend(board: Board, neighbour: Point, colour: Colour) -> Head:
    """Return the head of the chain on a point if it has this colour; else 0, whose row of liberties is always empty."""
    return u64(board.chain[neighbour]) if board.colour[neighbour] == colour else ZERO


@inlined
def liberty_bit(board: Board, point: Point, w: int) -> int:
    """Return word ``w`` of the bitboard in which only this point is set."""
    bit = point - stride(board) - ONE
    return ONE << (bit & LOW_SIX_BITS) if bit >> SIX == w else ZERO


@inlined
def lowest_point(board: Board, word: int, w: int) -> Point:
    """Return the point of the lowest bit of word ``w`` of a bitboard. The word must not be zero."""
    return (w << SIX) + trailing_zeros(word) + stride(board) + ONE


@inlined
def liberties_after(board: Board, point: Point, colour: Colour, enough: int) -> int:
    """Return the liberties of the chain that a stone on an empty point would belong to; captures add none.

    The count stops at ``enough``: if there are more, the result is at least ``enough``.
    """
    return liberties_after_losses(board, point, colour, PASS, PASS, enough)


@inlined
def liberties_after_loss(board: Board, point: Point, colour: Colour, lost: Point, enough: int) -> int:
    """Return the same after the enemy has taken another point."""
    return liberties_after_losses(board, point, colour, lost, PASS, enough)


@kernel
def liberties_after_losses(
    board: Board, point: Point, colour: Colour, lost: Point, also_lost: Point, enough: int
) -> int:
    """Return the same after two other points have been taken."""
    friends = adjacent_stones(board, point, colour)
    if friends & (friends - ONE) != ZERO:
        return _liberties_with_several(board, point, colour, lost, also_lost, enough)
    head = u64(board.chain[adjacent_point(board, point, friends)]) if friends else ZERO
    # At most three liberties are lost: the point itself and the two others.
    if board.liberty_count[head] >= enough + THREE:
        return enough
    return _liberties_with_one(board, point, head, lost, also_lost)


@inlined
def _liberties_with_several(
    board: Board, point: Point, colour: Colour, lost: Point, also_lost: Point, enough: int
) -> int:
    """Return the same if several stones of the colour are adjacent, of one chain or of more."""
    below = friend(board, south(board, point), colour)
    left = friend(board, west(point), colour)
    right = friend(board, east(point), colour)
    above = friend(board, north(board, point), colour)
    spare = enough + THREE
    if (
        board.liberty_count[below] >= spare
        or board.liberty_count[left] >= spare
        or board.liberty_count[right] >= spare
        or board.liberty_count[above] >= spare
    ):
        return enough
    head = max(below, left, right, above)
    if _is_alone(head, below) and _is_alone(head, left) and _is_alone(head, right) and _is_alone(head, above):
        return _liberties_with_one(board, point, head, lost, also_lost)
    count = ZERO
    for w in range(u64(board.liberties.shape[1])):
        count += popcount(
            board.liberties[below, w] | board.liberties[left, w] | board.liberties[right, w] | board.liberties[above, w]
        )
    count -= ONE  # the point itself
    for neighbour in neighbours(board, point):
        if (
            board.colour[neighbour] == EMPTY
            and neighbour != lost
            and neighbour != also_lost
            and not _is_liberty(board, below, left, right, above, neighbour)
        ):
            count += ONE
    if lost != PASS and _is_liberty(board, below, left, right, above, lost):
        count -= ONE
    if also_lost != PASS and _is_liberty(board, below, left, right, above, also_lost):
        count -= ONE
    return count


@inlined
def _liberties_with_one(board: Board, point: Point, head: Head, lost: Point, also_lost: Point) -> int:
    """Return the same if the stone joins one chain, or none (0): the usual case."""
    count = u64(board.liberty_count[head])
    if head:
        count -= ONE  # the point itself
        if lost != PASS and has_liberty(board, head, lost):
            count -= ONE
        if also_lost != PASS and has_liberty(board, head, also_lost):
            count -= ONE
    empty = adjacent_stones(board, point, EMPTY)
    while empty != ZERO:
        neighbour = adjacent_point(board, point, empty)
        empty &= empty - ONE
        if neighbour != lost and neighbour != also_lost and not has_liberty(board, head, neighbour):
            count += ONE
    return count


@inlined
def _is_alone(head: Head, friend_head: Head) -> bool:
    """Return whether an adjacent friend is the given chain or no chain at all."""
    return friend_head == head or friend_head == ZERO


@inlined
def _is_liberty(board: Board, below: Head, left: Head, right: Head, above: Head, point: Point) -> bool:
    """Return whether a point is a liberty of one of four chains."""
    bit = point - stride(board) - ONE
    w = bit >> SIX
    union = board.liberties[below, w] | board.liberties[left, w] | board.liberties[right, w] | board.liberties[above, w]
    return bool((union >> (bit & LOW_SIX_BITS)) & ONE)


@inlined
def captures_something(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a stone on an empty point would capture enemy stones."""
    enemies = adjacent_stones(board, point, THREE - colour)
    while enemies != ZERO:
        if board.liberty_count[u64(board.chain[adjacent_point(board, point, enemies)])] == ONE:
            return True
        enemies &= enemies - ONE
    return False


@inlined
def second_liberty(board: Board, head: Head, first: Point) -> Point:
    """Return the lowest liberty of a chain that is not ``first``. The chain must have two."""
    for index in range(u64(board.liberties.shape[1])):
        w = u64(index)
        word = u64(board.liberties[head, w]) & ~liberty_bit(board, first, w)
        if word != ZERO:
            return lowest_point(board, word, w)
    return PASS


@kernel
def liberty_after(board: Board, point: Point, colour: Colour, but: Point) -> Point:
    """Return the lowest liberty, other than ``but``, of the chain that a stone would belong to; PASS if it has none."""
    below = friend(board, south(board, point), colour)
    left = friend(board, west(point), colour)
    right = friend(board, east(point), colour)
    above = friend(board, north(board, point), colour)
    lowest = PASS
    for index in range(u64(board.liberties.shape[1])):
        w = u64(index)
        word = (
            board.liberties[below, w] | board.liberties[left, w] | board.liberties[right, w] | board.liberties[above, w]
        )
        word &= ~liberty_bit(board, point, w) & ~liberty_bit(board, but, w)
        if word != ZERO:
            lowest = lowest_point(board, word, w)
            break
    for neighbour in neighbours(board, point):
        if board.colour[neighbour] == EMPTY and neighbour != but and (lowest == PASS or neighbour < lowest):
            lowest = neighbour
    return lowest
