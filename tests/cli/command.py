"""What the fixture `tengen` of these tests is, and what comes of it."""

from typing import NamedTuple, Protocol


class Outcome(NamedTuple):
    code: int
    out: str
    err: str
    """Without what the compiler says of its progress."""


class Command(Protocol):
    def __call__(self, *words: str, stdin: str = "") -> Outcome: ...
