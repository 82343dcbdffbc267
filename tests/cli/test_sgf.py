"""`tengen sgf`: tools for game records."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.command import Command
from review.made_report import made_report
from tengen import BLACK, WHITE, Engine, Game, Report
from tengen.sgf import read_file

QUICK = ["--set", "playout.policy=random", "--simulations", "50", "--seed", "1"]
TEXT = "(;GM[1]SZ[5]KM[0.5]RU[Chinese]PB[Ann]PW[Bob]RE[W+R];B[cc]C[hello](;W[cd];B[bd];W[dd])(;W[bb]))"
EXAMPLE = Path(__file__).parents[2] / "examples" / "game.sgf"
SETTLED = "(;SZ[5]KM[0.5]RU[{rules}]RE[{result}]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][aa];B[ca];W[];B[])"


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.sgf"
    file.write_text(TEXT)
    return str(file)


def interrupted_after(searches: int, analyse: Callable[..., Report] = Engine.analyse) -> Callable[..., Report]:
    """Return an ``Engine.analyse`` during whose next search but so many the user presses Ctrl-C."""
    done = [0]

    def search(engine: Engine, game: Game, *more: object) -> Report:
        done[0] += 1
        if done[0] > searches:
            os.kill(os.getpid(), signal.SIGINT)
        return analyse(engine, game, *more)

    return search


def test_gtp(record: str, tengen: Command) -> None:
    outcome = tengen("sgf", "gtp", record, "--variation", "2", "--then", "showboard", "--then", "genmove b")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        *("boardsize 5", "clear_board", "komi 0.5", "play black C3", "play white B4", "showboard", "genmove b")
    ]
    assert tengen("sgf", "gtp", record, "--move", "9").err == (
        f"tengen: --move 9 is beyond the end: {record} has 4 moves\n"
    )
    assert tengen("sgf", "gtp", "-", stdin="(;SZ[5];B[cc])").out.endswith("play black C3\n")


def test_evaluate_as_a_table(record: str, tengen: Command) -> None:
    outcome = tengen("sgf", "evaluate", record, "--move", "1", *QUICK)
    assert (outcome.code, outcome.err) == (0, "")
    heading, letters, *rows = outcome.out.splitlines()
    assert heading.startswith("white to play: ")
    assert letters.split() == list("ABCDE")
    board = [row.split() for row in rows[:5]]
    assert board[2][3] == "X"
    values = [word for row in board for word in row[1:-1] if word != "X"]
    assert len(values) == 24
    assert sum(word.startswith("[") for word in values) == 1
    best, *_ = (line.split() for line in rows[8:])
    assert max(float(word.strip("[]")) for word in values) == round(float(best[1].rstrip("%")))


def test_evaluate_as_json_in_every_view(record: str, tengen: Command) -> None:
    words = ["sgf", "evaluate", record, "--move", "1", *QUICK, "--json"]
    side, black = (json.loads(tengen(*words, "--view", view).out) for view in ("side", "black"))
    assert (side["view"], side["colour"], side["complete"]) == ("side", "white", True)
    assert len(side["moves"]) == 25
    assert {move["move"] for move in side["moves"]} == {*(f"{a}{b}" for a in "ABCDE" for b in "12345"), "pass"} - {"C3"}
    assert all(move["visits"] >= 50 for move in side["moves"])
    found = {move["move"]: move for move in black["moves"]}
    for move in side["moves"]:
        assert found[move["move"]]["win_rate"] == pytest.approx(1 - move["win_rate"], abs=2e-4)
        assert found[move["move"]]["score"] == pytest.approx(-move["score"])


def test_evaluate_sees_the_move_that_wins(tengen: Command) -> None:
    """Three chains have one liberty each: Black takes a white one with A1 or D1, or loses his own in the middle."""
    stones = "AB[ba][bb][bc][bd][be][da][db][dc][dd]AW[aa][ab][ac][ad][ca][cb][cc][cd][ce]"
    words = ["sgf", "evaluate", "-", *QUICK, "--simulations", "300", "--json"]
    moves = json.loads(tengen(*words, stdin=f"(;SZ[5]KM[0.5]PL[B]{stones})").out)["moves"]
    assert {move["move"] for move in moves[:2]} == {"A1", "D1"}
    assert moves[1]["win_rate"] > 0.8 > 0.5 > moves[2]["win_rate"]


def test_an_interrupt_keeps_the_moves_that_are_evaluated(
    record: str, tengen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "analyse", interrupted_after(3))
    outcome = tengen("sgf", "evaluate", record, *QUICK, "--json")
    assert outcome.code == 130
    found = json.loads(outcome.out)
    assert (found["complete"], len(found["moves"])) == (False, 3)


def test_review_writes_the_record_the_plot_and_the_list(record: str, tengen: Command, tmp_path: Path) -> None:
    output, picture = tmp_path / "out.sgf", tmp_path / "out.svg"
    words = ["sgf", "review", record, *QUICK, "-o", str(output), "--plot", str(picture), "--threshold", "0"]
    outcome = tengen(*words)
    assert outcome.code == 0
    assert outcome.err == f"written to {output} and {picture}\n"
    assert "4 moves reviewed; at the end Black " in outcome.out
    reviewed = read_file(output)
    comments = [node.comment for node in reviewed.nodes()]
    assert all("tengen: Black " in comment for comment in comments)
    assert comments[1].startswith("hello\n")
    assert (reviewed.rules, reviewed.komi, reviewed.result, reviewed.black) == ("chinese", 0.5, "W+R", "Ann")
    assert [move.name for move in reviewed.moves()] == ["C3", "C2", "B2", "D2"]
    assert picture.read_text().startswith("<?xml")
    assert Path(record).read_text() == TEXT, "the record itself is not changed"


def test_review_lists_the_worst_moves_where_none_is_a_mistake(
    record: str, tengen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move loses a little more for its side than the one before; the first loses too little to be told."""
    lost = iter([0.0, 0.005, 0.02, 0.03, 0.04])
    black_wins = [0.5]

    def searched(_engine: Engine, game: Game) -> Report:
        sign = 1 if game.to_play == WHITE else -1  # the move before was Black's
        black_wins.append(black_wins[-1] - sign * next(lost))
        win_rate = black_wins[-1] if game.to_play == BLACK else 1 - black_wins[-1]
        return made_report(game, win_rate, 0.0, ("A1 B1", 50, win_rate))

    monkeypatch.setattr(Engine, "analyse", searched)
    heading, columns, *moves, end = tengen("sgf", "review", record).out.splitlines()
    assert heading == "no mistakes: no move lost 10% of the win rate or more"
    assert columns.split() == ["lost", "most", "win", "rate", "points", "better"]
    assert [line.split()[:4] for line in moves] == [
        ["4", "white", "D2", "4.0%"],
        ["3", "black", "B2", "3.0%"],
        ["2", "white", "C2", "2.0%"],
    ]
    assert end.startswith("4 moves reviewed")


def test_review_as_json(record: str, tengen: Command, tmp_path: Path) -> None:
    outcome = tengen(
        "sgf", "review", record, *QUICK, "--json", "--threshold", "0", "--move", "3", "--rules", "japanese"
    )
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2, 3]
    assert [line["move"] for line in lines] == [None, "C3", "C2", "B2"]
    assert {line["view"] for line in lines} == {"black"}
    assert all(line["mistake"] is None or line["mistake"]["better"] for line in lines)
    reviewed = read_file(tmp_path / "game.review.sgf")
    assert reviewed.rules == "chinese", "the rules of the search are not written into the record"
    assert [bool(node.comment) for node in reviewed.nodes()] == [True, True, True, True, False]


def test_an_interrupt_keeps_the_review_so_far(
    record: str, tengen: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Engine, "analyse", interrupted_after(2))
    outcome = tengen("sgf", "review", record, *QUICK)
    assert outcome.code == 130
    assert "1 move reviewed" in outcome.out
    comments = [node.comment for node in read_file(tmp_path / "game.review.sgf").nodes()]
    assert ["tengen: " in comment for comment in comments] == [True, True, False, False, False]


def test_plot_searches_and_a_reviewed_record_needs_no_search(
    record: str, tengen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tengen("sgf", "plot", record, *QUICK).err == f"written to {tmp_path / 'game.png'}\n"
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")
    tengen("sgf", "review", record, *QUICK)
    monkeypatch.delattr(Engine, "analyse")
    outcome = tengen("sgf", "plot", str(tmp_path / "game.review.sgf"), "-o", str(tmp_path / "again.svg"))
    assert (outcome.code, outcome.err) == (0, f"written to {tmp_path / 'again.svg'}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["plot", "-"], "--output is needed for a record from standard input"),
        (["plot", "{file}", "-o", "x.jpg"], "x.jpg: the name must end in .png, .svg, .pdf"),
        (["plot", "{file}", "-o", "nowhere/x.png"], "nowhere/x.png: there is no folder nowhere"),
        (["review", "{file}", "--plot", "x.jpg"], "x.jpg: the name must end in .png, .svg, .pdf"),
        (["review", "{file}", "-o", "nowhere/x.sgf"], "nowhere/x.sgf: there is no folder nowhere"),
        (["review", "{file}", "--move", "7"], "--move 7 is beyond the end: {file} has 4 moves"),
        (
            ["evaluate", "{file}", "--preset", "random"],
            "preset 'random' searches no tree: take one that does, such as 'tengen'",
        ),
    ],
)
def test_what_cannot_be_done_is_told_before_the_search(
    words: list[str], message: str, record: str, tengen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [word.replace("{file}", record) for word in words]
    assert tengen("sgf", *words, stdin=TEXT) == (2, "", f"tengen: {message.replace('{file}', record)}\n")


@pytest.mark.parametrize("command", ["gtp", "evaluate", "plot", "review", "score"])
@pytest.mark.parametrize("text", ["(;SZ[5];B[cc];W[cc])", "(;SZ[13:9])", "nothing"])
def test_errors_name_the_file(command: str, text: str, tengen: Command, tmp_path: Path) -> None:
    file = tmp_path / "broken.sgf"
    file.write_text(text)
    outcome = tengen("sgf", command, str(file))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"tengen: {file}: ")


@pytest.mark.parametrize(
    ("rules", "result", "verdict"),
    [("Chinese", "B+0.5", True), ("Chinese", "B+3.5", False), ("Japanese", "b+0.50", True), ("Chinese", "W+R", None)],
)
def test_score_beside_the_result(rules: str, result: str, verdict: bool | None, tengen: Command) -> None:
    text = SETTLED.format(rules=rules, result=result)
    outcome = tengen("sgf", "score", "-", "--preset", "random", "--json", stdin=text)
    assert outcome.code == 0
    found = json.loads(outcome.out)
    assert (found["dead"], found["recorded"], found["agrees"]) == (["A5"], result, verdict)
    assert found["score"] == "B+0.5"
    text = tengen("sgf", "score", "-", "--preset", "random", stdin=text).out
    assert "dead stones: A5\n" in text
    ending = {True: "; they agree\n", False: "; they differ\n", None: f"in the record: {result}\n"}[verdict]
    assert text.endswith(ending)


def test_an_open_border_is_counted_as_gtp_counts_it(tengen: Command) -> None:
    """The game ends by resignation, with borders that are not closed; the dead stones alone do not tell its score."""
    outcome = tengen("sgf", "score", str(EXAMPLE), "--preset", "random", "--json")
    with Engine("random", seed=1) as engine:
        game = Game.from_sgf(EXAMPLE)
        expected = engine.final_status(game).score(game)
    assert json.loads(outcome.out)["score"] == str(expected)
    assert "does not end with two passes" in tengen("sgf", "score", str(EXAMPLE), "--preset", "random").out


def test_komi_and_rules_that_are_not_understood_are_told(tengen: Command) -> None:
    outcome = tengen("sgf", "gtp", "-", stdin="(;SZ[5]KM[abc]RU[foo];B[cc])")
    assert outcome.code == 0
    assert outcome.err.splitlines() == [
        "tengen: standard input: KM[abc] is not a komi; the usual one of the rules is used, or --komi",
        "tengen: standard input: RU[foo] are unknown rules; Chinese rules are used, or --rules",
    ]
