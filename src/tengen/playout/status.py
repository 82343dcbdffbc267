"""Who owns what at the end of a game, judged by playouts: dead chains, and points held by either side."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.life import chain_points, heads_of, seki_heads
from tengen.board.point import BLACK, WHITE, Point
from tengen.game.game import Game
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state

DEAD_BELOW = 0.4  # a chain whose points end as its own in a smaller share of the playouts is dead


class Status(NamedTuple):
    """The stones of a position by their fate, a list for each chain."""

    alive: list[list[Point]]
    seki: list[list[Point]]
    dead: list[list[Point]]


def ownership(game: Game, playouts: int, seed: int, options: Any = None) -> NDArray[np.float64]:
    """Return for each point how much it is Black's at the end of playouts: from -1 (always White's) to 1.

    Each side begins half of them: in a seki whoever has to move loses, and in a finished game nobody has to.
    """
    options = options or PlayoutOptions()
    state = new_playout_state(game.board, seed)
    policy = Policy(options)
    for colour in (BLACK, WHITE):
        state.root.to_play = colour
        policy.survey(state, game.komi, (playouts + 1) // 2)
    return state.tally.owner / state.tally.playouts


def final_status(game: Game, playouts: int, seed: int, options: Any = None) -> Status:
    """Return which chains are alive, in seki and dead; where the rules remove no dead stones, all are alive."""
    chains = {
        head: chain_points(game.board, head) for colour in (BLACK, WHITE) for head in heads_of(game.board, colour)
    }
    if not game.rules.removes_dead:
        return Status(list(chains.values()), [], [])
    owner = ownership(game, playouts, seed, options)
    dead = {head for head, points in chains.items() if _share(game, owner, points) < DEAD_BELOW}
    stones_left = game.without(dead)
    seki = {int(game.board.chain[head]) for head in seki_heads(stones_left)}
    return Status(
        [points for head, points in chains.items() if head not in dead | seki],
        [points for head, points in chains.items() if head in seki],
        [points for head, points in chains.items() if head in dead],
    )


def _share(game: Game, owner: NDArray[np.float64], points: list[Point]) -> float:
    """Return in which share of the playouts the points of a chain ended as its own."""
    sign = 1 if game.board.colour[points[0]] == BLACK else -1
    return float((1 + sign * owner[points].mean()) / 2)
