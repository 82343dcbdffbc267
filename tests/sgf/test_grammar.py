"""Which files are read, and where the error is in those that are not."""

from pathlib import Path

import pytest

from tengen.sgf import SgfError, read, read_collection, read_file


def properties(data: bytes, *names: str) -> list[str | None]:
    root = read(data).root
    return [root.text(name) for name in names]


def test_white_space_may_stand_anywhere_between_tokens() -> None:
    assert len(read(b" \n( \t; \r\n SZ \n [9] ; B \n [aa] [] \n ) ").root.children) == 1


def test_garbage_before_the_game_and_after_it_is_ignored() -> None:
    record = read(b"Date: today (9x9)\nSubject: a game [1]\n\n(;SZ[9];B[aa]) ) ] trailing (;")
    assert record.size == 9
    assert len(record.moves()) == 1


def test_lower_case_letters_of_old_names_are_dropped() -> None:
    record = read(b"(;GaMe[1]SiZe[9]PlayerBlack[A]CoPyright[c]AddBlack[aa][bb];Black[cc];White[dd])")
    assert (record.size, record.black, record.root.text("CP")) == (9, "A", "c")
    assert len(record.root.setup[1]) == 2
    assert [move.colour for move in record.moves()] == [1, 2]


def test_a_name_that_is_left_with_a_digit_first_can_be_written_and_read_again() -> None:
    record = read(b"(;g0M[x]a1B2[y])")
    assert properties(record.to_bytes(), "M", "B2") == ["x", "y"]
    assert read(record.to_bytes()).to_bytes() == record.to_bytes()


def test_old_names_may_have_digits() -> None:
    assert properties(b"(;L1[x]M9[y])", "L1", "M9") == ["x", "y"]


def test_a_property_that_comes_twice_has_the_values_of_both() -> None:
    assert properties(b"(;C[a]N[n]C[b])", "C") == ["a\nb"]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (rb"a\]b", "a]b"),
        (rb"a\\", "a\\"),
        (rb"a\\\]", "a\\]"),
        (rb"a\:b", "a:b"),
        (rb"[a[", "[a["),
        (b"a\\\nb", "ab"),
        (b"a\\\r\nb", "ab"),
        (b"a\r\nb\rc\n\rd", "a\nb\nc\nd"),
        (b"a\tb\vc\fd", "a b c d"),
        (b"a\0b", "a\0b"),
        (b"", ""),
    ],
)
def test_text_is_unescaped(raw: bytes, text: str) -> None:
    assert properties(b"(;C[" + raw + b"])", "C") == [text]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "there is no game"),
        (b"hello", "there is no game"),
        (b"()", "there is no game"),
        (b"(;", "line 1, column 3: the file ends within the game; 1 times ')' is missing"),
        (b"(;B[aa](;W[bb]", "line 1, column 15: the file ends within the game; 2 times"),
        (b"(;B[aa]\n;W[bb", "line 2, column 3: a value without its closing bracket"),
        (b"(;C[x\\])", "line 1, column 4: a value without its closing bracket"),
        (b"(;B)", "line 1, column 3: a property without value"),
        (b"(;B;W[aa])", "line 1, column 3: a property without value"),
        (b"(;[aa])", "line 1, column 4: a value without a property"),
        (b"(;b[aa])", "line 1, column 3: a property whose name has no capital letter"),
        (b"(;b0[aa])", "line 1, column 3: a property whose name has no capital letter"),
        (b"(;B[aa]\n\n  (;W[bb]) B[cc])", "line 3, column 12: a property outside a node"),
        (b"(;B[aa](;W[bb]);B[cc])", "line 1, column 16: a node after the variations"),
        (b"(;B[aa]())", "line 1, column 9: a variation without nodes"),
        (b"(;B[aa]((;W[bb])))", "line 1, column 9: a variation without nodes"),
        (b"(;B[aa]\0)", "line 1, column 8: '\\x00' is not expected here"),
        ("(;C[é];€)".encode(), "line 1, column 8: '€' is not expected here"),
    ],
)
def test_an_error_is_told_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(SgfError) as error:
        read(data)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"(;SZ[19:13])", "'19:13' is not square"),
        (b"(;SZ[1])", "a board of 1 lines: the size must be from 2 to 25"),
        (b"(;SZ[26])", "a board of 26 lines"),
        (b"(;SZ[])", "'' is not a number"),
        (b"(;SZ[-9])", "'-9' is not a number"),
        (b"(;SZ[1_9])", "'1_9' is not a number"),
        (b"(;GM[2]SZ[8])", "not a game of Go but GM[2]"),
    ],
)
def test_other_boards_and_games_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(SgfError) as error:
        read(data)
    assert message in str(error.value)


@pytest.mark.parametrize(("value", "size"), [(b"9", 9), (b" 13 ", 13), (b"19:19", 19), (b"2", 2), (b"25", 25)])
def test_the_size_is_read(value: bytes, size: int) -> None:
    assert read(b"(;SZ[" + value + b"])").size == size


def test_without_a_size_the_board_has_19_lines() -> None:
    assert read(b"(;)").size == 19


def test_a_collection_is_read_game_by_game() -> None:
    games = read_collection(b"one (;SZ[9];B[aa])\n two (;SZ[13]) (;B) (;)")
    assert [next(games).size, next(games).size] == [9, 13]
    with pytest.raises(SgfError, match="line 2, column 18: a property without value"):
        next(games)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;SZ[9])")
    assert read_file(path).size == read_file(str(path)).size == 9
    with pytest.raises(FileNotFoundError):
        read_file(path.with_name("missing.sgf"))
