"""Texts of engines and files, made harmless for a terminal and for a spreadsheet."""

import re
from typing import Any

# Control characters, which terminals obey, and those that change the direction of writing.
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def printable(text: str) -> str:
    """Return a text without what a terminal would obey: such characters are written as codes. Lines stay lines."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def cell(value: Any) -> Any:
    """Return a value for a CSV file. A text that a spreadsheet would take for a formula gets an apostrophe before it.

    A program that reads the file finds the names as they are in the JSON output.
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
