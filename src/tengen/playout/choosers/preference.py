"""Preference: draw among the suggestions of a rule by learned weights, instead of evenly.

The weight of a suggestion is the product of a factor for each of its features: its 3x3 shape, the liberties of the
chain that it makes, whether it captures, and its distance from the last move. The factors are those that make the moves
of strong players, where they are among the suggestions, as likely as possible (``tengen learn preference``).
"""

from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, stride
from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.rng import below
from tengen.compiled.word import FOUR, ONE, TWO, ZERO, u64
from tengen.patterns.shape_values import shape_value
from tengen.playout.state import PlayoutState
from tengen.tactics.liberty import captures_something, liberties_after

FILE = "preference.tsv"
SHAPES = 13  # by the number of bits of a shape's value
LIBERTIES = 8  # one, two, three, more; then the same for captures
DISTANCES = 3  # next to the last move, at its diagonal, further away
FIRST_LIBERTIES, FIRST_DISTANCE = u64(SHAPES), u64(SHAPES + LIBERTIES)
FACTORS = SHAPES + LIBERTIES + DISTANCES
SCALE = 32  # a factor of 1 in the table of integers
LARGEST = 1023  # in that table


def read_factors(text: str) -> NDArray[np.float64]:
    """Return the factors from the text of the file, in the order of the features."""
    lines = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return np.array([float(factor) for _, factor in lines])


def as_integers(factors: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Return factors as integers from 1 on, so that products of three are exact and never 0."""
    return np.clip(np.rint(factors * SCALE), 1, LARGEST).astype(np.uint64)


WEIGHTS = as_integers(read_factors(files("tengen.playout.choosers").joinpath(FILE).read_text()))


@kernel
def features(board: Board, point: Point) -> tuple[int, int, int]:
    """Return the numbers of the factors of a move of the side to play."""
    colour = u64(board.to_play)
    value = u64(shape_value(board, point, colour))
    shape = ZERO
    while value != ZERO:
        value >>= ONE
        shape += ONE
    liberties = min(max(liberties_after(board, point, colour, FOUR), ONE), FOUR) - ONE
    if captures_something(board, point, colour):
        liberties += FOUR
    return shape, FIRST_LIBERTIES + liberties, FIRST_DISTANCE + _distance(board, point)


@inlined
def _distance(board: Board, point: Point) -> int:
    """Return 0 next to the last move, 1 at its diagonal, 2 elsewhere."""
    last = u64(board.last)
    if last == PASS:
        return TWO
    apart = max(point, last) - min(point, last)
    up = stride(board)
    if apart == ONE or apart == up:
        return ZERO
    return ONE if apart == up - ONE or apart == up + ONE else TWO


@kernel
def weight(board: Board, point: Point) -> int:
    """Return the weight of a suggestion."""
    shape, liberties, distance = features(board, point)
    return u64(WEIGHTS[shape] * WEIGHTS[liberties] * WEIGHTS[distance])


@kernel
def choose(state: PlayoutState) -> Point:
    """Return one of the suggested points, drawn by weight. There must be one."""
    board, moves = state.board, state.moves
    count = u64(moves.length)
    if count == ONE:
        return u64(moves.points[0])
    chosen, total = u64(moves.points[0]), ZERO
    for i in range(count):
        # Each suggestion replaces the one chosen so far with its own share of the sum of weights.
        point = u64(moves.points[i])
        own = weight(board, point)
        total += own
        if below(state.rng, total) < own:
            chosen = point
    return chosen
