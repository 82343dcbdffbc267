"""Random numbers (xorshift64*), the same in compiled code and in plain Python, and random words for hashing."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import inlined
from tengen.compiled.record import Record
from tengen.compiled.word import u64

STREAM = 0x9E3779B97F4A7C15  # the golden ratio in 64 bits: far-apart states from neighbouring seeds
MIXER = u64(2685821657736338717)
R12, L25, R27, HALF, TO_FLOAT = u64(12), u64(25), u64(27), u64(32), 2.0**-32


class Rng(Record):
    """The state of a random number generator; never zero. Each thread has its own."""

    state: Annotated[int, np.uint64]


def new_rng(seed: int) -> Rng:
    """Return a generator for a seed (any integer); neighbouring seeds give unrelated sequences."""
    rng = Rng.new()
    mixed = (seed + 1) * STREAM & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    rng.state = u64(mixed ^ mixed >> 27 or STREAM)
    return rng


def random_words(count: int, first: int = 1) -> NDArray[np.uint64]:
    """Return random words for hashing, the same at every call: splitmix64 of the numbers from ``first`` on."""
    state = (np.arange(count, dtype=np.uint64) + np.uint64(first)) * np.uint64(STREAM)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
    return state ^ (state >> np.uint64(31))


@inlined
def draw32(rng: Rng) -> int:
    """Return 32 random bits."""
    x = rng.state
    x ^= x >> R12
    x ^= x << L25
    x ^= x >> R27
    rng.state = x
    return (x * MIXER) >> HALF


@inlined
def below(rng: Rng, bound: int) -> int:
    """Return a random number from 0 to bound - 1. Bound is at most 2**32."""
    return (draw32(rng) * bound) >> HALF


@inlined
def happens(rng: Rng, chance: float) -> bool:
    """Return True with the given probability. With probability 1 no random number is drawn."""
    return chance >= 1.0 or draw32(rng) * TO_FLOAT < chance
