"""The hash table: what is in it is found, and nothing else."""

import numpy as np
import pytest

from tengen.compiled.word import u64
from tengen.patterns.hash_table import build_table, find_slot


@pytest.mark.parametrize("count", [0, 1, 2, 3, 100, 5000])
def test_what_is_in_a_table_is_found_and_nothing_else(count: int) -> None:
    words = np.random.default_rng(1).integers(1, 2**63, 2 * count, dtype=np.uint64)
    words[: count // 2] &= ~np.uint64(1023)  # many want the same slots
    words = np.unique(words)
    keys, others = words[::2], words[1::2]
    table = build_table(keys, np.arange(len(keys), dtype=np.int16))
    assert np.count_nonzero(table.keys) == len(keys) <= len(table.keys) / 2
    for value, key in enumerate(keys.tolist()):
        assert table.values[find_slot(table.keys, u64(key))] == value
    assert all(find_slot(table.keys, u64(other)) == len(table.keys) for other in others.tolist())
