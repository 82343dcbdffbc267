"""Which bytes are which letters.

A game record names its encoding in the property CA, or wrongly, or not at all. In Shift-JIS, GB18030 and Big5 the
second byte of a letter may look like a backslash or a bracket; so all bytes are decoded before the grammar is read.
"""

import codecs
import re

SAMPLE_BYTES = 16_384  # letters enough to tell encodings apart, and few enough to try each in milliseconds

# The bytes of punctuation, kana and the first level of characters, which make up most of a text in its own encoding.
# Read in another, the same bytes are mostly rare characters.
_FIRST_LEVEL = {
    "gb18030": re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x81-\x83\x88-\x97]."),
    "cp950": re.compile(rb"[\xa1-\xc6]."),
}
_CANDIDATES = ("utf-8", *_FIRST_LEVEL)
_EAST_ASIAN = {*_FIRST_LEVEL, "cp949", "euc_jp"}
_FALLBACK = "latin-1"  # the standard's own default, which reads any bytes
_FALLBACK_LIKENESS = 0.3  # a name of three characters may have two rare ones

# What programs call by an old name is mostly written in its successor, which holds all of it.
_SUCCESSORS = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "big5": "cp950", "euc_kr": "cp949"}

# Codecs that keep ASCII as it is. Latin-1 is not among them: programs declare it whatever they write.
_TRUSTED = re.compile(r"utf-8|gb18030|cp932|cp949|cp950|euc_jp|koi8-[ru]|cp125\d|iso8859-(?!1$)\d+")

_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([\w.:-]{1,40})\s*\]")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_BROKEN = "\N{REPLACEMENT CHARACTER}"
_RARE = re.compile("[\u0180-\u036f\u0500-\u05cf]")  # phonetic, Armenian: as UTF-8 Chinese characters may look so
_ALONE = re.compile(r"(?<![A-Za-z])[^\x00-\x7f](?![A-Za-z])")  # amid letters of ASCII it is one of theirs, with accent


def to_utf8(data: bytes) -> bytes:
    """Return a game record in UTF-8, without byte order mark; bytes that are no letters become U+FFFD."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.isascii():
        return data
    return data.decode(_encoding(data), "replace").encode("utf-8", "replace")


def _encoding(data: bytes) -> str:
    """Return the encoding in which the letters look most like a text; the declared one has a head start."""
    declared = _declared(data)
    if declared and declared not in _EAST_ASIAN and _is_utf8(data):
        return "utf-8"  # which letters of one byte each hardly ever look like
    first = _NOT_ASCII.search(data)
    assert first
    sample = data[max(first.start() - 1, 0) :][:SAMPLE_BYTES]
    scores: dict[str, float] = {}
    for encoding in dict.fromkeys((declared or "utf-8", *_CANDIDATES)):
        likeness = _likeness(sample, encoding)
        if likeness == 1:
            return encoding
        scores[encoding] = (1 + likeness) / 2 if encoding == declared else likeness
    scores[_FALLBACK] = _FALLBACK_LIKENESS
    return max(scores, key=lambda encoding: scores[encoding])


def _declared(data: bytes) -> str | None:
    charset = _CHARSET.search(data)
    if not charset:
        return None
    try:
        name = codecs.lookup(charset[1].decode("ascii")).name
    except LookupError:
        return None
    name = _SUCCESSORS.get(name, name)
    return name if _TRUSTED.fullmatch(name) else None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _likeness(sample: bytes, encoding: str) -> float:
    """Return how much the letters beyond ASCII look like a text: 1 if all are common, -1 if all are broken."""
    text = sample.decode(encoding, "replace")
    count = sum(1 for letter in text if letter > "\x7f")
    broken = text.count(_BROKEN)
    if first_level := _FIRST_LEVEL.get(encoding):
        alone = (letter.encode(encoding, "replace") for letter in _ALONE.findall(text))
        common = float(sum(1 for letter in alone if first_level.fullmatch(letter)))
    else:
        common = count - broken - len(_RARE.findall(text)) / 2
    return (common - broken) / count
