from typing import Annotated

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.compiled.jit import kernel
from tengen.compiled.memory import assign
from tengen.compiled.record import Record, copy_of


class Inner(Record):
    total: Annotated[int, np.uint64]


class Sample(Record):
    count: Annotated[int, np.uint16]
    table: Annotated[NDArray[np.float64], "rows", 3]
    inner: Inner


@kernel
def sum_of(sample: Sample) -> float:
    result = 0.0
    for row in range(len(sample.table)):
        for column in range(3):
            result += sample.table[row, column]
    return result + sample.inner.total


def test_layout_follows_the_declaration() -> None:
    layout = Sample.layout(rows=4)
    assert layout.names == ("count", "table", "inner")
    assert layout["table"].shape == (4, 3)
    assert layout is Sample.layout(rows=4)


def test_compiled_code_reads_what_python_writes() -> None:
    sample = Sample.new(rows=2)
    sample.table[:] = [[1, 2, 3], [4, 5, 6]]
    sample.inner.total = 100
    assert sum_of(sample) == 121


def test_copies_are_independent() -> None:
    sample = Sample.new(rows=2)
    twin = copy_of(sample)
    twin.inner.total = 7
    twin.table[0, 0] = 1
    assert sum_of(sample) == 0
    assert sum_of(twin) == 8


def test_assign_copies_the_whole_record() -> None:
    @kernel
    def overwrite(target: Sample, source: Sample) -> None:
        assign(target, source)

    source, target = Sample.new(rows=2), Sample.new(rows=2)
    source.table[1, 2], source.count = 5.0, 9
    overwrite(target, source)
    assert (target.count, target.table[1, 2]) == (9, 5.0)


def test_names_of_numpy_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Bad\.shape"):

        class Bad(Record):
            shape: Annotated[int, np.uint8]


def test_bare_types_are_refused() -> None:
    with pytest.raises(TypeError, match="Annotated"):

        class Bad(Record):
            count: int
