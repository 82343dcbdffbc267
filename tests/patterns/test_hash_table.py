"""The hash table: what is in it is found, and nothing else."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.compiled.word import u64
from tengen.patterns.hash_table import FULLEST, build_table, find_slot, find_word, pack, value_of

COUNTS = [0, 1, 2, 3, 100, 5000]


def keys_and_others(count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return keys for a table, of which many want the same slots, and as many others."""
    words = np.random.default_rng(1).integers(1, 2**63, 2 * count, dtype=np.uint64)
    words[: count // 2] &= ~np.uint64(1023)
    words = np.unique(words)
    return words[::2], words[1::2]


@pytest.mark.parametrize("count", COUNTS)
def test_what_is_in_a_table_is_found_and_nothing_else(count: int) -> None:
    keys, others = keys_and_others(count)
    table = build_table(keys, np.arange(len(keys), dtype=np.int16))
    assert np.count_nonzero(table.keys) == len(keys) <= len(table.keys) / 2
    for value, key in enumerate(keys.tolist()):
        assert table.values[find_slot(table.keys, u64(key))] == value
    assert all(find_slot(table.keys, u64(other)) == len(table.keys) for other in others.tolist())


@pytest.mark.parametrize("count", COUNTS)
def test_a_packed_table_has_the_same_keys_and_values(count: int) -> None:
    keys, others = keys_and_others(count)
    values = np.linspace(-(2**15), 2**15 - 1, len(keys)).astype(np.int16)
    packed = pack(build_table(keys, values))
    assert np.count_nonzero(packed) == len(keys) <= len(packed) * FULLEST
    assert [value_of(find_word(packed, u64(key))) for key in keys.tolist()] == values.tolist()
    assert all(find_word(packed, u64(other)) == 0 for other in others.tolist())


def test_the_lowest_value_in_a_packed_table_is_told_from_a_free_slot() -> None:
    """It is 0 in its word, so the key must not be 0 there."""
    key = 1 << 16
    word = find_word(pack(build_table(np.array([key], np.uint64), np.array([-(2**15)], np.int16))), u64(key))
    assert word != 0
    assert value_of(word) == -(2**15)
