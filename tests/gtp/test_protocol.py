"""Framing: what a line means, and what a response looks like."""

import pytest

from gtp.framing import Response, read_response
from tengen.gtp.protocol import Request, failure, parse_request, success


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("name", Request("", "name", ())),
        ("name\n", Request("", "name", ())),
        ("  play   b  D4  \n", Request("", "play", ("b", "D4"))),
        ("12 play b D4\n", Request("12", "play", ("b", "D4"))),
        ("007 name", Request("007", "name", ())),
        ("0 name", Request("0", "name", ())),
        ("1 2 3", Request("1", "2", ("3",))),
        ("7", Request("7", "", ())),
        ("1" * 40 + " name", Request("1" * 40, "name", ())),
        ("play b D4 # a comment", Request("", "play", ("b", "D4"))),
        ("name#comment", Request("", "name", ())),
        ("name # one # two", Request("", "name", ())),
        ("NAME", Request("", "NAME", ())),
    ],
)
def test_words(line: str, request_: Request) -> None:
    assert parse_request(line) == request_


@pytest.mark.parametrize("line", ["", "\n", "\r\n", "   \t \n", "# comment\n", "  # comment", "\x00\x01\x7f\n", "#"])
def test_lines_without_a_command(line: str) -> None:
    assert parse_request(line) is None


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("name\r\n", Request("", "name", ())),
        ("1\tplay\tb\t\tD4\r\n", Request("1", "play", ("b", "D4"))),
        ("na\x00me", Request("", "name", ())),
        ("\x07name\x7f", Request("", "name", ())),
        ("pl\ray b D4", Request("", "play", ("b", "D4"))),
        ("\x1b[31mname", Request("", "[31mname", ())),
    ],
)
def test_control_characters_vanish_and_tabs_are_spaces(line: str, request_: Request) -> None:
    assert parse_request(line) == request_


@pytest.mark.parametrize("digits", ["٣", "\uff13", "²", "-1", "+1", "1.0", "1a"])
def test_only_ascii_digits_are_an_id(digits: str) -> None:
    assert parse_request(f"{digits} name") == Request("", digits, ("name",))


@pytest.mark.parametrize("space", ["\u00a0", "\u2003", "\u3000"])
def test_only_spaces_and_tabs_divide_words(space: str) -> None:
    assert parse_request(f"play{space}b D4") == Request("", f"play{space}b", ("D4",))


@pytest.mark.parametrize(
    ("identity", "text", "response"),
    [
        ("", "", "=\n\n"),
        ("5", "", "=5\n\n"),
        ("", "D4", "= D4\n\n"),
        ("5", "D4", "=5 D4\n\n"),
        ("5", "two\nlines", "=5 two\nlines\n\n"),
        ("", "no\n\n\nempty\n \n\t\nlines\n\n", "= no\nempty\nlines\n\n"),
        ("", "\n\nnor in front", "= nor in front\n\n"),
        ("", "nor\r\n\r\ncarriage returns\r\n", "= nor\ncarriage returns\n\n"),
        ("", "spaces at the end  \nof a line  ", "= spaces at the end\nof a line\n\n"),
    ],
)
def test_success(identity: str, text: str, response: str) -> None:
    assert success(identity, text) == response


def test_failure() -> None:
    assert failure("", "illegal move") == "? illegal move\n\n"
    assert failure("5", "illegal move") == "?5 illegal move\n\n"


BROKEN = ["", "=", "=\n", "=\n\n\n", "= \n\n", "=  D4\n\n", "=D4\n\n", "=5D4\n\n", "5 =\n\n", "= a\n \nb\n\n"]
BROKEN += ["= a\r\n\n", "?\n\n", "?7\n\n", "! no\n\n", "=\n\n=\n\n", "= a\tb\n\n", "=\x00\n\n"]


@pytest.mark.parametrize("broken", BROKEN)
def test_the_strict_reader_refuses(broken: str) -> None:
    with pytest.raises(AssertionError):
        read_response(broken)


def test_the_strict_reader_reads() -> None:
    assert read_response("=12 D4\nQ16\n\n") == Response(worked=True, id="12", text="D4\nQ16")
    assert read_response("? illegal move\n\n") == Response(worked=False, id="", text="illegal move")
