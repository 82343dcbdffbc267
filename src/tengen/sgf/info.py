"""Komi and rules, as programs write them."""

import re

_KOMI = re.compile(r"[-+]?(\d{1,9}\.?\d{0,20}|\.\d{1,20})", re.ASCII)

# A komi without a decimal point and at least this large is in hundredths, as the Fox server writes it.
_LEAST_HUNDREDTHS = 50

# How names of rules begin, in lower case without spaces and punctuation, and the rule set of ours.
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
    """Return the komi in points, None if it is no number.

    ``6,5`` is 6.5, and ``650`` is too. Chinese servers count in stones, which are two points each: ``3.75``, ``375``
    and ``350`` are 7.5, 7.5 and 7 points.
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
    """Return the name of our rule set for what a record calls the rules, None if that is unknown."""
    letters = "".join(filter(str.isalnum, text.lower()))
    return next((rules for beginning, rules in _RULES.items() if letters.startswith(beginning)), None)


def format_komi(komi: float) -> str:
    """Return a komi with its decimal point, which keeps a large one from being read as hundredths."""
    return str(float(komi))


def format_rules(rules: str) -> str:
    """Return the SGF name of a rule set, or the name itself."""
    return _SGF_NAMES.get(rules, rules)
