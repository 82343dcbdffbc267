"""Komi and rules in the forms in which programs write them."""

import re

from tengen.board.rules import rules_named

_KOMI = re.compile(r"[-+]?(\d{1,9}\.?\d{0,20}|\.\d{1,20})", re.ASCII)

# A komi without a decimal point and at least this large is in hundredths, as the Fox server writes it.
_LEAST_HUNDREDTHS = 50

# The beginnings of names of rules, in lower case without spaces and punctuation, and our names of these rules.
_RULES = {
    "tromp": "tromp-taylor",
    "tt": "tromp-taylor",
    "chin": "chinese",
    "cn": "chinese",
    "中国": "chinese",
    "中國": "chinese",
    "japan": "japanese",
    "jp": "japanese",
    "日本": "japanese",
    "korea": "japanese",
    "kr": "japanese",
    "aga": "aga",
    "newzealand": "new-zealand",
    "nz": "new-zealand",
    "goe": "new-zealand",  # Ing's rules are nearest to these: area, suicide, no repetition
    "ing": "new-zealand",
    "cgos": "cgos",
}
_SGF_NAMES = {
    "tromp-taylor": "Tromp-Taylor",
    "chinese": "Chinese",
    "japanese": "Japanese",
    "aga": "AGA",
    "new-zealand": "NZ",
    "cgos": "CGOS",
}


def parse_komi(text: str) -> float | None:
    """Return the komi in points; None if the text is not a number.

    ``6.5``, ``6,5`` and ``650`` are 6.5 points. Chinese servers write stones, which are two points each: ``3.75`` and
    ``375`` are 7.5 points, ``350`` is 7 points.
    """
    text = text.strip().replace(",", ".")
    if not _KOMI.fullmatch(text):
        return None
    komi = float(text)
    is_in_stones = komi % 0.5 == 0.25
    if "." not in text and abs(komi) >= _LEAST_HUNDREDTHS:
        komi /= 100
        is_in_stones = 2 <= abs(komi) <= 4
    return komi * 2 if is_in_stones else komi


def parse_rules(text: str) -> str | None:
    """Return our name of the rules that a record names; None if they are unknown."""
    try:
        return rules_named(text).name
    except ValueError:
        pass
    letters = "".join(filter(str.isalnum, text.lower()))
    return next((rules for beginning, rules in _RULES.items() if letters.startswith(beginning)), None)


def format_komi(komi: float) -> str:
    """Return a komi with a decimal point, without which a large one would be read as hundredths."""
    return str(float(komi))


def format_rules(rules: str) -> str:
    """Return the SGF name of a rule set; if it has none, our own."""
    return _SGF_NAMES.get(rules, rules)
