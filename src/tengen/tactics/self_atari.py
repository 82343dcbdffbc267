"""Self-atari: moves that leave the mover's own chain with a single liberty, and which of them are good sacrifices.

Good are: a stone whose capture can be answered by a recapture (snapback), a stone whose capture leaves a false eye
(throw-in), and stones inside the enemy's eye space whose capture leaves a shape with one eye (nakade). All other
self-ataris lose stones, or break up a seki. A capture is not a self-atari.
"""

from tengen.board.board import Board, neighbours
from tengen.board.chain import first_liberty
from tengen.board.move import is_legal
from tengen.board.point import EDGE, PASS, Colour, Point
from tengen.board.shape import ONE_BIT_EACH
from tengen.compiled.bits import popcount
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, TWO, ZERO, u64
from tengen.tactics.liberty import (
    captures_something,
    liberties_after,
    liberties_after_loss,
    liberty_after,
    second_liberty,
)
from tengen.tactics.nakade import MOST, is_square, shape_centre


@inlined
def is_self_atari(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a stone on an empty point would be in atari without capturing anything."""
    code = u64(board.code[point])
    if popcount(~(code | (code >> ONE)) & ONE_BIT_EACH) >= TWO:
        return False
    return _is_self_atari(board, point, colour)


@kernel
def _is_self_atari(board: Board, point: Point, colour: Colour) -> bool:
    for neighbour in neighbours(board, point):
        owner = u64(board.colour[neighbour])
        if owner == colour:
            if board.liberty_count[u64(board.chain[neighbour])] > TWO:
                return False
        elif owner == THREE - colour and board.liberty_count[u64(board.chain[neighbour])] == ONE:
            return False
    return liberties_after(board, point, colour, TWO) < TWO


@inlined
def is_bad_self_atari(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a legal move is a self-atari and no good sacrifice."""
    return is_self_atari(board, point, colour) and not is_sacrifice(board, point, colour)


@kernel
def is_sacrifice(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a self-atari is a good sacrifice: a snapback, a throw-in or a nakade."""
    enemy = THREE - colour
    stones = _collect_stones(board, point, colour)
    if stones == ZERO:
        return False
    last = liberty_after(board, point, colour, PASS)
    if last == PASS:
        return False
    if (
        stones == ONE
        # The enemy captures the stone; if its point is then the only liberty, the capturing chain is recaptured.
        and liberties_after_loss(board, last, enemy, point, ONE) == ZERO
        and not captures_something(board, last, enemy)
    ):
        return True
    if not _is_closed(board, last, stones, enemy):
        return False
    if stones == ONE:
        return _makes_false_eye(board, point, enemy)
    return stones <= THREE or shape_centre(board, stones) != PASS or is_square(board, stones)


@inlined
def _collect_stones(board: Board, point: Point, colour: Colour) -> int:
    """Write the stones of the chain after a move to ``board.scratch``; return their number, 0 if there are too many."""
    shape = board.scratch
    shape[0] = point
    count = ONE
    for neighbour in neighbours(board, point):
        if board.colour[neighbour] != colour:
            continue
        head = u64(board.chain[neighbour])
        known = False
        for k in range(count):
            if board.chain[u64(shape[k])] == head and k > 0:
                known = True
        if known:
            continue
        if count + u64(board.stones[head]) > MOST:
            return ZERO
        stone = head
        while True:
            shape[count] = stone
            count += ONE
            stone = u64(board.next_stone[stone])
            if stone == head:
                break
    return count


@inlined
def _makes_false_eye(board: Board, point: Point, enemy: Colour) -> bool:
    """Return whether capturing a single stone on a point leaves the enemy a false eye there."""
    hostile = ZERO
    edge = ZERO
    up = u64(len(board.stride_tag))
    for diagonal in (point - up - ONE, point - up + ONE, point + up - ONE, point + up + ONE):
        owner = u64(board.colour[diagonal])
        if owner == THREE - enemy:
            hostile += ONE
        elif owner == EDGE:
            edge = ONE
    return hostile + edge >= TWO and hostile >= ONE


@inlined
def _is_closed(board: Board, last: Point, stones: int, enemy: Colour) -> bool:
    """Return whether the last liberty is adjacent only to enemy stones and the given stones: an eye space."""
    for neighbour in neighbours(board, last):
        owner = u64(board.colour[neighbour])
        if owner != enemy and owner != EDGE:
            among = False
            for k in range(stones):
                if board.scratch[k] == neighbour:
                    among = True
            if not among:
                return False
    return True


@kernel
def other_liberty(board: Board, point: Point, colour: Colour) -> Point:
    """Return where to play instead of a bad self-atari: the other liberty of the chain that it would put in atari.

    Returns PASS if there is no such chain, or if its other liberty is illegal or a self-atari as well.
    """
    for neighbour in neighbours(board, point):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if board.liberty_count[head] == TWO:
                other = first_liberty(board, head)
                if other == point:
                    other = second_liberty(board, head, point)
                if is_legal(board, other, colour) and not is_self_atari(board, other, colour):
                    return other
    return PASS
