"""Hash tables that are built in plain Python and read by compiled code: open addressing.

A plain table has keys and values in two arrays, and is at most half full. A packed one has a key and its value in one
word, so that one access to memory finds both, and is fuller: a large table is as slow as it is large.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, ZERO, i64, u64


class HashTable(NamedTuple):
    """The keys and the values, by slot."""

    keys: NDArray[np.uint64]
    """0 in a free slot."""
    values: NDArray[np.integer]


def build_table(keys: NDArray[np.uint64], values: NDArray[np.integer], slots: int = 0) -> HashTable:
    """Return a table of keys and their values. The keys must differ, and none may be 0."""
    slots = slots or 1 << max(2 * len(keys) - 1, 1).bit_length()
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


VALUE_BITS = 16
_LOWEST = 1 << (VALUE_BITS - 1)  # added to values, so that they are not negative
FULLEST = 0.75  # share of the slots of a packed table that are used


def pack(table: HashTable) -> NDArray[np.uint64]:
    """Return a packed table of a plain one, whose values need 16 bits: the rest of each word is of the key."""
    used = table.keys != 0
    slots = 1 << max(int(used.sum() / FULLEST), 1).bit_length()
    keys, values = build_table(table.keys[used], table.values[used].astype(np.int64), slots)
    words = (keys >> np.uint64(VALUE_BITS) << np.uint64(VALUE_BITS)) | (values + _LOWEST).astype(np.uint64)
    return np.where(keys == 0, np.uint64(0), words)


@kernel
def find_word(words: NDArray[np.uint64], key: int) -> int:
    """Return the word of a key in a packed table, for ``value_of``; 0 if the table does not have it."""
    mask = u64(len(words)) - ONE
    slot = key & mask
    while words[slot] != ZERO:
        if (u64(words[slot]) ^ key) >> u64(VALUE_BITS) == ZERO:
            return u64(words[slot])
        slot = (slot + ONE) & mask
    return ZERO


@inlined
def value_of(word: int) -> int:
    """Return the value in a word of a packed table."""
    return i64(word & u64((1 << VALUE_BITS) - 1)) - _LOWEST
