"""Move prediction: how likely a strong player makes a move, by the stones around it and by what it does (Coulom 2007).

A move has patterns and members. Its patterns are the stones around it, in growing neighbourhoods (``surroundings``);
the same with the place of the last move; and the stones around the last move with the place of this one. Of each of
these three sequences the largest known pattern counts. Its members are what the move does (``move_features``).

The rating of a move is the sum of the ratings of its patterns and members, and of the products of the factors of each
two members: an atari may be worth more far from the edge (factorization: Rendle 2010; Xiao and Mueller 2016). The
probability of a move is the exponential of its rating, divided by the sum of all (Bradley-Terry model). All of it is
learned from games: ``tengen learn prediction``.
"""

from functools import partial
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, is_tiny
from tengen.board.point import Point
from tengen.compiled.jit import kernel
from tengen.compiled.kept_tables import Tables, kept
from tengen.compiled.large_table import table
from tengen.compiled.word import ONE, ZERO, i64, u64
from tengen.patterns.hash_table import HashTable, find_word, pack, value_of
from tengen.patterns.move_features import GROUPS, OFFSETS, Survey, classify
from tengen.patterns.ratings import FACTORS, KINDS, SCALE, read_ratings
from tengen.patterns.surroundings import ANSWER, LEVELS, NO_PLACE, REPLY, REPLY_LEVELS, key_with_place, place_of, widen
from tengen.tactics.suggestion import Moves


def _tables(kind: str) -> Tables:
    """Return the tables for a kind of board: of the patterns, packed, and those of the members."""
    ratings = read_ratings(kind)
    return pack(HashTable(ratings.keys, ratings.values)), ratings.members, ratings.factors


(_SMALL, SMALL_MEMBERS, SMALL_FACTORS), (_LARGE, LARGE_MEMBERS, LARGE_FACTORS) = (
    kept(f"prediction_{kind}", partial(_tables, kind)) for kind in KINDS
)
small_patterns, large_patterns = table("prediction_small", _SMALL), table("prediction_large", _LARGE)


class Sight(Survey):
    """A survey with scratch space for ratings."""

    sums: Annotated[NDArray[np.float32], FACTORS]


@kernel
def rate(board: Board, point: Point, sight: Sight, moves: Moves) -> float:
    """Return the rating of a legal move of the side to play. ``look_over`` comes first."""
    classify(board, point, sight, moves)
    if is_tiny(board):
        patterns = _rating_of_patterns(board, point, sight, small_patterns())
        return patterns + _rating_of_members(sight, SMALL_MEMBERS, SMALL_FACTORS)
    patterns = _rating_of_patterns(board, point, sight, large_patterns())
    return patterns + _rating_of_members(sight, LARGE_MEMBERS, LARGE_FACTORS)


@kernel
def _rating_of_patterns(board: Board, point: Point, sight: Sight, words: NDArray[np.uint64]) -> float:
    """Return the sum of the ratings of the largest known patterns of the three sequences."""
    images = sight.images
    plain = answer = reply = i64(0)
    place = place_of(board, point, u64(board.last))
    is_answer = place != NO_PLACE
    for level in range(u64(LEVELS)):
        word = u64(find_word(words, u64(widen(board, point, u64(board.to_play), u64(level), images))))
        if word == ZERO:
            break
        plain = value_of(word)
        if is_answer:
            word = u64(find_word(words, key_with_place(images, u64(level), place, ANSWER)))
            is_answer = word != ZERO
            if is_answer:
                answer = value_of(word)
    if place != NO_PLACE and sight.has_reply == ONE:
        for level in range(u64(REPLY_LEVELS)):
            word = u64(find_word(words, key_with_place(sight.replies[level], u64(level), place, REPLY)))
            if word == ZERO:
                break
            reply = value_of(word)
    return float(plain + answer + reply) / SCALE


@kernel
def _rating_of_members(sight: Sight, members: NDArray[np.float32], factors: NDArray[np.float32]) -> float:
    """Return the sum of the ratings of the members, and of the products of the factors of each two of them.

    The products are half the square of the sum of all factors, less half the square of each, which is subtracted from
    the ratings beforehand.
    """
    rating, sums = 0.0, sight.sums
    for f in range(u64(FACTORS)):
        sums[f] = np.float32(0.0)
    for group in range(u64(GROUPS)):
        member = u64(OFFSETS[group]) + u64(sight.classes[group])
        rating += members[member]
        for f in range(u64(FACTORS)):
            sums[f] += factors[member, f]
    square = 0.0
    for f in range(u64(FACTORS)):
        square += sums[f] * sums[f]
    return rating + 0.5 * square
