"""Race: play the move that decides a capturing race of a chain next to the last move.

Liberties are counted, outside and shared ones, with eyes (``tactics.race``). If the race is decided whoever plays next,
the rule leaves the move to others.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.point import PASS
from tengen.compiled.jit import inlined
from tengen.compiled.word import TWO, u64
from tengen.parts.options import Options
from tengen.playout.chance import Chance, LargeChance
from tengen.tactics.race import fight
from tengen.tactics.suggestion import Moves


class RaceOptions(Options, frozen=True):
    """Win capturing races in which the next move decides."""

    chance: Chance = 1.0
    large_chance: LargeChance = 1.0
    liberty_map: Annotated[bool, Meta(description="choose among the suggestions by a liberty map")] = False
    most: Annotated[
        int, Meta(ge=2, le=12, description="largest number of liberties of each of the two chains in a race")
    ] = 5


@inlined
def suggest(board: Board, options: RaceOptions, moves: Moves) -> None:
    """Suggest moves for the races of the own chains that touch the last move."""
    last = u64(board.last)
    if last == PASS:
        return
    colour = u64(board.to_play)
    most = u64(options.most)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == colour:
            head = u64(board.chain[neighbour])
            if TWO <= board.liberty_count[head] <= most:
                moves.chain = head
                fight(board, head, most, moves)
