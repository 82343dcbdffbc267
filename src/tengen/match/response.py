"""GTP responses, as engines really write them.

Carriage returns, control characters and other text before a response are tolerated. A response without an end is not.
"""

import re
from typing import NamedTuple

MAX_REPLY = 4_000_000  # bytes; far more than a 25x25 board with a paragraph for each point

# The usual response: one word or none, at the start of the buffer. The quantifiers are possessive, so that a flood of
# digits is not tried in every way.
_USUAL = re.compile(rb"([=?])(\d*+) ?+([!-~]*+)\n\n")
_START = re.compile(rb"(?:^|\n)[=?]")
_END = re.compile(rb"\n[\r\t ]*\n")
_DROPPED = dict.fromkeys((*range(9), *range(11, 32), 127)) | {9: " "}


class Response(NamedTuple):
    """What an engine answered to a command."""

    sign: str
    """``=`` for success, ``?`` for failure."""
    id: str
    """Digits; empty without an id."""
    text: str


class ResponseBuffer:
    """Splits the output of an engine into responses."""

    def __init__(self) -> None:
        self._data = b""

    def clear(self) -> None:
        """Drop the output so far."""
        self._data = b""

    def feed(self, data: bytes) -> None:
        """Add output."""
        self._data += data

    def next(self) -> Response | None:
        """Remove the next response and return it; None if it is not complete yet.

        Raises OverflowError for an unfinished response that is longer than ``MAX_REPLY``.
        """
        if usual := _USUAL.match(self._data):
            self._data = self._data[usual.end() :]
            sign, identity, word = usual.groups()
            return Response(sign.decode(), identity.decode(), word.decode())
        start = _START.search(self._data)
        if start is None:
            # Only the last line may become the start of a response.
            self._data = self._data[max(0, self._data.rfind(b"\n")) :]
        elif end := _END.search(self._data, start.end()):
            text = self._data[start.start() : end.start()]
            self._data = self._data[end.end() :]
            return _parsed(text)
        if len(self._data) >= MAX_REPLY:
            raise OverflowError
        return None


def _parsed(data: bytes) -> Response:
    text = data.decode("utf-8", "replace").translate(_DROPPED).lstrip("\n")
    sign, rest = text[0], text[1:]
    digits = len(rest) - len(rest.lstrip("0123456789"))
    return Response(sign, rest[:digits], "\n".join(line.strip() for line in rest[digits:].split("\n")).strip())
