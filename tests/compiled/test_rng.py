import numpy as np

from tengen.compiled.jit import kernel
from tengen.compiled.rng import Rng, below, happens, new_rng
from tengen.compiled.word import u64


@kernel
def histogram(rng: Rng, bins: int, count: int) -> np.ndarray:
    counts = np.zeros(bins, np.int64)
    for _ in range(count):
        counts[below(rng, u64(bins))] += 1
    return counts


@kernel
def count_happenings(rng: Rng, chance: float, count: int) -> int:
    found = 0
    for _ in range(count):
        if happens(rng, chance):
            found += 1
    return found


def test_numbers_are_uniform() -> None:
    draws = 1_000_000
    for bins in (2, 7, 81, 361):
        counts = histogram(new_rng(5), bins, draws)
        chi_squared = float(((counts - draws / bins) ** 2 / (draws / bins)).sum())
        # Five standard deviations of the chi-squared distribution around its mean.
        assert abs(chi_squared - (bins - 1)) < 5 * (2 * (bins - 1)) ** 0.5 + 10


def test_chances_are_met() -> None:
    for chance in (0.0, 0.2, 0.9, 1.0):
        found = count_happenings(new_rng(3), chance, 100_000)
        assert abs(found - 100_000 * chance) < 5 * (100_000 * chance * (1 - chance)) ** 0.5 + 1e-9


def test_seeds_give_unrelated_streams() -> None:
    streams = [tuple(histogram(new_rng(seed), 50, 100)) for seed in (-1, 0, 1, 2, 2**63)]
    assert len(set(streams)) == len(streams)
    assert tuple(histogram(new_rng(1), 50, 100)) == streams[2]


def test_no_seed_gives_the_dead_state() -> None:
    assert all(new_rng(seed).state != 0 for seed in range(-1000, 1000))
