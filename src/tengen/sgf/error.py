"""The error that reading a game record raises."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class SgfError(ValueError):
    """A game record cannot be read or replayed; the message says what is wrong, and where."""


@contextmanager
def naming_the_file(path: str | Path) -> Iterator[None]:
    """Put the name of the file before the message of an SgfError that the block raises, unless it is there already."""
    try:
        yield
    except SgfError as error:
        if str(error).startswith(f"{path}: "):
            raise
        raise SgfError(f"{path}: {error}") from error
