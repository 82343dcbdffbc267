"""Tables that are kept beside compiled code."""

from pathlib import Path

import numpy as np
import pytest

from tengen.compiled import kept_tables
from tengen.compiled.kept_tables import Tables, kept
from tengen.compiled.store import Store
from tengen.patterns import drawn, joseki, prediction, shape_values

BUILT = (np.arange(6, dtype=np.uint16).reshape(2, 3), np.array([-1.5]), np.zeros(0, np.uint8))


class Builder:
    """Counts how often it builds."""

    count = 0

    def __call__(self) -> Tables:
        self.count += 1
        return BUILT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tmp_path.chmod(0o700)
    monkeypatch.setattr(kept_tables, "_store", lambda: Store(tmp_path))
    return tmp_path


def check(found: Tables) -> None:
    assert [array.dtype for array in found] == [array.dtype for array in BUILT]
    for array, expected in zip(found, BUILT, strict=True):
        np.testing.assert_array_equal(array, expected)


def test_tables_are_built_once(folder: Path) -> None:
    build = Builder()
    for _ in range(3):
        check(kept("one", build))
    assert build.count == 1
    check(kept("two", build))
    assert sorted(path.name for path in folder.iterdir()) == ["one.tables", "two.tables"]


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data + b"?", lambda _: b""])
def test_damaged_tables_are_built_again(folder: Path, damage: object) -> None:
    assert callable(damage)
    build = Builder()
    check(kept("one", build))
    file = folder / "one.tables"
    file.write_bytes(damage(file.read_bytes()))
    check(kept("one", build))
    check(kept("one", build))
    assert build.count == 2


def test_without_a_folder_they_are_built_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_tables, "_store", lambda: Store(None))
    build = Builder()
    check(kept("one", build))
    check(kept("one", build))
    assert build.count == 2


def test_the_tables_in_use_are_those_that_the_sources_describe() -> None:
    np.testing.assert_array_equal(drawn.MOGO_TABLE, drawn.compile_patterns(drawn.MOGO))
    np.testing.assert_array_equal(drawn.LINGO_TABLE, drawn.compile_patterns(drawn.LINGO))
    np.testing.assert_array_equal(drawn.LIBRARY_TABLE, drawn.compile_library(drawn.LIBRARY))
    values = shape_values.read_values(Path(shape_values.__file__).with_name("shapes.tsv").read_text())
    np.testing.assert_array_equal(shape_values.VALUES, shape_values.expand(values))
    for found, built in (
        ((joseki.SLOT_KEYS, joseki.SLOT_FIRST, joseki.MOVES), joseki._own_tables()),
        ((prediction._SMALL, prediction.SMALL_MEMBERS, prediction.SMALL_FACTORS), prediction._tables("small")),
        ((prediction._LARGE, prediction.LARGE_MEMBERS, prediction.LARGE_FACTORS), prediction._tables("large")),
    ):
        for array, expected in zip(found, built, strict=True):
            np.testing.assert_array_equal(array, expected)
