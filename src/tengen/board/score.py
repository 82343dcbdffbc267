"""Counting area: the owner of each point at the end of a game or a playout."""

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, east, stride, west
from tengen.board.point import BLACK, EDGE, EMPTY, WHITE, Point
from tengen.board.shape import CODES
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, i64, u64

EYE_OWNER = np.zeros(CODES, np.int8)  # of an empty point's 3x3 code: 1 if only Black is adjacent, -1 if only White
STONE_OWNER = np.array([0, 1, -1, 0], np.int8)  # of EMPTY, BLACK, WHITE, EDGE


def _fill_table() -> None:
    codes = np.arange(CODES)
    adjacent = [(codes >> 2 * k) & 3 for k in range(4)]
    EYE_OWNER[:] = np.any([a == BLACK for a in adjacent], axis=0)
    EYE_OWNER[:] -= np.any([a == WHITE for a in adjacent], axis=0)


_fill_table()


@inlined
def share_of_win(lead: float) -> float:
    """Return how much of a win Black's lead is, komi counted: 1, 0, or 0.5 for a draw."""
    return 1.0 if lead > 0.0 else 0.5 if lead == 0.0 else 0.0


@inlined
def owner_of(board: Board, point: Point) -> int:
    """Return the owner of a point at the end of a playout: 1 for Black, -1 for White, 0 for neither.

    Only the adjacent points are checked: at the end of a playout, an empty point is an eye or shared by both sides.
    """
    colour = u64(board.colour[point])
    if colour == EMPTY:
        return i64(EYE_OWNER[u64(board.code[point])])
    return i64(STONE_OWNER[colour])


@inlined
def playout_score(board: Board) -> int:
    """Return Black's area minus White's at the end of a playout."""
    score = i64(0)
    for row in range(ONE, stride(board)):
        for column in range(ONE, stride(board)):
            score += owner_of(board, u64(row) * stride(board) + u64(column))
    return score


@kernel
def stone_lead(board: Board) -> int:
    """Return the number of stones of the side to play minus that of its opponent."""
    lead = i64(0)
    for colour in board.colour:
        lead += i64(STONE_OWNER[colour])
    return lead if board.to_play == BLACK else -lead


@kernel
def area_owners(board: Board) -> NDArray[np.uint8]:
    """Return the owner of each point under Tromp-Taylor rules, in the form of ``Board.colour``.

    A stone belongs to its colour, an empty region to the only colour that it touches. A region that touches both
    colours or none is EMPTY; the border is EDGE.
    """
    return owners_of(board.colour, stride(board))


@kernel
def owners_of(colours: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """Return the same for the colours of a board's points; ``width`` is the board's stride."""
    owners = colours.copy()
    region = np.empty(len(owners), np.uint16)
    for i in range(u64(len(colours))):
        seed = u64(i)
        if owners[seed] != EMPTY:
            continue
        reached, count = _flood(colours, width, seed, owners, region)
        # EDGE marks neutral regions until the end, so that their points do not start another flood.
        owner = reached if reached == BLACK or reached == WHITE else EDGE
        for k in range(count):
            owners[region[k]] = owner
    for i in range(u64(len(colours))):
        if colours[i] == EMPTY and owners[i] == EDGE:
            owners[i] = EMPTY
    return owners


@kernel
def _flood(
    colours: NDArray[np.uint8], width: int, seed: Point, owners: NDArray[np.uint8], region: NDArray[np.uint16]
) -> tuple[int, int]:
    """Collect the empty region of a point; return the colours it touches (BLACK | WHITE for both) and its size."""
    owners[seed] = EDGE
    region[0] = seed
    count = ONE
    done = ZERO
    reached = ZERO
    while done < count:
        point = u64(region[done])
        done += ONE
        for neighbour in (point - width, west(point), east(point), point + width):
            colour = u64(colours[neighbour])
            if colour == EMPTY:
                if owners[neighbour] == EMPTY:
                    owners[neighbour] = EDGE
                    region[count] = neighbour
                    count += ONE
            elif colour != EDGE:
                reached |= colour
    return reached, count
