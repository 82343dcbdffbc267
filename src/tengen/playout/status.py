"""The status of stones and the owners of points at the end of a game, estimated by playouts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.life import chain_points, heads_of, seki_heads
from tengen.board.point import BLACK, WHITE, Point
from tengen.game.game import Game
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state

DEAD_BELOW = 0.4  # a chain is dead if its colour owns its points in a smaller share of playouts


class Status(NamedTuple):
    """The chains of a position by their status, each as a list of points."""

    alive: list[list[Point]]
    seki: list[list[Point]]
    dead: list[list[Point]]


def ownership(game: Game, playouts: int, seed: int, options: PlayoutOptions | None = None) -> NDArray[np.float64]:
    """Return the mean owner of each point at the end of playouts, from -1 (always White) to 1 (always Black).

    Each side begins half of the playouts: in a seki the side that must move loses, and in a finished game neither must.
    """
    options = options or PlayoutOptions()
    state = new_playout_state(game.board, seed)
    policy = Policy(options)
    for colour in (BLACK, WHITE):
        state.root.to_play = colour
        policy.survey(state, game.komi, (playouts + 1) // 2)
    return state.tally.owner / state.tally.playouts


def final_status(game: Game, playouts: int, seed: int, options: PlayoutOptions | None = None) -> Status:
    """Return which chains are alive, in seki and dead. If the rules remove no dead stones, all are alive."""
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
    """Return the share of playouts in which the colour of a chain owned its points."""
    sign = 1 if game.board.colour[points[0]] == BLACK else -1
    return float((1 + sign * owner[points].mean()) / 2)
