"""The opinion of a prior about a move: virtual games with a mean value."""

from tengen.board.point import Point
from tengen.compiled.jit import inlined
from tengen.tree.thread import Prior


@inlined
def add_opinion(prior: Prior, point: Point, value: float, weight: float) -> None:
    """Add virtual games with a mean value for the mover; a weight of 1 means ``prior.games`` games."""
    games = prior.unit * weight
    prior.games[point] += games
    prior.wins[point] += games * value
