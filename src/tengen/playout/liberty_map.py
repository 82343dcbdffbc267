"""Liberty maps: remember which answers to a chain's situation were successful, and prefer them in later playouts.

A situation is the set of a chain's liberties, each with the colours of its neighbours. If a rule about chains with few
liberties suggests several moves, one with a good rating is played. The rating of an answer is its mean local value at
the end of playouts (Pachi, chapter 6). Threads share the map without locks.
"""

from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board, stride
from tengen.board.chain import Head
from tengen.board.move import KEYS, KEYS_A_COLOUR
from tengen.board.point import Point
from tengen.compiled.atomic import add_to, swap_in
from tengen.compiled.bits import trailing_zeros
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.record import Record
from tengen.compiled.rng import MIXER, below, happens
from tengen.compiled.word import ONE, SIX, TWO, ZERO, u64
from tengen.parts.options import Options
from tengen.playout.local_value import WHOLE, local_value
from tengen.playout.state import PlayoutState

ENTRIES = 1 << 16  # 16 bytes each
PROBES = 4  # slots in which an answer may be stored
HALF_WORD = u64(32)
LOW_HALF = u64(2**32 - 1)
FOUR_NEIGHBOURS = u64(255)  # their part of a 3x3 code


class LibertyMapOptions(Options, frozen=True):
    """Choose among suggestions by their earlier success, for the rules with ``liberty-map=true``."""

    explore: Annotated[
        float, Meta(ge=0, le=1, description="probability of picking a suggestion at random, without the map")
    ] = 0.1
    good: Annotated[float, Meta(ge=0, le=1, description="mean local value from which an answer counts as good")] = 0.7
    doubt: Annotated[
        float,
        Meta(ge=0, le=1000, description="virtual games added to every rating, so that a few lucky games count less"),
    ] = 0.0
    doubt_value: Annotated[float, Meta(ge=0, le=1, description="local value of the virtual games of doubt")] = 0.5


class Rating(Record):
    """The results of one answer to one situation."""

    key: Annotated[int, np.uint64]  # hash of situation and answer; 0 for a free slot
    games: Annotated[int, np.uint64]  # low half: number of games; high half: sum of their local values


Ratings = NDArray[np.void]


def new_ratings(entries: int) -> Ratings:
    """Return an empty map; the number of entries must be a power of two."""
    return Rating.array(entries)


@kernel
def situation(board: Board, head: Head) -> int:
    """Return a hash of a chain's liberties, the colours of their neighbours, and the side to play; never 0."""
    key = u64(board.to_play)
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            point = (u64(w) << SIX) + trailing_zeros(word) + stride(board) + ONE
            word &= word - ONE
            around = u64(board.code[point]) & FOUR_NEIGHBOURS
            key ^= KEYS[point] * (around * TWO + ONE)
    return key | ONE


@kernel
def pick_rated(state: PlayoutState, ratings: Ratings, options: LibertyMapOptions) -> Point:
    """Choose one of the suggested points by the map, note it to be rated, and return it. There must be a suggestion.

    One suggestion is drawn at random. With probability ``explore`` it is chosen. Otherwise the first suggestion, from
    the drawn one on, that has no rating or a good one is chosen; if there is none, the drawn one.
    """
    count = u64(state.moves.length)
    chosen = below(state.rng, count)
    place = _place_of_answer(state, ratings, chosen)
    if count > ONE and not happens(state.rng, options.explore) and not _is_good(ratings, place, options):
        other = chosen
        for _ in range(count - ONE):
            other = other + ONE if other + ONE < count else ZERO
            other_place = _place_of_answer(state, ratings, other)
            if _is_good(ratings, other_place, options):
                chosen, place = other, other_place
                break
    point = u64(state.moves.points[chosen])
    _note(state, point, place)
    return point


@inlined
def _place_of_answer(state: PlayoutState, ratings: Ratings, number: int) -> int:
    """Return the slot of a suggested point, as an answer to the situation of its chain."""
    key = situation(state.board, u64(state.moves.chains[number]))
    return place_of(ratings, u64((key ^ KEYS[KEYS_A_COLOUR + u64(state.moves.points[number])]) * MIXER | ONE))


@kernel
def place_of(ratings: Ratings, key: int) -> int:
    """Return the slot of a key. A new key gets a free slot, or that of the answer nearby with the fewest games.

    If two threads claim a slot for different keys at the same time, the ratings of one of them are lost.
    """
    mask = u64(len(ratings)) - ONE
    home = (key >> HALF_WORD) & mask
    least = home
    fewest = LOW_HALF
    for probe in range(PROBES):
        place = (home + u64(probe)) & mask
        found = u64(ratings[place].key)
        if found == key:
            return place
        if found == ZERO:
            if swap_in(ratings[place], "key", ZERO, key):
                return place
            if ratings[place].key == key:
                return place
        games = u64(ratings[place].games) & LOW_HALF
        if games < fewest:
            fewest = games
            least = place
    ratings[least].key = key
    ratings[least].games = ZERO
    return least


@kernel
def find_place(ratings: Ratings, key: int) -> int:
    """Return the slot of a key, or the length of the map if the key is not in it."""
    mask = u64(len(ratings)) - ONE
    home = (key >> HALF_WORD) & mask
    for probe in range(PROBES):
        place = (home + u64(probe)) & mask
        if ratings[place].key == key:
            return place
    return u64(len(ratings))


@inlined
def _is_good(ratings: Ratings, place: int, options: LibertyMapOptions) -> bool:
    """Return whether an answer has no rating yet or a good one, including the virtual games of ``doubt``."""
    packed = u64(ratings[place].games)
    games, value = float(packed & LOW_HALF), float(packed >> HALF_WORD)
    doubtful = options.doubt * options.doubt_value * float(WHOLE)
    return games == 0.0 or value + doubtful >= options.good * float(WHOLE) * (games + options.doubt)


@inlined
def _note(state: PlayoutState, point: Point, place: int) -> None:
    """Note a chosen answer, to be rated at the end of the playout."""
    answers = state.answers
    end = u64(answers.length)
    if end < u64(len(answers.points)):
        answers.points[end] = point
        answers.places[end] = place
        answers.colours[end] = state.board.to_play
        answers.length = end + ONE


@kernel
def rate_answers(state: PlayoutState, ratings: Ratings) -> None:
    """Add the local values of the noted answers, on the final board, to their ratings; clear the notes."""
    answers = state.answers
    for i in range(u64(answers.length)):
        value = local_value(state.board, u64(answers.points[i]), u64(answers.colours[i]))
        add_to(ratings[u64(answers.places[i])], "games", (value << HALF_WORD) + ONE)
    answers.length = ZERO
