"""A hash table that is built in plain Python and read by compiled code: open addressing, at most half full."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import kernel
from tengen.compiled.word import ONE, ZERO, u64


class HashTable(NamedTuple):
    """The keys and the values, by slot."""

    keys: NDArray[np.uint64]
    """0 in a free slot."""
    values: NDArray[np.integer]


def build_table(keys: NDArray[np.uint64], values: NDArray[np.integer]) -> HashTable:
    """Return a table of keys and their values. The keys must differ, and none may be 0."""
    slots = 1 << max(2 * len(keys) - 1, 1).bit_length()
    table = HashTable(np.zeros(slots, np.uint64), np.zeros(slots, values.dtype))
    waiting, slot = np.arange(len(keys)), keys % np.uint64(slots)
    while len(waiting):
        # Of the keys that want the same slot, one gets it if it is free; all others try the next slot.
        wanted, first = np.unique(slot[waiting], return_index=True)
        settled = first[table.keys[wanted] == 0]
        winners = waiting[settled]
        table.keys[slot[winners]], table.values[slot[winners]] = keys[winners], values[winners]
        waiting = np.delete(waiting, settled)
        slot[waiting] = (slot[waiting] + np.uint64(1)) % np.uint64(slots)
    return table


@kernel
def find_slot(keys: NDArray[np.uint64], key: int) -> int:
    """Return the slot of a key; the number of slots if the table does not have it. One slot must be free."""
    mask = u64(len(keys)) - ONE
    slot = key & mask
    while keys[slot] != ZERO:
        if keys[slot] == key:
            return slot
        slot = (slot + ONE) & mask
    return mask + ONE
