"""Any tree survives, any text survives, any bytes give a record or our error; sgfmill agrees."""

from contextlib import suppress
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st
from sgfmill.sgf_grammar import parse_sgf_game, serialise_game_tree, text_value

from tengen.board.grid import Move
from tengen.sgf import GameRecord, SgfError, SgfNode, new, read, read_collection
from tengen.sgf.grammar import parse

Tree: TypeAlias = "list[tuple[Move, str, Tree]]"

SIZE = 9
POINTS = [0, *((row + 1) * (SIZE + 1) + column + 1 for row in range(SIZE) for column in range(SIZE))]
MOVES = st.builds(Move, st.sampled_from([1, 2]), st.sampled_from(POINTS), st.just(SIZE))
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\t\v\f"))
LEAVES: st.SearchStrategy[Tree] = st.just([])
TREES = st.recursive(LEAVES, lambda children: st.lists(st.tuples(MOVES, TEXTS, children), max_size=3))
PARTS = [b"(", b")", b";", b"[", b"]", b"\\", b"B", b"b", b"AB[aa:cc]", b"\n", b"\xe6", b"\x81", b"\x00"]
CHARSETS = [b"", b"CA[UTF-8]", b"CA[GBK]", b"CA[SJIS]", b"CA[EUC-JP]", b"CA[EUC-KR]", b"CA[KOI8-R]", b"CA[cp1253]"]
SGF_LIKE = st.tuples(st.sampled_from(CHARSETS), st.lists(st.sampled_from(PARTS) | st.binary(max_size=3)))


def grow(node: SgfNode, tree: Tree) -> None:
    for move, comment, children in tree:
        child = node.add_move(move)
        child.comment = comment
        grow(child, children)


def flat(node: SgfNode) -> list[object]:
    return [node.move, node.comment, [flat(child) for child in node.children]]


def record_of(tree: Tree) -> GameRecord:
    record = new(SIZE)
    grow(record.root, tree)
    return record


@given(TREES)
def test_a_tree_is_read_as_it_was_written(tree: Tree) -> None:
    record = record_of(tree)
    data = record.to_bytes()
    assert flat(read(data).root) == flat(record.root)
    assert read(data).to_bytes() == data


@given(TREES)
def test_the_grammar_is_that_of_sgfmill(tree: Tree) -> None:
    data = record_of(tree).to_bytes()
    assert serialise_game_tree(next(parse(data))) == serialise_game_tree(parse_sgf_game(data))


@given(st.text("\\\n\r\t\va:é"))
def test_text_is_that_of_sgfmill(text: str) -> None:
    value = text.encode() + b"."  # which a backslash before it may escape
    assert read(b"(;CA[UTF-8]C[" + value + b"])").root.comment == text_value(value).decode()


@given(TEXTS, TEXTS)
def test_names_are_read_as_they_were_written(black: str, white: str) -> None:
    record = new()
    record.black, record.white = black, white
    again = read(record.to_bytes())
    assert (again.black, again.white) == (black.replace("\n", " "), white.replace("\n", " "))


@given(st.one_of(st.binary(), SGF_LIKE.map(lambda file: b"(;" + file[0] + b"".join(file[1]))))
def test_any_bytes_give_records_or_our_error(data: bytes) -> None:
    with suppress(SgfError):
        for record in read_collection(data):
            again = read(record.to_bytes())
            assert again.to_bytes() == record.to_bytes()
            assert again.moves() == record.moves()
            assert again.root.setup == record.root.setup
