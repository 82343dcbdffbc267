"""Finding out the encoding of a file.

A game record should name its encoding in the property CA, but the name is often wrong or missing. In Shift-JIS,
GB18030 and Big5 the second byte of a character may be that of a backslash or a bracket; so the file is decoded before
it is parsed.
"""

import codecs
import re

SAMPLE_BYTES = 16_384  # enough to tell encodings apart, and little enough to try each of them in milliseconds

# The bytes of punctuation, kana and frequent characters ("first level"). A text in this encoding consists mostly of
# them; decoded in a wrong encoding, it consists mostly of rare characters.
_FIRST_LEVEL = {
    "gb18030": re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x81-\x83\x88-\x97]."),
    "cp950": re.compile(rb"[\xa1-\xc6]."),
}
_CANDIDATES = ("utf-8", *_FIRST_LEVEL)
_EAST_ASIAN = {*_FIRST_LEVEL, "cp949", "euc_jp"}
_FALLBACK = "latin-1"  # the standard's own default, which reads any bytes
_FALLBACK_LIKENESS = 0.3  # a name of three characters may have two rare ones

# Programs use the names of old encodings for their successors, which contain them.
_SUCCESSORS = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "big5": "cp950", "euc_kr": "cp949"}

# Encodings that contain ASCII. Latin-1 is left out, as programs declare it whatever encoding they write.
_TRUSTED = re.compile(r"utf-8|gb18030|cp932|cp949|cp950|euc_jp|koi8-[ru]|cp125\d|iso8859-(?!1$)\d+")

_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([\w.:-]{1,40})\s*\]")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_BROKEN = "\N{REPLACEMENT CHARACTER}"
_RARE = re.compile("[\u0180-\u036f\u0500-\u05cf]")  # phonetic, Armenian: Chinese may look like these in UTF-8
_ALONE = re.compile(r"(?<![A-Za-z])[^\x00-\x7f](?![A-Za-z])")  # next to ASCII letters it is an accented letter


def to_utf8(data: bytes) -> bytes:
    """Return a file in UTF-8 without byte order mark; bytes that cannot be decoded become U+FFFD."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.isascii():
        return data
    return data.decode(_encoding(data), "replace").encode("utf-8", "replace")


def _encoding(data: bytes) -> str:
    """Return the encoding in which the bytes look most like a text; the declared one gets a bonus."""
    declared = _declared(data)
    if declared and declared not in _EAST_ASIAN and _is_utf8(data):
        return "utf-8"  # text in an encoding of one byte a character is hardly ever valid UTF-8
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
    """Return the first encoding that is declared by a name that exists: a text may look like a declaration."""
    for charset in _CHARSET.finditer(data):
        try:
            name = codecs.lookup(charset[1].decode("ascii")).name
        except LookupError:
            continue
        name = _SUCCESSORS.get(name, name)
        return name if _TRUSTED.fullmatch(name) else None
    return None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _likeness(sample: bytes, encoding: str) -> float:
    """Return how common the characters beyond ASCII are: 1 if all are common, -1 if none can be decoded."""
    text = sample.decode(encoding, "replace")
    count = sum(1 for letter in text if letter > "\x7f")
    broken = text.count(_BROKEN)
    if first_level := _FIRST_LEVEL.get(encoding):
        alone = (letter.encode(encoding, "replace") for letter in _ALONE.findall(text))
        common = float(sum(1 for letter in alone if first_level.fullmatch(letter)))
    else:
        common = count - broken - len(_RARE.findall(text)) / 2
    return (common - broken) / count
