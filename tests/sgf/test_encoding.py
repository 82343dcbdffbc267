"""Names come out right, whatever the property CA says of them."""

import codecs

import pytest

from tengen.sgf import read

CHINESE = ["柯洁", "古力", "聂卫平", "芈昱廷", "於之莹", "申真谞", "豆泥w", "佳佳1028", "吴清源"]
CHINESE_THAT_IS_UTF8_TOO = ["时越", "檀啸"]
JAPANESE = ["井山裕太", "一力遼", "芝野虎丸", "趙治勲", "仲邑菫", "本因坊秀策", "ソフト", "中押し勝ち", "能", "表"]
TAIWANESE = ["周俊勳", "許皓鋐", "王元均", "功"]
WESTERN = ["Müller", "Jérôme", "Åse", "François", "Größe", "José", "Núñez", "Ñandú", "Ä"]
OTHER = ["이창호", "Иванов", "Țaranu", "Lương", "דוד", "🙂"]


def black_of(name: bytes, charset: str = "") -> str | None:
    declaration = f"CA[{charset}]".encode() if charset else b""
    return read(b"(;FF[4]" + declaration + b"PB[" + name + b"]SZ[19];B[dd])").black


@pytest.mark.parametrize("name", [*CHINESE, *JAPANESE, *TAIWANESE, *WESTERN, *OTHER])
@pytest.mark.parametrize("charset", ["", "UTF-8", "ISO-8859-1", "cp1252", "nonsense", "utf-16", "rot13", "idna"])
def test_utf8_is_found(name: str, charset: str) -> None:
    assert black_of(name.encode(), charset) == name


@pytest.mark.parametrize("charset", ["", "GB18030", "Shift_JIS"])
def test_the_byte_order_mark_is_dropped(charset: str) -> None:
    record = read(codecs.BOM_UTF8 + f"(;CA[{charset}]PB[柯洁];B[dd])".encode())
    assert record.black == "柯洁"
    assert record.to_bytes().startswith(b"(;")


@pytest.mark.parametrize("name", CHINESE)
@pytest.mark.parametrize("charset", ["", "GB18030", "gb2312", "GBK", "UTF-8", "ISO-8859-1"])
def test_chinese_is_found(name: str, charset: str) -> None:
    assert black_of(name.encode("gb18030"), charset) == name


@pytest.mark.parametrize("name", CHINESE_THAT_IS_UTF8_TOO)
def test_chinese_is_found_by_its_letters_unless_utf8_is_declared(name: str) -> None:
    raw = name.encode("gb18030")
    assert black_of(raw) == black_of(raw, "gbk") == name
    assert black_of(raw, "UTF-8") == raw.decode("utf-8")


@pytest.mark.parametrize("name", JAPANESE)
@pytest.mark.parametrize("charset", ["", "Shift_JIS", "cp932", "UTF-8", "GB18030", "ISO-8859-1"])
def test_japanese_is_found(name: str, charset: str) -> None:
    assert black_of(name.encode("shift_jis"), charset) == name


@pytest.mark.parametrize("name", TAIWANESE)
@pytest.mark.parametrize("charset", ["", "Big5", "UTF-8"])
def test_taiwanese_is_found(name: str, charset: str) -> None:
    assert black_of(name.encode("big5"), charset) == name


@pytest.mark.parametrize("name", WESTERN)
@pytest.mark.parametrize("charset", ["", "ISO-8859-1", "UTF-8"])
def test_latin1_is_what_remains(name: str, charset: str) -> None:
    assert black_of(name.encode("latin-1"), charset) == name


def test_an_english_apostrophe_of_windows_is_not_taken_for_japanese() -> None:
    assert black_of(b"Go\x92s") == "Go\x92s"


@pytest.mark.parametrize(
    ("name", "charset"),
    [
        ("이창호", "EUC-KR"),
        ("Иванов", "windows-1251"),
        ("Иванов", "KOI8-R"),
        ("井山裕太", "EUC-JP"),
        ("Ondřej", "latin2"),
    ],
)
def test_other_encodings_are_read_where_they_are_declared(name: str, charset: str) -> None:
    assert black_of(name.encode(charset), charset) == name


def test_rare_characters_are_read_where_their_encoding_is_declared() -> None:
    assert black_of("張栩".encode("gbk"), "gbk") == "張栩"
    assert black_of("①㈱".encode("cp932"), "Shift_JIS") == "①㈱"


@pytest.mark.parametrize(
    ("letter", "encoding", "second"),
    [("表", "shift_jis", b"\\"), ("構", "shift_jis", b"\\"), ("深", "shift_jis", b"["), ("閉", "gb18030", b"]")],
)
def test_a_second_byte_that_looks_like_grammar_is_none(letter: str, encoding: str, second: bytes) -> None:
    raw = letter.encode(encoding)
    assert raw[1:] == second
    record = read(b"(;CA[" + encoding.encode() + b"]PB[" + raw + b"]PW[" + raw * 2 + b"];B[dd])")
    assert (record.black, record.white, len(record.moves())) == (letter, letter * 2, 1)


def test_a_broken_letter_does_not_spoil_the_others() -> None:
    names = "".join(CHINESE)
    assert black_of(names.encode() + b"\xe6\x9f", "UTF-8") == names + "\N{REPLACEMENT CHARACTER}"


def test_long_comments_are_decoded_beyond_the_sample() -> None:
    comment = "黑棋应该先手打吃然后再跳出。" * 2000
    record = read(f"(;C[{comment}])".encode("gb18030"))
    assert record.root.comment == comment


def test_the_output_is_utf8() -> None:
    data = read("(;CA[Shift_JIS]PB[井山裕太])".encode("shift_jis")).to_bytes()
    assert b"CA[UTF-8]" in data
    assert "PB[井山裕太]" in data.decode()


@pytest.mark.parametrize("name", CHINESE_THAT_IS_UTF8_TOO)
def test_a_text_that_looks_like_a_declaration_hides_none(name: str) -> None:
    raw = name.encode("gb18030")
    assert read(b"(;AN[of CA[nobody]CA[UTF-8]PB[" + raw + b"];B[dd])").black == raw.decode("utf-8")
