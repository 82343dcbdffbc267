"""Reads lines from a file descriptor, each no longer than a bound."""

import os
from collections.abc import Iterator

CHUNK = 65536  # bytes that are read at once


def lines_of(descriptor: int, longest: int) -> Iterator[bytes]:
    """Yield the lines of a file descriptor as soon as they are complete, and what is left at its end.

    Of a line with more than ``longest`` bytes the first ``longest`` + 1 are kept, so that the caller sees it is too
    long; the rest is read and dropped. Python's own buffered reader holds a lock while it waits, and a program cannot
    end cleanly meanwhile.
    """
    rest = bytearray()
    while chunk := os.read(descriptor, CHUNK):
        *complete, left = chunk.split(b"\n")
        for piece in complete:
            _extend(rest, piece, longest)
            yield bytes(rest) + b"\n" if len(rest) <= longest else bytes(rest)
            rest.clear()
        _extend(rest, left, longest)
    if rest:
        yield bytes(rest)


def _extend(line: bytearray, piece: bytes, longest: int) -> None:
    line += piece[: longest + 1 - len(line)]
