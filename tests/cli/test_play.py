"""`tengen play`: a game at the terminal, with all that a person may type."""

import re
from pathlib import Path

import pytest

from cli.command import Command
from tengen.game.replay import replay
from tengen.sgf import read_file

HELPFUL = " (help lists what you can say)\n"


def talk(tengen: Command, *said: str, options: str = "") -> list[str]:
    """Say lines at the prompt against the random engine; return what is printed before and after each."""
    words = ["play", "--preset", "random", "--seed", "1", "--size", "5", *options.split()]
    outcome = tengen(*words, stdin="\n".join([*said, ""]))
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out.split("your move> ")


def stones(printed: str) -> dict[str, int]:
    """Count the stones on the last board of a text."""
    board = printed.split("   A B C D E")[-2]  # between the two lines of letters
    return {symbol: board.count(symbol) for symbol in "XO"}


def test_the_end_of_input_is_the_end(tengen: Command) -> None:
    first, last = talk(tengen)
    assert first.startswith("You are black (X). 5x5, komi 7.5, chinese rules.\n")
    assert last == "\n"


@pytest.mark.parametrize("word", ["quit", "exit", "resign", "QUIT"])
def test_leaving(word: str, tengen: Command) -> None:
    *talked, goodbye = talk(tengen, "c3", word, "d4")
    assert len(talked) == 2
    assert goodbye == ("You resign.\n" if word == "resign" else "Goodbye.\n")


def test_captures_are_told(tengen: Command) -> None:
    """Black passes until one of his stones is taken."""
    assert any("captured: 1 black, 0 white" in text for text in talk(tengen, "c3", *["pass"] * 40))


def test_a_move_is_answered(tengen: Command) -> None:
    answer = talk(tengen, "c3", "quit")[1]
    assert re.match(r"tengen plays [A-E][1-5]\n", answer)
    assert stones(answer) == {"X": 1, "O": 1}


def test_white_waits_for_black(tengen: Command) -> None:
    first, answer, _ = talk(tengen, "c3", "quit", options="--colour white")
    assert "tengen plays " in first
    assert stones(first) == {"X": 1, "O": 0}
    assert stones(answer) == {"X": 2, "O": 1}


def test_a_whole_game(tengen: Command) -> None:
    """We pass until the engine passes too, when there is nothing left but its eyes."""
    *_, end = talk(tengen, *["pass"] * 100)
    assert end.startswith("tengen plays pass\n   A B C D E\n")
    assert end.endswith("score: W+32.5: you lose\n")  # all 25 points, and the komi
    assert stones(end)["X"] == 0


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("c3", "black C3: the point is taken"),
        ("f6", "'f6' is not a point from A1 to E5 (without the letter I), nor pass"),
        ("nonsense", "'nonsense' is not a point from A1 to E5 (without the letter I), nor pass"),
        ("棋", "'棋' is not a point from A1 to E5 (without the letter I), nor pass"),
        ("d4 e4", "'d4 e4' is more than one word"),
        ("save", "save needs the name of a file"),
        ("save nowhere/game.sgf", "[Errno 2] No such file or directory: 'nowhere/game.sgf'"),
        ("save .", "[Errno 21] Is a directory: '.'"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    said: str, answer: str, tengen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = talk(tengen, "c3", said, "pass", "quit")
    assert printed[2] == answer + HELPFUL, "the board is not drawn again, so that the message can be read"
    assert stones(printed[3]) == {"X": 1, "O": 2}


@pytest.mark.parametrize("said", ["help", "HELP", "", "   "])
def test_help(said: str, tengen: Command) -> None:
    answer = talk(tengen, said, "quit")[1]
    for word in ("pass", "undo", "score", "hint", "save FILE", "resign", "quit"):
        assert f"  {word}" in answer or f", {word}" in answer


def test_undo_takes_back_both_moves(tengen: Command) -> None:
    printed = talk(tengen, "c3", "d3", "undo", "quit")
    assert stones(printed[2]) == {"X": 2, "O": 2}
    assert stones(printed[3]) == {"X": 1, "O": 1}
    assert re.search(r"\(O\)", printed[3])


@pytest.mark.parametrize("options", ["", "--colour white", "--size 7 --handicap 2"])
def test_the_engines_first_move_cannot_be_undone(options: str, tengen: Command) -> None:
    _, answer, *_ = talk(tengen, "undo", "quit", options=options)
    assert answer == "you have no move to take back" + HELPFUL


def test_score_and_hint_change_nothing(tengen: Command) -> None:
    printed = talk(tengen, "c3", "score", "hint", "pass", "quit")
    assert re.match(r"score: [BW]\+\d+\.5", printed[2])
    assert re.match(r"tengen would play [A-E][1-5]\n", printed[3])
    assert stones(printed[4]) == {"X": 1, "O": 2}


def test_save(tengen: Command, tmp_path: Path) -> None:
    file = tmp_path / "My Game.sgf"
    printed = talk(tengen, "c3", "pass", f"save {file}", "quit", options="--rules japanese --komi 0.5")
    assert printed[3].startswith(f"written to {file}\n")
    record = read_file(file)
    assert (record.size, record.komi, record.rules) == (5, 0.5, "japanese")
    game = replay(record)
    assert [game.name(move.point) for move in game.moves][::2] == ["C3", "pass"]
    assert len(game.moves) == 4


def test_a_seed_repeats_a_game(tengen: Command) -> None:
    assert talk(tengen, *["pass"] * 5) == talk(tengen, *["pass"] * 5)
    assert talk(tengen, *["pass"] * 5) != talk(tengen, *["pass"] * 5, options="--seed 2")


def test_an_engine_with_an_estimate_tells_its_win_rate(tengen: Command) -> None:
    outcome = tengen("play", "--preset", "montecarlo", "--size", "5", "--set", "simulations=50", stdin="c3\nquit\n")
    assert re.search(r"tengen plays [A-E][1-5] \(win rate \d+%\)\n", outcome.out)
