"""Atari: take the last stone if it can be taken, and save what it has put in atari.

The rule without which Pachi falls from 59 % to 5 % against GNU Go (table 3.3). A chain of ours in atari is saved by
taking one of its attackers or by extending, but not along a ladder that works against us.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.chain import first_liberty
from tengen.board.point import PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, THREE, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance, is_small
from tengen.tactics.atari import save_from_atari, save_from_ladders, save_from_plain_ladders
from tengen.tactics.suggestion import Moves, add_move


class AtariOptions(Options, frozen=True):
    """Answer an atari on the last moves."""

    chance: Chance = 0.9
    large_chance: LargeChance = 1.0
    ladders: Annotated[bool, Meta(description="read ladders before running")] = True
    fights: Annotated[bool, Meta(description="read also those in which an attacker might be taken on the way")] = True
    large_fights: Annotated[bool, Meta(description="the same on larger boards")] = False


@inlined
def suggest(board: Board, options: AtariOptions, moves: Moves) -> None:
    """Suggest to take the chain of the last move, and to save the chains that it touches."""
    last = u64(board.last)
    if last == PASS:
        return
    colour = u64(board.to_play)
    if board.colour[last] == THREE - colour:
        head = u64(board.chain[last])
        if board.liberty_count[head] == ONE:
            point = first_liberty(board, head)
            if point != board.ko:
                add_move(moves, point)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if board.liberty_count[head] == ONE:
                if not options.ladders:
                    save_from_atari(board, head, moves)
                elif options.fights if is_small(board) else options.large_fights:
                    save_from_ladders(board, head, moves)
                else:
                    save_from_plain_ladders(board, head, moves)
