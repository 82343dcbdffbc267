"""Pattern: play MoGo's 3x3 shapes around the last move.

Hane, cuts and edge patterns at the eight points around the last move make playouts locally sensible sequences (INRIA
report 6062, section 3.2). Pachi looks around the last two moves.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, stride
from tengen.board.move import is_legal
from tengen.board.point import PASS, Colour, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, u64
from tengen.parts.options import Options
from tengen.patterns.drawn import LIBRARY, matches_mogo, matches_set
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.self_atari import is_bad_self_atari
from tengen.tactics.suggestion import Moves, add_move


class PatternOptions(Options, frozen=True):
    """Play 3x3 patterns around the last moves."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0
    both_moves: Annotated[bool, Meta(description="look around the last two moves, not only the last one")] = False
    learned: Annotated[
        int,
        Meta(
            ge=0,
            le=2 ** len(LIBRARY) - 1,
            description="number of a pattern set from `tengen learn patterns`; 0 for MoGo's patterns",
        ),
    ] = 0


@inlined
def suggest(board: Board, options: PatternOptions, moves: Moves) -> None:
    """Suggest the points around the last moves that match a pattern and are not a bad self-atari."""
    colour = u64(board.to_play)
    if board.last != PASS:
        _look_around(board, u64(board.last), colour, u64(options.learned), moves)
    if options.both_moves and board.last_but_one != PASS:
        _look_around(board, u64(board.last_but_one), colour, u64(options.learned), moves)


@kernel
def _look_around(board: Board, centre: Point, colour: Colour, learned: int, moves: Moves) -> None:
    # The code of the centre tells which of its neighbours are empty: a pair of bits each, in the order of ``shape``.
    code = u64(board.code[centre])
    taken = code | code >> ONE
    up = stride(board)
    _look_at(board, centre - up, colour, taken, learned, moves)
    _look_at(board, centre - ONE, colour, taken >> u64(2), learned, moves)
    _look_at(board, centre + ONE, colour, taken >> u64(4), learned, moves)
    _look_at(board, centre + up, colour, taken >> u64(6), learned, moves)
    _look_at(board, centre - up - ONE, colour, taken >> u64(8), learned, moves)
    _look_at(board, centre - up + ONE, colour, taken >> u64(10), learned, moves)
    _look_at(board, centre + up - ONE, colour, taken >> u64(12), learned, moves)
    _look_at(board, centre + up + ONE, colour, taken >> u64(14), learned, moves)


@inlined
def _look_at(board: Board, point: Point, colour: Colour, taken: int, learned: int, moves: Moves) -> None:
    if (
        taken & ONE == ZERO
        and (matches_mogo(board, point, colour) if learned == ZERO else matches_set(board, point, colour, learned))
        and is_legal(board, point, colour)
        and not is_bad_self_atari(board, point, colour)
    ):
        add_move(moves, point)
