"""`tengen analyze`: what a search thinks of a position."""

import json
from pathlib import Path

import pytest

from cli.command import Command

QUICK = ["--set", "playout.policy=random", "--simulations", "200", "--seed", "1"]


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[0.5];B[cc];W[cd];B[bd])")
    return str(file)


def test_text(record: str, tengen: Command) -> None:
    outcome = tengen("analyze", record, *QUICK, "--top", "3", "--dump-depth", "2", "--dump-share", "0.1")
    assert (outcome.code, outcome.err) == (0, "")
    board, facts, table, tree = outcome.out.split("\n\n")
    assert board.splitlines()[0].split() == list("ABCDE") * 2
    assert facts.startswith("white to play: ")
    assert "200 simulations" in facts
    assert table.startswith("move ")
    assert len(table.splitlines()) == 4
    lines = tree.splitlines()[1:]
    assert lines[0].startswith("O ")
    assert all(line.startswith(("O ", "  X ")) for line in lines)
    assert all(int(line[24:33]) >= 20 for line in lines)


def test_json(record: str, tengen: Command) -> None:
    words = ["analyze", record, "--move", "2", *QUICK, "--top", "2", "--json", "--dump-depth", "1"]
    outcome = tengen(*words)
    found = [json.loads(line) for line in outcome.out.splitlines()]
    assert [one["final"] for one in found] == [*[False] * (len(found) - 1), True]
    last = found[-1]
    assert (last["colour"], last["simulations"], len(last["moves"]), len(last["ownership"])) == ("black", 200, 2, 25)
    assert last["moves"][0]["sequence"][0] == last["moves"][0]["move"]
    assert last["moves"][0]["visits"] >= last["moves"][1]["visits"]
    assert sum(node["visits"] for node in last["tree"]) <= last["visits"]
    again = json.loads(tengen(*words).out.splitlines()[-1])
    assert (again["moves"], again["ownership"]) == (last["moves"], last["ownership"])


def test_the_empty_board(tengen: Command) -> None:
    found = json.loads(tengen("analyze", "--size", "5", *QUICK, "--json").out.splitlines()[-1])
    assert len(found["ownership"]) == 25
    assert found["colour"] == "black"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--move", "4"], "--move 4 is beyond the end: {file} has 3 moves"),
        (["--size", "5"], "--size is for the empty board; the game in {file} is 5x5"),
    ],
)
def test_words_that_do_not_fit_the_file(words: list[str], message: str, record: str, tengen: Command) -> None:
    assert tengen("analyze", record, *words) == (2, "", f"tengen: {message.format(file=record)}\n")


def test_a_file_that_is_not_there(tengen: Command, tmp_path: Path) -> None:
    outcome = tengen("analyze", str(tmp_path / "nothing.sgf"))
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)


def test_a_book_is_written_and_a_wrong_place_is_told_before_the_search(
    record: str, tengen: Command, tmp_path: Path
) -> None:
    book = tmp_path / "five.npz"
    outcome = tengen("analyze", "--size", "5", *QUICK, "--book", str(book))
    assert outcome.code == 0
    assert outcome.err.endswith(f" nodes: {book}\n")
    assert book.stat().st_size > 0
    for words, message in [
        ((record, "--book", str(book)), "--book is for the empty board"),
        (("--book", str(tmp_path / "nowhere" / "five.npz")), "--book: there is no folder"),
    ]:
        refused = tengen("analyze", *words, *QUICK)
        assert (refused.code, refused.out) == (2, "")
        assert message in refused.err
