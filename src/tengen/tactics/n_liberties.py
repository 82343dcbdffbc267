"""Chains with three or four liberties: the simple moves of a race."""

from tengen.board.board import Board, stride
from tengen.board.chain import Head
from tengen.board.move import is_legal
from tengen.compiled.bits import trailing_zeros
from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, SIX, ZERO, u64
from tengen.tactics.liberty import liberties_after
from tengen.tactics.self_atari import is_bad_self_atari
from tengen.tactics.suggestion import Moves, add_move


@kernel
def attack(board: Board, head: Head, moves: Moves) -> None:
    """Suggest the liberties of an enemy chain that the side to play can take without a bad self-atari."""
    colour = u64(board.to_play)
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            point = (u64(w) << SIX) + trailing_zeros(word) + stride(board) + ONE
            word &= word - ONE
            if is_legal(board, point, colour) and not is_bad_self_atari(board, point, colour):
                add_move(moves, point)


@kernel
def defend(board: Board, head: Head, moves: Moves) -> None:
    """Suggest the liberties of an own chain where extending gains some."""
    colour = u64(board.to_play)
    count = u64(board.liberty_count[head])
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            point = (u64(w) << SIX) + trailing_zeros(word) + stride(board) + ONE
            word &= word - ONE
            if liberties_after(board, point, colour, count + ONE) > count:
                add_move(moves, point)
