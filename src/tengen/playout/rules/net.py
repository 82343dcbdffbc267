"""Net: catch the chain of the last move without touching it, if it has two liberties (``tactics.net``)."""

from tengen.board.board import Board
from tengen.board.point import PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import THREE, TWO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.net import net_point
from tengen.tactics.suggestion import Moves, add_move


class NetOptions(Options, frozen=True):
    """Catch the chain of the last move in a net."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0


@inlined
def suggest(board: Board, options: NetOptions, moves: Moves) -> None:  # noqa: ARG001  # the family's
    """Suggest the net that catches the chain of the last move."""
    last = u64(board.last)
    if last == PASS or board.colour[last] != THREE - u64(board.to_play):
        return
    head = u64(board.chain[last])
    if board.liberty_count[head] == TWO:
        point = net_point(board, head)
        if point != PASS:
            add_move(moves, point)
