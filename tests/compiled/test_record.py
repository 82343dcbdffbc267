from typing import Annotated, Any

import numpy as np
import pytest
from numba.core.errors import TypingError
from numpy.typing import NDArray

from tengen.compiled.jit import PLAIN, kernel
from tengen.compiled.memory import assign
from tengen.compiled.record import Record, combined, copy_of


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


@pytest.mark.skipif(PLAIN, reason="plain Python does not check types")
def test_assign_refuses_a_record_of_another_type() -> None:
    @kernel
    def overwrite(target: Sample, source: Inner) -> None:
        assign(target, source)

    with pytest.raises(TypingError, match="only a record of the same type"):
        overwrite(Sample.new(rows=2), Inner.new())


def test_names_of_numpy_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Bad\.shape"):

        class Bad(Record):
            shape: Annotated[int, np.uint8]


def test_bare_types_are_refused() -> None:
    with pytest.raises(TypeError, match="Annotated"):

        class Bad(Record):
            count: int


class Base(Record):
    visits: Annotated[int, np.uint32]
    wins: Annotated[float, np.float64]


class Amaf(Record):
    amaf_visits: Annotated[float, np.float32]


class Owner(Record):
    owned: Annotated[NDArray[np.float32], "points"]
    visits: Annotated[int, np.uint32]  # as in Base


class Wrong(Record):
    amaf_visits: Annotated[int, np.uint16]


@kernel
def total_visits(nodes: NDArray[Any]) -> float:
    total = 0.0
    for i in range(len(nodes)):
        total += nodes[i].visits + nodes[i].amaf_visits + nodes[i].owned[2]
    return total


def test_combined_records_have_the_fields_of_all_classes_in_order() -> None:
    node = combined("Node", Base, Amaf, Owner, Amaf)
    assert node.__name__ == "Node"
    assert issubclass(node, Base)
    assert node.layout(points=4).names == ("visits", "wins", "amaf_visits", "owned")
    assert node is combined("Node", Base, Amaf, Owner), "the same classes give the same record"
    assert Base.layout().names == ("visits", "wins"), "the base itself is unchanged"


def test_compiled_code_reads_combined_records() -> None:
    nodes = combined("Node", Base, Amaf, Owner, least_bytes=64).array(2, points=4)
    nodes[0].visits, nodes[1].amaf_visits, nodes[1].owned[2] = 1, 20.0, 300.0
    assert total_visits(nodes) == 321.0


@pytest.mark.parametrize(("least_bytes", "points", "expected"), [(16, 4, 48), (64, 4, 64), (64, 12, 80), (50, 1, 64)])
def test_combined_records_are_padded(least_bytes: int, points: int, expected: int) -> None:
    layout = combined("Node", Base, Amaf, Owner, least_bytes=least_bytes).layout(points=points)
    assert layout.itemsize == expected
    assert layout.isalignedstruct


def test_combining_different_fields_of_one_name_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Node\.amaf_visits: Amaf declares it as float32, Wrong as uint16"):
        combined("Node", Base, Amaf, Wrong)
