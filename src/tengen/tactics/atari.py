"""Chains in atari: how to save one's own."""

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
    """Suggest the captures and the extension that save a chain in atari of the side to play; ladders are not read."""
    exit = first_liberty(board, head)  # noqa: A001  # the word for it
    capture_attackers(board, head, exit, moves)
    if _liberties_of_extension(board, exit, u64(board.to_play)) >= TWO:
        add_once(moves, exit)


@kernel
def save_from_ladders(board: Board, head: Head, moves: Moves) -> None:
    """Do the same, but leave out an extension to two liberties that runs into a ladder.

    It is left out unread where an attacker can be taken, which is the better move.
    """
    exit = first_liberty(board, head)  # noqa: A001  # the word for it
    if _has_to_run(board, head, exit, moves) and not runs_into_ladder(board, head, exit, moves):
        add_once(moves, exit)


@kernel
def save_from_plain_ladders(board: Board, head: Head, moves: Moves) -> None:
    """Do the same, but read only the ladders in which no attacker might be taken on the way."""
    exit = first_liberty(board, head)  # noqa: A001  # the word for it
    if _has_to_run(board, head, exit, moves) and not runs_into_plain_ladder(board, head, exit, moves):
        add_once(moves, exit)


@inlined
def _has_to_run(board: Board, head: Head, exit: Point, moves: Moves) -> bool:  # noqa: A002
    """Suggest what saves a chain for sure; return whether nothing does and an extension might."""
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
    """Suggest the captures of enemy chains next to a chain, but those on its exit, which may leave it in atari."""
    if board.atari_count == ONE:
        return  # the chain itself
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
    """Return what a chain in atari gets by extending, up to three or so; a stone that it takes is a liberty."""
    liberties = liberties_after(board, exit, colour, THREE)
    for neighbour in neighbours(board, exit):
        if board.colour[neighbour] == THREE - colour and board.liberty_count[u64(board.chain[neighbour])] == ONE:
            liberties += u64(board.stones[u64(board.chain[neighbour])])
    return liberties
