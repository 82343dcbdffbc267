"""A strict reader of GTP responses, written from the standard (GTP 2, section 2.6) and not from our own code."""

import re
from typing import NamedTuple

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


class Response(NamedTuple):
    worked: bool
    id: str
    text: str


def read_response(raw: str) -> Response:
    """Return the parts of a response; fails where its form is not exactly the standard's."""
    assert raw.endswith("\n\n"), "an empty line ends the response"
    lines = raw[:-2].split("\n")
    assert all(line.strip() for line in lines), "no empty line inside the response"
    assert not CONTROL.search(raw), "no control characters, no carriage returns, no tabs"
    head = re.match(r"([=?])([0-9]*)(?: (?=\S)|$)", lines[0])
    assert head, "sign, id, and one space before the text"
    text = "\n".join([lines[0][head.end() :], *lines[1:]])
    assert head[1] == "=" or text, "a failure says why"
    return Response(head[1] == "=", head[2], text)


def read_responses(raw: str) -> list[Response]:
    """Return the parts of all responses of a conversation."""
    *responses, rest = raw.split("\n\n")
    assert rest == "", "nothing after the last response"
    return [read_response(f"{response}\n\n") for response in responses]
