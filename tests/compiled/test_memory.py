"""Operations on memory; copies of records are tested with the records."""

import sys

import numpy as np
import pytest
from numba.core.errors import TypingError
from numpy.typing import NDArray

from tengen.compiled.jit import PLAIN, kernel
from tengen.compiled.memory import unowned


@kernel
def sum_twice(array: NDArray[np.float64]) -> float:
    array = unowned(array)
    total = 0.0
    for part in (array[:2], array[2:], array):
        for value in part:
            total += value
    return total


@kernel
def unowned_number(number: float) -> float:
    return unowned(number)


def test_an_array_without_owner_has_the_same_values() -> None:
    assert sum_twice(np.arange(5.0)) == 20.0


def test_python_still_owns_the_array_afterwards() -> None:
    array = np.arange(5.0)
    before = sys.getrefcount(array)
    for _ in range(100):
        sum_twice(array)
    assert sys.getrefcount(array) == before
    assert array.tolist() == [0, 1, 2, 3, 4]


@pytest.mark.skipif(PLAIN, reason="plain Python does not check types")
def test_only_an_array_has_an_owner() -> None:
    with pytest.raises(TypingError, match="only an array has an owner, not float64"):
        unowned_number(1.0)
