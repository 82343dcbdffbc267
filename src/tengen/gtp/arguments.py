"""Reading the arguments of GTP commands."""

import math
import re
from typing import TYPE_CHECKING, NoReturn

from tengen.gtp.protocol import GtpError

if TYPE_CHECKING:
    from tengen.board.point import Colour, Point


def syntax_error() -> NoReturn:
    """Refuse arguments of the wrong number or form, in the words of the standard."""
    raise GtpError("syntax error")


def expect(arguments: tuple[str, ...], least: int, most: int | None = None) -> None:
    """Check the number of arguments."""
    if not least <= len(arguments) <= (least if most is None else most):
        syntax_error()


def integer(word: str) -> int:
    """Return a whole number."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        syntax_error()
    return int(word)


def number(word: str) -> float:
    """Return a finite number."""
    if not word.isascii() or "_" in word:  # Python reads more than other programs write
        syntax_error()
    try:
        value = float(word)
    except ValueError:
        syntax_error()
    if not math.isfinite(value):
        syntax_error()
    return value


def colour(word: str) -> "Colour":
    """Return the colour of b, w, black or white in any case."""
    from tengen.board.point import parse_colour

    try:
        return parse_colour(word)
    except ValueError:
        syntax_error()


def vertex(word: str, size: int) -> "Point":
    """Return the point of a vertex, or PASS; a vertex beyond the edge of the board is an illegal move."""
    from tengen.board.point import parse_point

    try:
        return parse_point(word, size)
    except ValueError:
        if re.fullmatch(r"[A-HJ-Za-hj-z][1-9][0-9]?", word):
            raise GtpError("illegal move") from None
        syntax_error()
