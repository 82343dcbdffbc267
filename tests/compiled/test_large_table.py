"""Tables that compiled code reads where they are."""

import numpy as np
import pytest

from both_ways import printed_both_ways
from tengen.compiled.jit import kernel
from tengen.compiled.large_table import table
from tengen.compiled.word import u64

LONG = np.arange(200_000, dtype=np.uint64) * np.uint64(7)  # more than Numba would take as a constant
WIDE = np.arange(-6, 6, dtype=np.int16).reshape(3, 4)
read_long, read_wide = table("test_long", LONG), table("test_wide", WIDE)


@kernel
def element(index: int, row: int, column: int) -> tuple[int, int]:
    return read_long()[index], read_wide()[row, column]


@kernel
def total() -> tuple[int, int]:
    return read_long().sum(), len(read_wide())


def test_compiled_code_and_plain_python_read_the_same() -> None:
    for index, row, column in ((0, 0, 0), (199_999, 2, 3), (1234, 1, 2)):
        assert element(u64(index), u64(row), u64(column)) == (LONG[index], WIDE[row, column])
        assert element.py_func(index, row, column) == (LONG[index], WIDE[row, column])
    assert total() == (LONG.sum(), 3)


def test_a_table_is_not_written_to_and_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="read-only"):
        read_long()[0] = 1
    with pytest.raises(ValueError, match="'test_wide'"):
        table("test_wide", WIDE)


def test_code_that_was_compiled_elsewhere_finds_the_table() -> None:
    """The second process loads the code of the first one; there the table has another address."""
    script = "from compiled.test_large_table import element\nprint(*(int(n) for n in element(1234, 1, 2)))"
    assert printed_both_ways(script) == ("8638 0\n", "8638 0\n")
    assert printed_both_ways(script)[0] == "8638 0\n"
