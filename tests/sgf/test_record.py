"""What a record says, and what is written."""

import pytest

from tengen import __version__
from tengen.board.grid import Move, parse_point
from tengen.sgf import GameRecord, SgfError, new, read

EMPTY, BLACK, WHITE = range(3)


def points(names: str, size: int) -> list[int]:
    return sorted(parse_point(name, size) for name in names.split())


def moves(line: str, size: int) -> list[Move]:
    """Return the moves of a line such as ``B D4  W pass``."""
    words = line.split()
    return [Move.parse(name, "?BW".index(colour), size) for colour, name in zip(words[::2], words[1::2], strict=True)]


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("6.5", 6.5),
        ("6,5", 6.5),
        (" 7 ", 7),
        ("0", 0),
        ("-5.5", -5.5),
        ("+.5", 0.5),
        ("375", 7.5),
        ("3.75", 7.5),
        ("2.75", 5.5),
        ("350", 7),
        ("650", 6.5),
        ("750", 7.5),
        ("50", 0.5),
        ("300.0", 300),
        ("", None),
        ("nan", None),
        ("1e5", None),
        ("half", None),
        ("9" * 5000, None),
    ],
)
def test_komi(text: str, komi: float | None) -> None:
    assert read(f"(;KM[{text}])".encode()).komi == komi


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Japanese", "japanese"),
        ("jp", "japanese"),
        ("日本ルール", "japanese"),
        ("Korean", "japanese"),
        ("Chinese", "chinese"),
        ("cn", "chinese"),
        ("中国规则", "chinese"),
        ("AGA", "aga"),
        ("NZ", "new-zealand"),
        ("New Zealand", "new-zealand"),
        ("GOE", "new-zealand"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("CGOS", "cgos"),
        ("koSIMPLEscoreAREA", None),
        ("", None),
    ],
)
def test_rules(text: str, rules: str | None) -> None:
    assert read(f"(;RU[{text}])".encode()).rules == rules


@pytest.mark.parametrize(("text", "handicap"), [("2", 2), (" 9 ", 9), ("0", 0), ("", 0), ("two", 0), ("²", 0)])
def test_handicap(text: str, handicap: int) -> None:
    assert read(f"(;HA[{text}])".encode()).handicap == handicap


def test_what_is_missing_is_none() -> None:
    record = read(b"(;)")
    assert [record.komi, record.rules, record.black, record.white, record.result, record.date] == [None] * 6
    assert (record.handicap, record.root.comment, record.root.to_play, record.root.setup) == (0, "", None, {})
    assert record.moves() == []


def test_names_and_result_are_one_line() -> None:
    record = read(b"(;PB[a\nb\\]]PW[c]RE[W+R]DT[2025-01-02])")
    assert (record.black, record.white, record.result, record.date) == ("a b]", "c", "W+R", "2025-01-02")


def test_moves_are_points_of_the_board() -> None:
    record = read(b"(;SZ[9];B[aa];W[ia];B[ii] ;W[ ee ];B[];W[tt])")
    assert record.moves() == moves("B A9 W J9 B J1 W E5 B pass W pass", 9)


def test_tt_is_a_point_of_a_board_of_more_than_19_lines() -> None:
    assert read(b"(;SZ[19];B[tt])").moves() == moves("B pass", 19)
    assert read(b"(;SZ[25];B[tt];W[yy];B[])").moves() == moves("B U6 W Z1 B pass", 25)


@pytest.mark.parametrize("value", ["jj", "a", "abc", "AA", "a\\]", "é", "a1", "x" * 1000])
def test_a_move_off_the_board_is_told_with_its_number(value: str) -> None:
    record = read(f"(;SZ[9];B[aa];W[{value}])".encode())
    with pytest.raises(SgfError, match=r"^move 2: W: '.*' is not a point of a 9x9 board$"):
        record.moves()


def test_two_moves_in_a_node_are_an_error() -> None:
    with pytest.raises(SgfError, match="move 1: 2 moves in one node"):
        read(b"(;B[aa]W[bb])").moves()


def test_stones_are_set_up_in_any_node() -> None:
    record = read(b"(;SZ[9]AB[aa:bb][cc]AW[ii]PL[W];AE[aa][aa]B[ee];PL[b]AB[])")
    root, second, third = record.nodes()
    assert root.setup == {BLACK: points("A9 B9 A8 B8 C7", 9), WHITE: points("J1", 9)}
    assert second.setup == {EMPTY: points("A9", 9)}
    assert second.move == moves("B E5", 9)[0]
    assert third.setup == {}
    assert [node.to_play for node in (root, second, third)] == [WHITE, None, BLACK]


@pytest.mark.parametrize("value", ["jj", "aa:jj", "bb:aa", "tt", "aa:", "a"])
def test_stones_off_the_board_are_an_error(value: str) -> None:
    with pytest.raises(SgfError, match=f"AB: '{value}' is not a point"):
        _ = read(f"(;SZ[9]AB[aa][{value}])".encode()).root.setup


def test_variations_are_followed_by_choice() -> None:
    record = read(b"(;SZ[9];B[aa](;W[ba];B[ca](;W[da])(;W[db]))(;W[bb];B[cb]))")
    assert record.moves() == moves("B A9 W B9 B C9 W D9", 9)
    assert record.moves(0, 1) == moves("B A9 W B9 B C9 W D8", 9)
    assert record.moves(1) == moves("B A9 W B8 B C8", 9)
    for impossible in [(2,), (0, 2), (1, 0)]:
        with pytest.raises(IndexError):
            record.moves(*impossible)


def test_comments_belong_to_nodes() -> None:
    record = read(b"(;C[start];B[aa]C[good\\] move];W[bb])")
    assert [node.comment for node in record.nodes()] == ["start", "good] move", ""]


def test_unknown_properties_and_variations_survive() -> None:
    data = b"(;FF[3]GM[1]SZ[9]KGSDE[x\\]y]XYZ[1][2](;B[aa];W[bb]LB[aa:1])(;B[cc](;W[dd])(;W[ee])))"
    written = read(data).to_bytes()
    assert read(written).to_bytes() == written
    assert b"".join(written.split()) == (
        b"(;FF[3]CA[UTF-8]GM[1]KGSDE[x\\]y]SZ[9]XYZ[1][2](;B[aa];LB[aa:1]W[bb])(;B[cc](;W[dd])(;W[ee])))"
    )


def full_record() -> GameRecord:
    record = new(9)
    record.black, record.white, record.result, record.date = "A ]\\", "王", "B+0.5", "2025-01-02"
    record.komi, record.rules, record.handicap = 0.5, "new-zealand", 2
    record.root.set_up(BLACK, points("C3 G7", 9))
    record.root.to_play = WHITE
    record.root.comment = "two\nlines"
    node = record.root.add_move(Move.parse("E5", WHITE, 9))
    node.add_move(Move.parse("pass", BLACK, 9)).comment = "a pass"
    node.add_move(Move.parse("A1", BLACK, 9))
    return record


def test_a_new_record_is_written() -> None:
    written = b"".join(full_record().to_bytes().split(b"\n"))
    assert written.decode() == (
        f"(;FF[4]AB[cg][gc]AP[tengen:{__version__}]C[twolines]CA[UTF-8]DT[2025-01-02]GM[1]HA[2]KM[0.5]"
        "PB[A \\]\\\\]PL[W]PW[王]RE[B+0.5]RU[NZ]SZ[9];W[ee](;B[]C[a pass])(;B[ai]))"
    )


def test_what_is_written_is_read() -> None:
    record = read(full_record().to_bytes())
    assert (record.size, record.komi, record.rules, record.handicap) == (9, 0.5, "new-zealand", 2)
    assert (record.black, record.white, record.result, record.date) == ("A ]\\", "王", "B+0.5", "2025-01-02")
    assert record.root.setup == {BLACK: points("C3 G7", 9)}
    assert (record.root.to_play, record.root.comment) == (WHITE, "two\nlines")
    assert record.moves() == moves("W E5 B pass", 9)
    assert record.moves(1) == moves("W E5 B A1", 9)


def test_what_is_set_to_nothing_is_removed() -> None:
    record = full_record()
    record.black = record.komi = record.rules = None
    record.handicap, record.root.comment = 0, ""
    record.root.set_up(BLACK, [])
    for name in ("PB", "KM", "RU", "HA", "C", "AB"):
        assert record.root.text(name) is None


def test_a_new_record_needs_a_possible_size() -> None:
    with pytest.raises(SgfError, match="the size must be from 2 to 25"):
        new(26)


def test_a_property_needs_a_name_of_capitals() -> None:
    with pytest.raises(ValueError, match="identifier"):
        new().root.set_text("a[b]", "x")


@pytest.mark.parametrize("komi", [0, 6.5, -300.0, 375, 50])
def test_any_komi_is_read_as_it_was_written(komi: float) -> None:
    record = new()
    record.komi = komi
    assert read(record.to_bytes()).komi == komi
