"""`tengen analyze`: what a search thinks of a position."""

import json
import signal
import subprocess
import sys
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


def test_json_has_one_view(record: str, tengen: Command) -> None:
    """White is to move: her view is that of the side to move, and Black's is the opposite in every number."""
    words = ["analyze", record, *QUICK, "--top", "2", "--json", "--dump-depth", "2"]
    side, white, black = (
        json.loads(tengen(*words, "--view", view).out.splitlines()[-1]) for view in ("side", "white", "black")
    )
    assert [one.pop("view") for one in (side, white, black)] == ["side", "white", "black"]
    timing = ("seconds", "simulations_per_second")
    assert {k: v for k, v in side.items() if k not in timing} == {k: v for k, v in white.items() if k not in timing}
    assert black["score"] == -white["score"] != 0
    assert black["ownership"] == [-owner for owner in white["ownership"]]
    pairs = [(black, white), *zip(black["moves"], white["moves"], strict=True)]
    pairs += zip(black["tree"], white["tree"], strict=True)
    assert {node["depth"] for node in black["tree"]} == {1, 2}
    for ours, theirs in pairs:
        assert ours["win_rate"] == pytest.approx(1 - theirs["win_rate"], abs=1e-4)


def test_a_record_from_standard_input(tengen: Command) -> None:
    outcome = tengen("analyze", "-", *QUICK, "--json", stdin="(;SZ[5];B[cc];W[bb])")
    assert outcome.code == 0
    assert json.loads(outcome.out.splitlines()[-1])["colour"] == "black"
    broken = tengen("analyze", "-", stdin="(;SZ[5];B[cc];W[cc])")
    assert broken == (2, "", "tengen: standard input: move 2: white C3: the point is taken\n")


def test_rules_and_komi_replace_those_of_the_record(tengen: Command) -> None:
    game = "(;SZ[5]RU[Japanese]KM[0.5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])"
    scores = []
    for words in (["--komi", "0.5"], ["--komi", "-20"]):
        found = tengen("analyze", "-", *QUICK, "--json", "--view", "black", *words, stdin=game)
        scores.append(json.loads(found.out.splitlines()[-1])["score"])
    assert scores[1] > scores[0] + 10
    assert tengen("analyze", "-", *QUICK, "--rules", "nonsense", stdin=game).code == 2
    assert tengen("analyze", "-", *QUICK, "--rules", "aga", stdin=game).code == 0


def test_a_variation(tengen: Command) -> None:
    branching = "(;SZ[5];B[cc](;W[cd];B[bd])(;W[bb]))"
    words = ["analyze", "-", *QUICK, "--json"]
    assert json.loads(tengen(*words, stdin=branching).out.splitlines()[-1])["colour"] == "white"
    second = tengen(*words, "--variation", "2", stdin=branching)
    assert json.loads(second.out.splitlines()[-1])["colour"] == "black"
    for wrong in ("3", "2.1", "0", "x"):
        outcome = tengen(*words, "--variation", wrong, stdin=branching)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith(f"tengen: --variation {wrong}: ")


def test_an_interrupt_leaves_the_last_table(record: str) -> None:
    words = [sys.executable, "-m", "tengen", "analyze", record, "--set", "playout.policy=random", "--seconds", "60"]
    run = subprocess.Popen([*words, "--json", "--interval", "0.1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None
    run.stdout.readline()  # the search is on
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert run.returncode == 130
    assert json.loads(out.splitlines()[-1])["final"] is True
    assert b"Ctrl-C" in err


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


@pytest.mark.parametrize(("text", "told"), [("Unable to allocate 1 TiB", " (Unable to allocate 1 TiB)"), ("", "")])
def test_a_tree_that_cannot_be_allocated(
    text: str, told: str, record: str, tengen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise MemoryError(text)

    monkeypatch.setattr("tengen.search.trees.new_nodes", refuse)
    message = f"tengen: the tree needs more memory than there is; set memory lower{told}\n"
    assert tengen("analyze", record, *QUICK) == (2, "", message)
