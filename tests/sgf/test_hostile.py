"""Files that are made to hang, crash or fill the memory are refused, or read, in seconds and within bounds."""

import random
import time
import tracemalloc
from collections.abc import Callable

import pytest

from tengen.sgf import SgfError, grammar, read
from tengen.sgf.grammar import MAX_BYTES

LARGE, MIDDLE, SMALL = 10_000_000, 2_000_000, 500_000  # bytes; memory is counted on small files, as that is slow
SECONDS = 30  # of the processor; 1 to 4 for a large file on a quiet machine, hours if anything were quadratic
MEMORY = 40  # times the file

Maker = Callable[[int], bytes]


def noise(count: int) -> bytes:
    return random.Random(1).randbytes(count)


# Each makes a file of about n bytes. Of n = LARGE bytes n // 40 is the most nodes, and n // 10 the most values; for
# smaller files ``bounds`` makes it so.
REFUSED: dict[str, tuple[Maker, str]] = {
    "round brackets": (lambda n: b"(" * n, "there is no game"),
    "round brackets and spaces": (lambda n: b"( " * (n // 2), "there is no game"),
    "square brackets": (lambda n: b"[" * n, "there is no game"),
    "NUL bytes": (bytes, "there is no game"),
    "a value of brackets": (lambda n: b"(;C[" + b"[" * n, "closing bracket"),
    "a value of escapes": (lambda n: b"(;C[" + b"\\]" * (n // 2), "closing bracket"),
    "variations": (lambda n: b"(;" * (n // 2), "a game of more than .* nodes"),
    "nodes": (lambda n: b"(" + b";" * n, "a game of more than .* nodes"),
    "values": (lambda n: b"(;AB" + b"[aa]" * (n // 4), "a game of more than .* values"),
    "a long name": (lambda n: b"(;" + b"A" * n, "property without value"),
    "spaces": (lambda n: b"(;A" + b" " * n, "property without value"),
    "a size of digits": (lambda n: b"(;SZ[" + b"1" * n + b"])", "is not a number"),
    "noise": (noise, "there is no game|line"),
    "noise in a game": (lambda n: b"(;" + noise(n), "line"),
}
READ: dict[str, Maker] = {
    "a deep tree": lambda n: b"(;B[aa]" * (n // 40) + b")" * (n // 40),
    "a long line": lambda n: b"(" + b";B[]" * (n // 40) + b")",
    "a wide tree": lambda n: b"(;" + b"(;B[aa])" * (n // 40 - 1) + b")",
    "a long value": lambda n: b"(;C[" + b"x" * n + b"])",
    "a long value of noise": lambda n: b"(;C[" + noise(n).translate(None, b"\\]") + b"])",
    "a long value of escapes": lambda n: b"(;C[" + b"\\x" * (n // 2) + b"])",
    "a long value of line breaks": lambda n: b"(;C[" + b"\r" * n + b"])",
    "one property many times": lambda n: b"(;" + b"AB[aa]" * (n // 10) + b")",
    "one rectangle many times": lambda n: b"(;SZ[25]AB" + b"[aa:yy]" * (n // 10 - 1) + b")",
    "many properties": lambda n: b"(;" + b"".join(b"A%d[]" % i for i in range(n // 10)) + b")",
    "a komi of digits": lambda n: b"(;KM[" + b"1" * n + b"]HA[" + b"1" * (n // 10) + b"])",
    "an endless encoding": lambda n: b"(;CA[" + b"x" * n + b"]PB[\xff])",
}


def check_refused(data: bytes, message: str) -> None:
    with pytest.raises(SgfError, match=message):
        read(data)


def check_read(data: bytes) -> None:
    record = read(data)
    record.moves()
    assert len(record.root.setup) <= 1
    assert len(record.root.comment) <= len(data)
    assert (record.komi, record.handicap) == (None, 0)
    assert record.to_bytes().startswith(b"(;")


SIZES = pytest.mark.parametrize("size", [MIDDLE, pytest.param(LARGE, marks=pytest.mark.slow)])


@pytest.fixture
def bounds(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "MAX_NODES", size // 40)
    monkeypatch.setattr(grammar, "MAX_VALUES", size // 10)


def test_the_bounds_are_those_of_a_large_file() -> None:
    assert (grammar.MAX_NODES, grammar.MAX_VALUES) == (LARGE // 40, LARGE // 10)


@SIZES
@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_file_is_refused_in_seconds(name: str, size: int, bounds: None) -> None:
    make, message = REFUSED[name]
    data = make(size)
    start = time.process_time()
    check_refused(data, message)
    assert time.process_time() - start < SECONDS


@SIZES
@pytest.mark.parametrize("name", READ)
def test_a_strange_file_is_read_in_seconds(name: str, size: int, bounds: None) -> None:
    data = READ[name](size)
    start = time.process_time()
    check_read(data)
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("size", [SMALL])
@pytest.mark.parametrize("name", [*REFUSED, *READ])
def test_memory_is_in_proportion_to_the_file(name: str, size: int, bounds: None) -> None:
    make, message = REFUSED[name] if name in REFUSED else (READ[name], "")
    data = make(size)
    tracemalloc.start()
    if message:
        check_refused(data, message)
    else:
        check_read(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEMORY * size


def test_a_file_that_is_too_large_is_not_looked_at() -> None:
    with pytest.raises(SgfError, match="larger than 16,777,216 bytes"):
        read(b"(;)" + bytes(MAX_BYTES))
