"""Atari: capture the chain of the last move if it is in atari, and save own chains that the last move put in atari.

An own chain in atari is saved by capturing an attacker or by extending, but not into a ladder that catches it. Without
this rule Pachi wins 5 % instead of 59 % of its games against GNU Go (table 3.3).
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, is_small, neighbours
from tengen.board.chain import first_liberty
from tengen.board.point import PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, THREE, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.atari import save_from_atari, save_from_ladders, save_from_plain_ladders
from tengen.tactics.suggestion import Moves, add_move


class AtariOptions(Options, frozen=True):
    """Capture the last stone, or save chains that it put in atari."""

    chance: Chance = 0.9
    large_chance: LargeChance = 1.0
    ladders: Annotated[bool, Meta(description="read ladders before extending a chain in atari")] = True
    fights: Annotated[
        bool, Meta(description="also read ladders in which an attacker might be captured, on boards up to 13x13")
    ] = True
    large_fights: Annotated[
        bool, Meta(description="also read ladders in which an attacker might be captured, on larger boards")
    ] = False


@inlined
def suggest(board: Board, options: AtariOptions, moves: Moves) -> None:
    """Suggest capturing the chain of the last move, and saving the own chains that it touches."""
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
