"""Chains with three or four liberties: simple moves of a capturing race."""

from tengen.board.board import Board
from tengen.board.chain import Head
from tengen.board.move import is_legal
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.tactics.liberty import liberties_after, lowest_point
from tengen.tactics.self_atari import is_bad_self_atari
from tengen.tactics.suggestion import Moves, add_move


@kernel
def attack(board: Board, head: Head, moves: Moves) -> None:
    """Suggest the liberties of an enemy chain that the side to play can fill without a bad self-atari."""
    colour = u64(board.to_play)
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            point = lowest_point(board, word, u64(w))
            word &= word - ONE
            if is_legal(board, point, colour) and not is_bad_self_atari(board, point, colour):
                add_move(moves, point)


@kernel
def defend(board: Board, head: Head, moves: Moves) -> None:
    """Suggest the liberties where an own chain gains liberties by extending."""
    colour = u64(board.to_play)
    count = u64(board.liberty_count[head])
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            point = lowest_point(board, word, u64(w))
            word &= word - ONE
            if liberties_after(board, point, colour, count + ONE) > count:
                add_move(moves, point)
