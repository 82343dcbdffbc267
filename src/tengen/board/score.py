"""Counting: who owns what at the end of a game or of a playout."""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, east, north, south, stride, west
from tengen.board.point import BLACK, EDGE, EMPTY, WHITE, Point
from tengen.board.shape import CODES
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, i64, u64

EYE_OWNER = np.zeros(CODES, np.int8)  # of an empty point's code: 1 if only Black touches it, -1 if only White does
STONE_OWNER = np.array([0, 1, -1, 0], np.int8)  # of EMPTY, BLACK, WHITE, EDGE


def _fill_table() -> None:
    codes = np.arange(CODES)
    adjacent = [(codes >> 2 * k) & 3 for k in range(4)]
    EYE_OWNER[:] = np.any([a == BLACK for a in adjacent], axis=0)
    EYE_OWNER[:] -= np.any([a == WHITE for a in adjacent], axis=0)


_fill_table()


@inlined
def owner_of(board: Board, point: Point) -> int:
    """Return who owns a point at the end of a playout: 1 Black, -1 White, 0 neither.

    An empty point then is an eye or shared by both.
    """
    colour = u64(board.colour[point])
    if colour == EMPTY:
        return i64(EYE_OWNER[u64(board.code[point])])
    return i64(STONE_OWNER[colour])


@inlined
def playout_score(board: Board) -> int:
    """Return Black's area less White's at the end of a playout."""
    score = i64(0)
    for row in range(ONE, stride(board)):
        for column in range(ONE, stride(board)):
            score += owner_of(board, u64(row) * stride(board) + u64(column))
    return score


@kernel
def stone_lead(board: Board) -> int:
    """Return how many more stones than the other the side to play has on the board."""
    lead = i64(0)
    for colour in board.colour:
        lead += i64(STONE_OWNER[colour])
    return lead if board.to_play == BLACK else -lead


@kernel
def area_owners(board: Board) -> NDArray[np.uint8]:
    """Return the owner of each point by Tromp and Taylor: a stone's colour, or the only colour that a region reaches.

    Empty points that reach both colours or none are EMPTY; the border is EDGE.
    """
    owners = board.colour.copy()
    region = np.empty(len(owners), np.uint16)
    for i in range(u64(board.empty_count)):
        seed = u64(board.empty[i])
        if owners[seed] != EMPTY:
            continue
        reached, count = _flood(board, seed, owners, region)
        # Points of a finished region must not start another flood, so neutral ones wait as EDGE until the end.
        owner = reached if reached == BLACK or reached == WHITE else EDGE
        for k in range(count):
            owners[region[k]] = owner
    for i in range(u64(board.empty_count)):
        if owners[board.empty[i]] == EDGE:
            owners[board.empty[i]] = EMPTY
    return owners


@kernel
def _flood(board: Board, seed: int, owners: NDArray[np.uint8], region: NDArray[np.uint16]) -> tuple[int, int]:
    """Collect the empty region of a point; return the colours it reaches (BLACK | WHITE for both) and its size."""
    owners[seed] = EDGE
    region[0] = seed
    count = ONE
    done = ZERO
    reached = ZERO
    while done < count:
        point = u64(region[done])
        done += ONE
        for neighbour in (south(board, point), west(point), east(point), north(board, point)):
            colour = u64(board.colour[neighbour])
            if colour == EMPTY:
                if owners[neighbour] == EMPTY:
                    owners[neighbour] = EDGE
                    region[count] = neighbour
                    count += ONE
            elif colour != EDGE:
                reached |= colour
    return reached, count


@kernel
def area_score(board: Board) -> int:
    """Return Black's area less White's."""
    score = 0
    for owner in area_owners(board):
        if owner == BLACK:
            score += 1
        elif owner == WHITE:
            score -= 1
    return score
