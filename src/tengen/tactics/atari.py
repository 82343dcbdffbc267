"""Chains in atari: how the side to play saves its own."""

from tengen.board.board import Board, neighbours
from tengen.board.chain import Head, first_liberty
from tengen.board.point import Colour, Point
from tengen.board.shape import adjacent_point, adjacent_stones
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, TWO, ZERO, u64
from tengen.tactics.ladder import runs_into_ladder, runs_into_plain_ladder
from tengen.tactics.liberty import captures_something, liberties_after
from tengen.tactics.suggestion import Moves, add_once


@kernel
def save_from_atari(board: Board, head: Head, moves: Moves) -> None:
    """Suggest captures and the extension that save a chain in atari of the side to play, without reading ladders."""
    exit = first_liberty(board, head)  # noqa: A001  # the word for it
    capture_attackers(board, head, exit, moves)
    if _liberties_of_extension(board, exit, u64(board.to_play)) >= TWO:
        add_once(moves, exit)


@kernel
def save_from_ladders(board: Board, head: Head, moves: Moves) -> None:
    """Suggest the same moves, but not an extension to two liberties that runs into a ladder.

    If an attacker can be captured, that is the better move: such an extension is left out without reading the ladder.
    """
    exit = first_liberty(board, head)  # noqa: A001  # the word for it
    if _has_to_run(board, head, exit, moves) and not runs_into_ladder(board, head, exit, moves):
        add_once(moves, exit)


@kernel
def save_from_plain_ladders(board: Board, head: Head, moves: Moves) -> None:
    """Suggest the same moves, but read only ladders in which the chain can capture no attacker on the way."""
    exit = first_liberty(board, head)  # noqa: A001  # the word for it
    if _has_to_run(board, head, exit, moves) and not runs_into_plain_ladder(board, head, exit, moves):
        add_once(moves, exit)


@inlined
def _has_to_run(board: Board, head: Head, exit: Point, moves: Moves) -> bool:  # noqa: A002
    """Suggest the moves that certainly save a chain; return whether there are none and a ladder has to be read."""
    colour = u64(board.to_play)
    before = u64(moves.length)
    capture_attackers(board, head, exit, moves)
    liberties = _liberties_of_extension(board, exit, colour)
    if liberties > TWO or (liberties == TWO and captures_something(board, exit, colour)):
        add_once(moves, exit)
        return False
    return liberties == TWO and moves.length == before


@kernel
def capture_attackers(board: Board, head: Head, exit: Point, moves: Moves) -> None:  # noqa: A002
    """Suggest captures of enemy chains adjacent to a chain, except those on its last liberty: it may stay in atari."""
    if board.atari_count == ONE:
        return  # it is the chain itself
    enemy = THREE - u64(board.colour[head])
    stone = head
    while True:
        enemies = adjacent_stones(board, stone, enemy)
        while enemies != ZERO:
            attacker = u64(board.chain[adjacent_point(board, stone, enemies)])
            enemies &= enemies - ONE
            if board.liberty_count[attacker] == ONE:
                point = first_liberty(board, attacker)
                if point != exit and point != board.ko:
                    add_once(moves, point)
        stone = u64(board.next_stone[stone])
        if stone == head:
            return


@inlined
def _liberties_of_extension(board: Board, exit: Point, colour: Colour) -> int:  # noqa: A002
    """Return the liberties after extending, counted up to about three; each captured stone counts as a liberty."""
    liberties = liberties_after(board, exit, colour, THREE)
    for neighbour in neighbours(board, exit):
        if board.colour[neighbour] == THREE - colour and board.liberty_count[u64(board.chain[neighbour])] == ONE:
            liberties += u64(board.stones[u64(board.chain[neighbour])])
    return liberties
