"""What a search has found out so far."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import Colour, Point


class MoveReport(NamedTuple):
    """One move at the root; values are the mover's probability of winning, as the simulations were judged."""

    point: Point
    visits: int
    value: float
    """The mean of its simulations; 0 without any."""
    amaf: float | None
    """The mean of the simulations in which it was played later, where that is counted."""
    prior: float | None
    """The mean of its virtual games, where there are any."""
    sequence: list[Point]
    """The move and the most visited answers."""
    criticality: float | None = None
    """Twice the covariance of owning its point and winning, where that is counted."""


class ChainReport(NamedTuple):
    """A chain on the board of the root."""

    points: list[Point]
    survival: float
    """The share of the simulations in which it was not captured."""


class Report(NamedTuple):
    """A search at some moment."""

    moves: list[MoveReport]
    """The moves with visits, most visited first."""
    value: float
    """The probability that the side to move wins, as the simulations were judged: see ``win_rate``."""
    score: float
    """Black's mean lead at the end of playouts, komi counted."""
    ownership: NDArray[np.float64]
    """Of each point: from -1 (always White's) to 1 (always Black's)."""
    visits: int
    """Of the root: simulations of this search and those kept from earlier ones."""
    simulations: int
    """Of this search."""
    seconds: float
    depth: float
    """The mean number of moves in the tree."""
    nodes: int
    """In use."""
    colour: Colour
    """Whose turn it is."""
    size: int
    """Of the board."""
    criticality: NDArray[np.float64] | None = None
    """Of each point: twice the covariance of owning it and winning, where that is counted."""
    chains: list[ChainReport] | None = None
    """Those on the board, the one in most danger first, where that is counted."""
    won: float | None = None
    """Share of this search's simulations that the side to move wins with the real komi; None where all had that."""
    extra_komi: float = 0.0
    """What Black pays in the simulations on top of the real komi; ``value`` and the moves' values are with it."""

    @property
    def win_rate(self) -> float:
        """The probability that the side to move wins with the real komi."""
        return self.value if self.won is None else self.won
