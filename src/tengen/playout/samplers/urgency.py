"""Urgency: draw each move with a probability in proportion to its urgency, as Mango does.

The urgency of a move is the learned value of its 3x3 shape (1 to 2433), plus a value for each stone that it captures or
saves, and all of it is multiplied by a factor next to the last move (Mango, section 2.2). Shape values change only
around stones that are played or captured, so their sums are kept for each row and updated after every move. Captures,
rescues and the points next to the last move are few, and are listed anew for every draw.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours, stride
from tengen.board.chain import first_liberty
from tengen.board.move import is_legal
from tengen.board.point import BLACK, EDGE, EMPTY, PASS, WHITE, Colour, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.rng import below
from tengen.compiled.word import ONE, TWO, ZERO, u64
from tengen.parts.options import Options
from tengen.patterns.shape_values import shape_value
from tengen.playout.state import UNDECIDED, PlayoutState
from tengen.tactics.liberty import liberties_after

TRIES = 40  # most draws, if the drawn moves turn out to be illegal


class UrgencyOptions(Options, frozen=True):
    """Draw moves in proportion to their urgency."""

    captured_stone: Annotated[int, Meta(ge=0, le=10**6, description="urgency for each captured stone")] = 50_000
    saved_stone: Annotated[int, Meta(ge=0, le=10**6, description="urgency for each stone saved from atari")] = 5_000
    near: Annotated[int, Meta(ge=1, le=1000, description="factor on the urgency of points next to the last move")] = 20


@kernel
def start(state: PlayoutState) -> None:
    """Compute the shape values of all empty points."""
    board, urgency = state.board, state.urgency
    urgency.row_sum[:] = ZERO
    urgency.weight[:] = ZERO
    for i in range(u64(board.empty_count)):
        _update(state, u64(board.empty[i]))


@kernel
def follow(state: PlayoutState, point: Point, empty_before: int) -> None:
    """Update the shape values around a stone that was played and around the stones that it captured."""
    board = state.board
    _update(state, point)
    _update_around(state, point)
    for i in range(empty_before - ONE, u64(board.empty_count)):
        freed = u64(board.empty[i])
        _update(state, freed)
        _update_around(state, freed)


@inlined
def _update_around(state: PlayoutState, point: Point) -> None:
    up = stride(state.board)
    _update(state, point - up - ONE)
    _update(state, point - up)
    _update(state, point - up + ONE)
    _update(state, point - ONE)
    _update(state, point + ONE)
    _update(state, point + up - ONE)
    _update(state, point + up)
    _update(state, point + up + ONE)


@inlined
def _update(state: PlayoutState, point: Point) -> None:
    """Compute the shape value of a point for each side, and update the sums of its row."""
    board, urgency = state.board, state.urgency
    if board.colour[point] == EDGE:
        return
    row = point // stride(board)
    is_empty = board.colour[point] == EMPTY
    for colour in (BLACK, WHITE):
        value = shape_value(board, point, colour) if is_empty else ZERO
        urgency.row_sum[colour, row] += value - u64(urgency.weight[colour, point])
        urgency.weight[colour, point] = value


@kernel
def draw(state: PlayoutState, options: UrgencyOptions) -> Point:
    """Return a legal move drawn by urgency; PASS if all urgencies are 0, UNDECIDED after too many illegal draws."""
    board, urgency = state.board, state.urgency
    colour = u64(board.to_play)
    extra = _list_extras(state, options, colour)
    rows = stride(board)
    total = extra
    for row in range(ONE, rows):
        total += u64(urgency.row_sum[colour, row])
    if total == ZERO:
        return PASS
    for _ in range(TRIES):
        point = _pick(state, below(state.rng, total), extra, colour)
        if board.colour[point] == EMPTY and is_legal(board, point, colour):
            return point
    return UNDECIDED


@inlined
def _list_extras(state: PlayoutState, options: UrgencyOptions, colour: Colour) -> int:
    """List what is added to shape values by captures, rescues and nearness to the last move; return the sum."""
    board, urgency = state.board, state.urgency
    last = u64(board.last)
    count = ZERO
    total = ZERO
    if last != PASS:
        for neighbour in neighbours(board, last):
            weight = u64(urgency.weight[colour, neighbour]) * u64(options.near - 1)
            if weight != ZERO:
                urgency.extra_point[count] = neighbour
                urgency.extra[count] = weight
                count += ONE
                total += weight
    for i in range(u64(board.atari_count)):
        head = u64(board.atari[i])
        point = first_liberty(board, head)
        stones = u64(board.stones[head])
        if board.colour[head] != colour:
            weight = stones * u64(options.captured_stone)
        elif liberties_after(board, point, colour, TWO) >= TWO:
            weight = stones * u64(options.saved_stone)
        else:
            continue
        if count == u64(len(urgency.extra)):
            break
        if _is_next_to(board, point, last):
            weight *= u64(options.near)
        urgency.extra_point[count] = point
        urgency.extra[count] = weight
        count += ONE
        total += weight
    urgency.extra_count = count
    return total


@inlined
def _is_next_to(board: Board, point: Point, last: Point) -> bool:
    up = stride(board)
    return point == last + up or point + up == last or point == last + ONE or point + ONE == last


@inlined
def _pick(state: PlayoutState, ticket: int, extra: int, colour: Colour) -> Point:
    """Return the point into whose share of the sum of urgencies a random number falls."""
    board, urgency = state.board, state.urgency
    if ticket < extra:
        for i in range(u64(urgency.extra_count)):
            weight = u64(urgency.extra[i])
            if ticket < weight:
                return u64(urgency.extra_point[i])
            ticket -= weight
    ticket -= extra
    row = ONE
    while ticket >= u64(urgency.row_sum[colour, row]):
        ticket -= u64(urgency.row_sum[colour, row])
        row += ONE
    point = row * stride(board) + ONE
    while ticket >= u64(urgency.weight[colour, point]):
        ticket -= u64(urgency.weight[colour, point])
        point += ONE
    return point
