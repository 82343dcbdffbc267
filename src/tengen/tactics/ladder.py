"""Ladders: whether a chain in atari can run away.

    . . . . .
    . O X . .       X runs to the right and up. After each extension it has two liberties, and White takes one. It
    O X X . .       escapes if it ever gets three liberties, or can capture an attacking stone.
    . O O . .

The chain may extend or capture an attacker, and the attacker may take either liberty: all of that is read. At the end
of a line, the side that lost goes back to its last choice. There is one board to read on, so going back means playing
the line again from the start; lines with a choice are rare enough for that.
"""

from tengen.board.board import Board, neighbours
from tengen.board.chain import Head, copy_position, first_liberty, has_liberty
from tengen.board.move import is_legal, put_stone
from tengen.board.point import PASS, Colour, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, SIX, THREE, TWO, ZERO, u64
from tengen.tactics.liberty import (
    captures_something,
    liberties_after,
    liberties_after_loss,
    liberties_after_losses,
    liberty_after,
    second_liberty,
)
from tengen.tactics.suggestion import Moves

LONGEST = 400  # moves; no ladder on the largest board is longer
MOST_STONES = 40  # put on the board while reading; nearly all chains that need more escape, so they count as escaped
NO_WAY = u64(2**16 - 1)


@kernel
def runs_into_ladder(board: Board, head: Head, exit: Point, moves: Moves) -> bool:  # noqa: A002  # the word for it
    """Return whether a chain in atari is caught in a ladder if it extends to its last liberty and then has two.

    The first step decides many of these ladders, and is judged without a copy of the board.
    """
    colour = u64(board.colour[head])
    least = _left_at_first_step(board, exit, colour)
    if least >= THREE:
        return False
    if least < TWO and not _can_fight_back(board, exit, colour):
        return True
    return _is_caught(board, head, PASS, exit, moves)


@kernel
def runs_into_plain_ladder(board: Board, head: Head, exit: Point, moves: Moves) -> bool:  # noqa: A002
    """Return the same in half the time: a chain that might capture an attacker on its way counts as escaped.

    On a large board 19 of 20 such chains do escape.
    """
    colour = u64(board.colour[head])
    least = _left_at_first_step(board, exit, colour)
    if least >= THREE or _can_fight_back(board, exit, colour):
        return False
    return least < TWO or _is_caught(board, head, PASS, exit, moves)


@kernel
def _left_at_first_step(board: Board, exit: Point, colour: Colour) -> int:  # noqa: A002
    """Return the liberties after two extensions, if the attacker takes the liberty that leaves the chain fewer."""
    first = liberty_after(board, exit, colour, PASS)
    second = liberty_after(board, exit, colour, first)
    return min(_left_if_taken(board, exit, first, second, colour), _left_if_taken(board, exit, second, first, colour))


@kernel
def _left_if_taken(board: Board, exit: Point, taken: Point, left: Point, colour: Colour) -> int:  # noqa: A002
    """Return the liberties if the attacker takes one of the two and the chain extends to the other.

    The result is at least two if one of these moves captures or the attacker's stone is in atari: the ladder has to be
    read.
    """
    enemy = THREE - colour
    if not is_legal(board, taken, enemy):
        return THREE
    if captures_something(board, taken, enemy):
        return TWO
    liberties = liberties_after_losses(board, left, colour, taken, exit, THREE)
    if captures_something(board, left, colour):
        return max(liberties + ONE, TWO)
    return liberties if liberties > ONE or liberties_after_loss(board, taken, enemy, exit, TWO) > ONE else TWO


@kernel
def _can_fight_back(board: Board, exit: Point, colour: Colour) -> bool:  # noqa: A002
    """Return whether a chain that extends to a point might capture an adjacent enemy chain."""
    enemy = THREE - colour
    for neighbour in neighbours(board, exit):
        if board.colour[neighbour] == enemy and board.liberty_count[u64(board.chain[neighbour])] <= TWO:
            return True
    for i in range(u64(board.atari_count)):
        head = u64(board.atari[i])
        if board.colour[head] == enemy and _touches_chain_at(board, head, exit, colour):
            return True
    return False


@kernel
def _touches_chain_at(board: Board, head: Head, point: Point, colour: Colour) -> bool:
    """Return whether a chain is adjacent to one of the given colour that has a liberty on a point."""
    stone = head
    while True:
        for neighbour in neighbours(board, stone):
            if board.colour[neighbour] == colour and has_liberty(board, u64(board.chain[neighbour]), point):
                return True
        stone = u64(board.next_stone[stone])
        if stone == head:
            return False


@kernel
def is_caught_in_ladder(board: Board, stone: Point, moves: Moves) -> bool:
    """Return whether a chain in atari is captured in a ladder, whatever move it makes first."""
    return _is_caught(board, stone, PASS, PASS, moves)


@kernel
def is_caught_by_atari(board: Board, head: Head, taken: Point, moves: Moves) -> bool:
    """Return whether a chain with two liberties is captured in a ladder if the attacker takes the given one."""
    colour = u64(board.colour[head])
    first = first_liberty(board, head)
    left = second_liberty(board, head, first) if first == taken else first
    if liberties_after_loss(board, left, colour, taken, THREE) >= THREE or not is_legal(board, taken, THREE - colour):
        return False
    return _is_caught(board, head, taken, PASS, moves)


@kernel
def _is_caught(board: Board, stone: Point, taken: Point, exit: Point, moves: Moves) -> bool:  # noqa: A002
    """Return whether the chain is captured if its first move is ``exit``; PASS for any move.

    Before that the attacker takes the liberty ``taken``; PASS if the chain is in atari already.
    """
    reader, line, other = moves.reader, moves.line, moves.other
    colour = u64(board.colour[stone])
    _set_up(reader, board, taken, THREE - colour)
    stones = 0  # put on the reading board in total
    depth = 0  # moves of the line; at even depths the chain is to play
    if exit != PASS:
        put_stone(reader, exit, colour)
        other[0] = NO_WAY
        line[0] = exit
        depth = 1
    way, next_way = _ways(reader, stone, depth)
    for _ in range(LONGEST):
        # 1. A side without a move has lost this line: it goes back to its last choice.
        if way == NO_WAY:
            loser = depth & 1
            depth -= 2
            while depth >= 0 and other[depth] == NO_WAY:
                depth -= 2
            if depth < 0:
                return loser == 0
            stones += depth
            if stones > MOST_STONES:
                return False
            _play_again(board, moves, taken, depth, colour)
            way = u64(other[depth])
            next_way = NO_WAY
            if depth & 1 == 0:
                next_way = _way_to_run(reader, u64(reader.chain[stone]), way + ONE)

        # 2. Play the move, and remember the alternative.
        if depth + 2 >= len(line):
            return False
        runs = depth & 1 == 0
        point = first_liberty(reader, u64(reader.atari[way])) if runs else way
        line[depth] = point
        other[depth] = next_way
        put_stone(reader, point, colour if runs else THREE - colour)
        stones += 1
        depth += 1

        # 3. The other side's turn; a chain that is still in atari is captured at once.
        if runs and reader.liberty_count[u64(reader.chain[stone])] == ONE:
            depth += 1
            way = NO_WAY
        else:
            way, next_way = _ways(reader, stone, depth)
    return False


@inlined
def _set_up(reader: Board, board: Board, taken: Point, enemy: Colour) -> None:
    """Copy the position to the reading board, and let the attacker take a liberty, unless that is PASS."""
    copy_position(reader, board)
    if taken != PASS:
        put_stone(reader, taken, enemy)


@kernel
def _play_again(board: Board, moves: Moves, taken: Point, depth: int, colour: Colour) -> None:
    """Set up the position after the first ``depth`` moves of the line on the reading board."""
    _set_up(moves.reader, board, taken, THREE - colour)
    for i in range(depth):
        put_stone(moves.reader, u64(moves.line[i]), colour if i & 1 == 0 else THREE - colour)


@inlined
def _ways(board: Board, stone: Point, depth: int) -> tuple[int, int]:
    """Return the first two moves to try for the side to play; see ``_way_to_run`` and ``_ways_to_chase``."""
    head = u64(board.chain[stone])
    if depth & 1 == 1:
        return _ways_to_chase(board, head)
    way = _way_to_run(board, head, ZERO)
    return way, _way_to_run(board, head, way + ONE)


@kernel
def _way_to_run(board: Board, head: Head, way: int) -> int:
    """Return the next chain in atari, as an index of ``board.atari``, on whose last liberty the chain may play.

    For the chain itself that is the extension, for an adjacent enemy chain the capture. NO_WAY if there is none.
    """
    colour = u64(board.colour[head])
    while way < board.atari_count:
        other = u64(board.atari[way])
        point = first_liberty(board, other)
        if other == head:
            if captures_something(board, point, colour):
                if point != board.ko:
                    return way
            elif liberties_after(board, point, colour, TWO) > ONE:
                return way
        elif board.colour[other] != colour and point != board.ko and _touches(board, other, head):
            return way
        way += ONE
    return NO_WAY


@kernel
def _touches(board: Board, other: Head, head: Head) -> bool:
    """Return whether two chains of different colours are adjacent."""
    colour = u64(board.colour[head])
    stone = other
    while True:
        for neighbour in neighbours(board, stone):
            if board.colour[neighbour] == colour and board.chain[neighbour] == head:
                return True
        stone = u64(board.next_stone[stone])
        if stone == other:
            return False


@kernel
def _ways_to_chase(board: Board, head: Head) -> tuple[int, int]:
    """Return the liberties that the attacker can take so that the chain does not get three by extending.

    The better one comes first: it leaves the chain fewer liberties, or else gives the attacker's stone more.
    """
    if board.liberty_count[head] > TWO:
        return NO_WAY, NO_WAY
    first = first_liberty(board, head)
    second = second_liberty(board, head, first)
    after_first = _left_after(board, head, first, second)
    after_second = _left_after(board, head, second, first)
    if after_second >= THREE:
        return first if after_first < THREE else NO_WAY, NO_WAY
    if after_first >= THREE:
        return second, NO_WAY
    if after_first == after_second:
        enemy = THREE - u64(board.colour[head])
        after_first += liberties_after(board, second, enemy, SIX)
        after_second += liberties_after(board, first, enemy, SIX)
    return (first, second) if after_first <= after_second else (second, first)


@kernel
def _left_after(board: Board, head: Head, taken: Point, left: Point) -> int:
    """Return the chain's liberties if one is taken and it extends to the other; THREE if taking it is illegal."""
    colour = u64(board.colour[head])
    enemy = THREE - colour
    if not is_legal(board, taken, enemy):
        return THREE
    if captures_something(board, taken, enemy):
        return TWO
    return liberties_after_loss(board, left, colour, taken, THREE)
