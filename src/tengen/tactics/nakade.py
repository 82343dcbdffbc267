"""Nakade: eye spaces of three to six points that make only one eye if the enemy plays the vital point first.

A shape is recognised by how many neighbours each of its points has within it; * is the vital point:

    three                 pyramid four   crossed five   bulky five   rabbity six
    a * a    or    a *    a * a          . a .          a a          a a .
                   . a    . a .          a * a          a * a        a * a
                                         . a .                       . a .

The square four makes one eye whoever plays first, and has no vital point. Straight and bent fours make two eyes, unless
the enemy has a stone on one of their two middle points: then the other middle point is vital.
"""

from tengen.board.board import Board, neighbours
from tengen.board.point import EDGE, EMPTY, PASS, Colour, Point
from tengen.board.shape import ONE_BIT_EACH
from tengen.compiled.bits import popcount
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import EIGHT, FOUR, ONE, SIX, THREE, TWO, ZERO, u64

FIVE = FOUR + ONE
MOST = SIX  # points of the largest shape that makes one eye


@kernel
def killing_point(board: Board, inside: Point, owner: Colour, spare: int) -> Point:
    """Return the vital point of the owner's eye space around a point, or PASS if it has none.

    The eye space is what the owner surrounds: empty points, and enemy stones that were put inside before. The point
    inside must not be a stone of the owner. PASS also if a chain around the space has more than ``spare`` liberties
    outside it: such a chain is not about to die, or has another eye.
    """
    if _is_wide(board, inside, owner):
        return PASS
    count = _collect(board, inside, owner)
    return _vital(board, count) if _is_confined(board, count, owner, spare) else PASS


@inlined
def _is_confined(board: Board, count: int, owner: Colour, spare: int) -> bool:
    """Return whether every chain of the owner around the space has at most ``spare`` liberties outside it."""
    most = spare
    for i in range(count):
        if board.colour[u64(board.scratch[i])] == EMPTY:
            most += ONE
    for i in range(count):
        for neighbour in neighbours(board, u64(board.scratch[i])):
            if board.colour[neighbour] == owner and board.liberty_count[u64(board.chain[neighbour])] > most:
                return False
    return True


@kernel
def _vital(board: Board, count: int) -> Point:
    """Return the vital point of the space in ``board.scratch``, or PASS if it has none or a stone is on it."""
    if count < THREE:
        return PASS
    vital = shape_centre(board, count)
    if vital == PASS and count == FOUR:
        vital = _other_middle(board)
    return vital if board.colour[vital] == EMPTY else PASS


@kernel
def shape_centre(board: Board, count: int) -> Point:
    """Return the vital point of the shape that the first points of ``board.scratch`` form; PASS if it has none."""
    shape = board.scratch
    centre = PASS
    most = ZERO
    ends = ZERO
    for i in range(count):
        point = u64(shape[i])
        degree = _degree(board, point, count)
        if degree > most:
            most = degree
            centre = point
        if degree == ONE:
            ends += ONE
    if count == THREE:
        return centre
    if count == FOUR:
        return centre if most == THREE else PASS
    if count == FIVE:
        return centre if most == FOUR or (most == THREE and ends == ONE) else PASS
    if count == SIX:
        return centre if most == FOUR and ends == TWO else PASS
    return PASS


@inlined
def is_square(board: Board, count: int) -> bool:
    """Return whether the first points of ``board.scratch`` form a square four."""
    corners = ZERO
    for i in range(count):
        if _degree(board, u64(board.scratch[i]), count) == TWO:
            corners += ONE
    return bool(count == FOUR and corners == FOUR)


@inlined
def _other_middle(board: Board) -> Point:
    """Return the empty middle point of a straight or bent four that has a stone on the other; PASS for other shapes."""
    empty = PASS
    empties = ZERO
    middles = ZERO
    for i in range(FOUR):
        point = u64(board.scratch[i])
        if _degree(board, point, FOUR) == TWO:
            middles += ONE
            if board.colour[point] == EMPTY:
                empties += ONE
                empty = point
    return empty if middles == TWO and empties == ONE else PASS


@inlined
def _degree(board: Board, point: Point, count: int) -> int:
    """Return the number of neighbours of a point among the first points of ``board.scratch``."""
    degree = ZERO
    for neighbour in neighbours(board, point):
        if _is_among(board, neighbour, count):
            degree += ONE
    return degree


@inlined
def _is_among(board: Board, point: Point, count: int) -> bool:
    found = False
    for k in range(count):
        if board.scratch[k] == point:
            found = True
    return found


@inlined
def _is_wide(board: Board, inside: Point, owner: Colour) -> bool:
    """Return whether the 3x3 square around a point has too much eye space for any of the shapes, as is usual."""
    # A bit for each of the eight neighbours, in the order of the 3x3 code, unless it is the owner's or off the board.
    free = ~(u64(board.code[inside]) >> (owner - ONE))
    below, left, right, above = free, free >> TWO, free >> FOUR, free >> SIX
    # A diagonal neighbour belongs to the space if one of the two points between it and the centre does.
    joined = (
        (below | left) & ONE
        | ((below | right) & ONE) << TWO
        | ((above | left) & ONE) << FOUR
        | ((above | right) & ONE) << SIX
    )
    adjacent = free & ONE_BIT_EACH
    corners = (free >> EIGHT) & joined
    return bool(popcount(adjacent) + popcount(corners) + ONE > MOST)


@inlined
def _collect(board: Board, inside: Point, owner: Colour) -> int:
    """Write the points of an eye space to ``board.scratch``; return their number, 0 if there are too many."""
    space = board.scratch
    space[0] = inside
    count = ONE
    done = ZERO
    while done < count:
        point = u64(space[done])
        done += ONE
        for neighbour in neighbours(board, point):
            colour = u64(board.colour[neighbour])
            if colour != owner and colour != EDGE and not _is_among(board, neighbour, count):
                if count == MOST:
                    return ZERO
                space[count] = neighbour
                count += ONE
    return count
