"""The framing of GTP: lines in, responses out. Nothing here knows what a command means."""

from typing import NamedTuple

# Control characters are dropped, tabs are spaces (GTP 2, section 3.1); a line ends at its line feed.
_CLEANED = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}

END = "\n"  # an empty line ends every response


class Request(NamedTuple):
    """A command as it came in."""

    id: str
    """The digits that the answer repeats; empty if there were none."""
    name: str
    arguments: tuple[str, ...]


class GtpError(Exception):
    """A command failed; the message is the answer."""


def parse_request(line: str) -> Request | None:
    """Return the command of a line, or nothing for a line with no command on it (empty, or only a comment)."""
    words = line.partition("#")[0].translate(_CLEANED).split(" ")
    words = [word for word in words if word]
    if not words:
        return None
    identity = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    name = words.pop(0) if words else ""
    return Request(identity, name, tuple(words))


def success(identity: str, text: str) -> str:
    """Return the response to a command that worked."""
    return _response("=", identity, text)


def opening(identity: str) -> str:
    """Return the beginning of a response whose lines come one by one; ``END`` ends it."""
    return f"={identity}\n"


def stream_line(text: str) -> str:
    """Return a line of such a response."""
    return text.rstrip() + "\n"


def failure(identity: str, message: str) -> str:
    """Return the response to a command that failed."""
    return _response("?", identity, message)


def _response(sign: str, identity: str, text: str) -> str:
    # An empty line ends a response, so there must be none within it.
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    body = "\n".join(lines)
    return f"{sign}{identity} {body}".rstrip() + "\n\n"
