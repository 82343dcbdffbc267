"""Capturing races: two adjacent chains, of which one lives only if it captures the other.

Who is ahead is counted, not read (Müller, "Race to Capture"). A liberty of one chain alone is outside, a liberty of
both is shared. Without eyes a side captures the other, moving first, if it has at least as many liberties outside; with
two or more shared ones it needs an advantage of one less than these, as neither side wants to fill them. A side with an
eye also has all shared liberties if the other has none.
"""

from tengen.board.board import Board
from tengen.board.chain import Head, has_liberty
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS, Colour, Point
from tengen.board.shape import adjacent_point, adjacent_stones
from tengen.compiled.bits import popcount
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, TWO, ZERO, i64, u64
from tengen.tactics.liberty import liberties_after, liberty_after, lowest_point
from tengen.tactics.self_atari import is_bad_self_atari
from tengen.tactics.suggestion import Moves, add_once


@kernel
def fight(board: Board, head: Head, most: int, moves: Moves) -> None:
    """Suggest moves for each race of an own chain in which the next move decides.

    An enemy chain races with it if it has two to ``most`` liberties and neither can gain any by extending. In a race
    that is won, lost, or a seki whoever plays next, nothing is suggested.
    """
    if not _is_shut_in(board, head):
        return
    enemy = THREE - u64(board.colour[head])
    stone = head
    seen = ZERO
    while True:
        enemies = adjacent_stones(board, stone, enemy)
        while enemies != ZERO:
            rival = u64(board.chain[adjacent_point(board, stone, enemies)])
            enemies &= enemies - ONE
            if rival != seen:
                seen = rival
                if (
                    TWO <= board.liberty_count[rival] <= most
                    and is_open(board, head, rival)
                    and _is_shut_in(board, rival)
                ):
                    _fill(board, head, rival, moves)
        stone = u64(board.next_stone[stone])
        if stone == head:
            return


@kernel
def _is_shut_in(board: Board, head: Head) -> bool:
    """Return whether a chain gains no liberties by extending."""
    colour = u64(board.colour[head])
    count = u64(board.liberty_count[head])
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            if liberties_after(board, lowest_point(board, word, u64(w)), colour, count + ONE) > count:
                return False
            word &= word - ONE
    return True


@kernel
def is_open(board: Board, head: Head, rival: Head) -> bool:
    """Return whether it depends on the next move how a race between two adjacent chains ends."""
    shared = ZERO
    for w in range(u64(board.liberties.shape[1])):
        shared += popcount(board.liberties[head, w] & board.liberties[rival, w])
    lead = i64(board.liberty_count[head]) - i64(board.liberty_count[rival])
    needed = i64(shared) - 1 if shared > ZERO else i64(0)
    if shared > ZERO:
        has_eye, rival_has_eye = _has_eye(board, head), _has_eye(board, rival)
        if has_eye and rival_has_eye:
            needed = i64(shared)
        elif has_eye:
            lead, needed = lead + i64(shared), i64(0)
        elif rival_has_eye:
            lead, needed = lead - i64(shared), i64(0)
    return abs(lead) == needed


@kernel
def _has_eye(board: Board, head: Head) -> bool:
    """Return whether one of a chain's liberties is a true eye."""
    colour = u64(board.colour[head])
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            if is_true_eye(board, lowest_point(board, word, u64(w)), colour):
                return True
            word &= word - ONE
    return False


@kernel
def _fill(board: Board, head: Head, rival: Head, moves: Moves) -> None:
    """Suggest moves that take the outside liberties of a rival, or prepare that; if there are none, the shared ones."""
    for shared in (False, True):
        found = False
        for w in range(u64(board.liberties.shape[1])):
            word = u64(board.liberties[rival, w])
            while word != ZERO:
                liberty = lowest_point(board, word, u64(w))
                word &= word - ONE
                if has_liberty(board, head, liberty) == shared:
                    point = _way_to_take(board, liberty)
                    if point != PASS:
                        add_once(moves, point)
                        found = True
        if found:
            return


@kernel
def _way_to_take(board: Board, liberty: Point) -> Point:
    """Return the liberty of a rival; if a stone there would be in atari, the point that makes it safe; PASS if none."""
    colour = u64(board.to_play)
    if not is_legal(board, liberty, colour):
        return PASS
    if not is_bad_self_atari(board, liberty, colour):
        return liberty
    point = liberty_after(board, liberty, colour, PASS)
    return point if point != PASS and _is_safe(board, point, colour) else PASS


@inlined
def _is_safe(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a side can play on a point without filling an own eye or giving stones away."""
    return (
        board.colour[point] == EMPTY
        and is_legal(board, point, colour)
        and not is_true_eye(board, point, colour)
        and not is_bad_self_atari(board, point, colour)
    )
