"""`tengen play`: a game at the terminal, with all that a person may type."""

import re
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli.command import Command
from review.made_report import made_report
from tengen import BLACK, RESIGN, Engine, Game, Move
from tengen.cli.saved_game import SavedGame
from tengen.cli.table import Table
from tengen.game.replay import replay
from tengen.game.time_words import clock_of, overtime_text, recorded_clock
from tengen.sgf import GameRecord, read_file

HELPFUL = " (help lists what you can say)\n"


def talk(tengen: Command, *said: str, options: str = "") -> list[str]:
    """Say lines at the prompt against the random engine; return what is printed before and after each."""
    size = [] if "--resume" in options else ["--size", "5"]
    words = ["play", "--terminal", "--preset", "random", "--seed", "1", *size, *options.split()]
    outcome = tengen(*words, stdin="\n".join([*said, ""]))
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out.split("your move> ")


def saved(folder: Path) -> GameRecord:
    """Return the only game that was saved."""
    (file,) = folder.glob("*.sgf")
    return read_file(file)


def stones(printed: str) -> dict[str, int]:
    """Count the stones on the last board of a text."""
    board = printed.split("   A B C D E")[-2]  # between the two lines of letters
    return {symbol: board.count(symbol) for symbol in "XO"}


def test_the_end_of_input_is_the_end(tengen: Command) -> None:
    first, last = talk(tengen)
    assert first.startswith("You are black (X), against tengen (random). 5x5, komi 7.5, chinese rules.\n")
    assert last == "\n"


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_leaving(word: str, tengen: Command, data_folder: Path) -> None:
    *talked, goodbye = talk(tengen, "c3", word, "d4")
    assert len(talked) == 2
    assert goodbye == "The game is saved. `tengen play --resume` goes on with it.\n"
    assert saved(data_folder).result is None


def test_resigning(tengen: Command, data_folder: Path) -> None:
    *_, goodbye = talk(tengen, "c3", "resign")
    assert goodbye.startswith("You resign.\nResult: W+R. The record is ")
    assert saved(data_folder).result == "W+R"


def test_the_record_has_names_date_and_result(tengen: Command, data_folder: Path) -> None:
    talk(tengen, "c3", "resign", options="--name Ann --color white")
    record = saved(data_folder)
    assert (record.black, record.white, record.result) == ("tengen (random)", "Ann", "B+R")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", record.date or "")


def test_a_game_is_resumed_where_it_was_left(tengen: Command, data_folder: Path) -> None:
    talk(tengen, "c3", "quit", options="--rules japanese --komi 0.5 --colour white")
    before = replay(saved(data_folder))
    assert len(before.moves) == 3
    first, *_ = talk(tengen, "quit", options="--resume")
    assert first.startswith("You are white (O), against tengen (random). 5x5, komi 0.5, japanese rules.\n")
    assert "The game goes on after 3 moves.\n" in first
    talk(tengen, "pass", "quit", options="--resume")
    after = replay(saved(data_folder))
    assert after.moves[:3] == before.moves
    assert len(after.moves) == 5


def test_options_that_a_resumed_game_does_not_use_are_told(tengen: Command) -> None:
    talk(tengen, "c3", "quit")
    outcome = tengen("play", "--resume", "--size", "9", "--komi", "3", stdin="quit\n")
    assert outcome.err == "tengen: the game goes on as it began; not used: --size, --komi\n"
    assert tengen("play", "--resume", stdin="quit\n").err == ""


def test_names_change_sides_with_the_players(tengen: Command, data_folder: Path) -> None:
    talk(tengen, "c3", "quit", options="--name Ann")
    first, *_ = talk(tengen, "resign", options="--resume --colour white")
    assert first.startswith("You are white (O), against tengen (random).")
    record = saved(data_folder)
    assert (record.black, record.white, record.result) == ("tengen (random)", "Ann", "B+R")


def test_an_older_game_is_resumed_if_the_newest_is_finished(tengen: Command) -> None:
    talk(tengen, "c3", "quit")
    talk(tengen, "d3", "resign")
    first, *_ = talk(tengen, "quit", options="--resume")
    assert "The game goes on after 2 moves.\n" in first


def test_taking_back_the_first_move_is_saved(tengen: Command, data_folder: Path) -> None:
    talk(tengen, "c3", "undo", "quit")
    assert saved(data_folder).moves() == []


def test_only_yes_or_no_is_an_answer(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    talk(tengen, "c3", "quit")
    monkeypatch.setattr("tengen.cli.play.is_at_terminal", lambda: True)
    outcome = tengen("play", "--terminal", "--preset", "random", "--size", "7", stdin="e3\nn\nquit\n")
    assert "Say y or n." in outcome.out
    assert "7x7" in outcome.out


def test_there_is_nothing_to_resume(tengen: Command, tmp_path: Path) -> None:
    words = ("play", "--terminal", "--preset", "random", "--size", "5")
    assert tengen(*words, "--resume").err.startswith("tengen: --resume: there is no unfinished game")
    talk(tengen, "c3", "resign")
    assert tengen(*words, "--resume").code == 2
    file = tmp_path / "own.sgf"
    talk(tengen, "c3", "quit", options=f"--file {file}")
    assert tengen(*words, "--file", str(file)).err == (
        f"tengen: {file} exists: --resume goes on with the game in it, or give another name\n"
    )
    talk(tengen, "resign", options=f"--resume --file {file}")
    assert tengen(*words, "--resume", "--file", str(file)).err == f"tengen: {file}: the game is finished: W+R\n"


@pytest.mark.parametrize(("answer", "goes_on"), [("", True), ("y", True), ("n", False), ("No", False)])
def test_a_person_is_asked_about_an_unfinished_game(
    answer: str, goes_on: bool, tengen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(tengen, "c3", "quit")
    monkeypatch.setattr("tengen.cli.play.is_at_terminal", lambda: True)
    outcome = tengen("play", "--terminal", "--preset", "random", "--size", "7", stdin=f"{answer}\nquit\n")
    assert re.match(r"You left a game on \d{4}-\d\d-\d\d: 5x5, 2 moves. Go on with it\? \[Y/n\] ", outcome.out)
    assert ("The game goes on after 2 moves." in outcome.out) == goes_on
    assert ("7x7" in outcome.out) != goes_on


def test_no_move_is_lost_when_the_program_is_killed(data_folder: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tengen", "play", "--terminal", "--preset", "random", "--size", "5"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        run.stdin.write("c3\n")
        run.stdin.flush()
        line = ""
        while "tengen plays" not in line:
            line = run.stdout.readline()
        run.stdin.write("score\n")  # so that the answer is saved when this is answered
        run.stdin.flush()
        while "score: " not in line:
            line = run.stdout.readline()
        run.kill()
    assert saved(data_folder).moves()[0].name == "C3"
    assert len(saved(data_folder).moves()) == 2


def test_handicap_sets_the_usual_komi(tengen: Command) -> None:
    first, *_ = talk(tengen, "quit", options="--size 9 --handicap 3")
    assert "9x9, komi 0.5, chinese rules. 3 handicap stones." in first
    first, *_ = talk(tengen, "quit", options="--size 9 --handicap 3 --komi 5.5")
    assert "komi 5.5" in first


def test_the_clock_is_shown_kept_and_resumed(tengen: Command, data_folder: Path) -> None:
    first, *_ = talk(tengen, "c3", "quit", options="--time 5m+3x10s")
    assert "Time: 5:00, then 3 periods of 10 s.\n" in first
    assert first.endswith("time left: black 5:00, white 5:00\n")
    record = saved(data_folder)
    assert (record.root.text("TM"), record.root.text("OT")) == ("300", "3x10 byo-yomi")
    moves = [node for node in record.nodes() if node.move]
    assert 290 < float(moves[0].text("BL") or 0) <= 300
    assert 290 < float(moves[1].text("WL") or 0) <= 300
    file = next(data_folder.glob("*.sgf"))
    file.write_text(re.sub(r"BL\[[^]]*\]", "OB[2]BL[12.5]", file.read_text()))  # in the second period of overtime
    first, *_ = talk(tengen, "quit", options="--resume")
    assert re.search(r"time left: black 0:12 \(2 periods\), white (5:00|4:5\d)\n$", first)


@pytest.mark.parametrize(
    ("words", "overtime"),
    [
        ("5m", None),
        ("300", None),
        ("0.5h+3s", "3 fischer"),
        ("1m + 5x30s", "5x30 byo-yomi"),
        ("0s+1x5s", "1x5 byo-yomi"),
        ("10min+10/5m", "10/300 Canadian"),
    ],
)
def test_times_are_read_written_and_read_again(words: str, overtime: str | None) -> None:
    clock = clock_of(words)
    assert overtime_text(clock) == overtime
    assert recorded_clock(f"{clock.main:g}", overtime) == clock


def test_a_resumed_engine_is_as_strong_as_before(tengen: Command, data_folder: Path) -> None:
    """The record says random, which answers at once; the default preset would compile."""
    talk(tengen, "c3", "quit")
    assert saved(data_folder).white == "tengen (random)"
    outcome = tengen("play", "--resume", stdin="d4\nquit\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert "tengen plays" in outcome.out
    assert "win rate" not in outcome.out
    (file,) = data_folder.glob("*.sgf")
    file.write_text(file.read_text().replace("tengen (random)", "tengen nonsense"))
    assert tengen("play", "--resume").err.startswith("tengen: unknown level 'nonsense'")


def test_another_engine_takes_over_a_resumed_game(tengen: Command, data_folder: Path) -> None:
    """The person who resumes has asked for it, and the record says who plays."""
    talk(tengen, "c3", "quit")
    assert saved(data_folder).white == "tengen (random)"
    outcome = tengen("play", "--resume", "--preset", "amaf", stdin="d4\nquit\n")
    assert "You are black (X), against tengen (amaf)." in outcome.out
    assert saved(data_folder).white == "tengen (amaf)"


def test_the_added_time_of_a_clock_is_told(tengen: Command) -> None:
    first, *_ = talk(tengen, "quit", options="--time 5m+3s")
    assert "Time: 5:00, plus 3 s a move.\n" in first


def test_periods_are_told_in_words(tengen: Command) -> None:
    first, *_ = talk(tengen, "quit", options="--time 1m+3x5s")
    assert "Time: 1:00, then 3 periods of 5 s.\n" in first


def test_a_folder_that_is_not_there_is_refused_before_the_first_move(tengen: Command, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.sgf"
    outcome = tengen("play", "--terminal", "--preset", "random", "--file", str(file), stdin="c3\nquit\n")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"tengen: {file}: there is no folder {file.parent}\n"


def test_a_game_that_cannot_be_saved_goes_on_and_is_saved_when_it_can_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    game = SavedGame(Game(5, 0.5), folder / "game.sgf", {int(BLACK): "Ann", 2: "tengen (random)"})
    lines = iter(["c3", "away", "b2", "back", "quit"])

    def typed(_prompt: str) -> str:
        line = next(lines)
        if line == "away":
            folder.rename(tmp_path / "elsewhere")
        elif line == "back":
            (tmp_path / "elsewhere").rename(folder)
        return next(lines) if line in ("away", "back") else line

    monkeypatch.setattr("builtins.input", typed)
    with Engine("random", seed=1) as engine:
        Table(game, engine, int(BLACK)).play()
    said = capsys.readouterr().out
    assert "The game could not be saved: " in said
    assert said.endswith("The game is saved. `" + game.resuming + "` goes on with it.\n")
    assert len(read_file(folder / "game.sgf").moves()) == len(game.game.moves) == 4


def test_whoever_runs_out_of_time_loses(tengen: Command, data_folder: Path) -> None:
    *_, end = talk(tengen, "c3", options="--time 0.000001s")
    assert "Black has run out of time.\nResult: W+T." in end
    assert saved(data_folder).result == "W+T"


def test_time_runs_out_while_a_person_thinks(
    tengen: Command, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: time.sleep(600))
    outcome = tengen("play", "--terminal", "--preset", "random", "--size", "5", "--time", "0.2s")
    assert "Black has run out of time.\nResult: W+T." in outcome.out
    assert saved(data_folder).result == "W+T"


@pytest.mark.parametrize("words", ["soon", "5m+", "0s", "5m+0x10s", "5m+3x0s", "-5m", ""])
def test_a_time_that_cannot_be_read(words: str, tengen: Command) -> None:
    outcome = tengen("play", "--terminal", "--time", words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"tengen: --time {words}: ")


def settled(tmp_path: Path) -> Path:
    """Write a game whose last move is to come: Black owns the left with a white stone in it, White the right."""
    file = tmp_path / "settled.sgf"
    stones = "AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][aa]PL[B]PB[Ann]PW[tengen]"
    file.write_text(f"(;GM[1]SZ[5]KM[0.5]RU[Chinese]{stones};B[];W[])")
    return file


def test_the_person_can_change_the_dead_stones(tengen: Command, tmp_path: Path) -> None:
    file = settled(tmp_path)
    parts = talk(tengen, "a5", "c3", "help", "a5", "done", options=f"--resume --file {file}")
    first, alive, no_stone, helped, dead, end = "".join(parts).split("dead stones> ")
    assert "dead stones: A5 " in first
    assert "score: W+0.5: you lose\n" in first
    assert "dead stones: none " in alive
    assert no_stone.startswith("there is no stone on c3\n")
    assert "continue " in helped
    assert "dead stones: A5 " in dead
    assert end.startswith("Result: W+0.5.")
    assert read_file(file).result == "W+0.5"


def test_a_game_goes_on_after_the_passes(tengen: Command, tmp_path: Path) -> None:
    file = settled(tmp_path)
    parts = talk(tengen, "continue", "c3", "quit", options=f"--resume --file {file}")
    assert parts[-1] == f"The game is saved. `tengen play --resume --file {file}` goes on with it.\n"
    assert read_file(file).result is None
    assert read_file(file).moves()[0].name == "C3"


class Resigning:
    """An engine that always resigns, after a search that found a move."""

    can_search = True
    level = None
    win_rate = 0.01

    def __init__(self, report: object) -> None:
        self.report = report

    def play(self, game: Game, **_: object) -> Move:
        return Move(game.to_play, RESIGN, game.size)


def test_a_hint_in_a_lost_position_is_a_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = Game(5)
    best = SimpleNamespace(move=Move.parse("D4", BLACK, 5))
    engine = Resigning(SimpleNamespace(moves=[best], best=best))
    table = Table(SavedGame(game, tmp_path / "game.sgf", {1: "Ann", 2: "tengen"}), engine, 1)  # type: ignore[arg-type]
    table._obey("hint", [])
    assert capsys.readouterr().out == "tengen would play D4 (win rate 1%)\n"


def test_hints_are_as_strong_as_the_engine_can(tmp_path: Path) -> None:
    with Engine(level="20k") as weak, Engine() as strong:
        saved_game = SavedGame(Game(5), tmp_path / "game.sgf", {1: "Ann", 2: "tengen"})
        adviser = Table(saved_game, weak, 1).adviser
        assert adviser.level is None
        assert adviser.options == strong.options
        assert Table(saved_game, strong, 1).adviser is strong


def test_a_search_estimates_the_score(tengen: Command) -> None:
    words = ["play", "--terminal", "--size", "5", "--seed", "1"]
    words += ["--set", "playout.policy=random", "--simulations", "100"]
    out = tengen(*words, stdin="c3\nscore\nquit\n").out
    assert re.search(r"score: about [BW]\+\d+\.\d on average.*; you win with a probability of \d+%\n", out)


@pytest.mark.parametrize(("score", "doubt"), [(10.9, ""), (-10.9, " (not settled: few large wins weigh as much as")])
def test_a_score_that_contradicts_the_win_rate_is_explained(
    score: float, doubt: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(5, 0.5)
    engine: Any = SimpleNamespace(level=None, can_search=True, analyse=lambda one: made_report(one, 0.52, score))
    table = Table(SavedGame(game, tmp_path / "game.sgf", {int(BLACK): "Ann", 2: "tengen"}), engine, int(BLACK))
    table._obey("score", [])
    lead = "B+10.9" if score > 0 else "W+10.9"
    assert f"score: about {lead} on average{doubt}" in capsys.readouterr().out


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
    *_, end = talk(tengen, *["pass"] * 100, options="--rules tromp-taylor")
    assert end.startswith("tengen plays pass\n   A B C D E  ")
    assert "score: W+32.5: you lose\nResult: W+32.5." in end  # all 25 points, and the komi
    assert "X" not in end


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
    def answers(options: str = "") -> list[str]:
        return talk(tengen, *["pass"] * 5, options=options)[1:]  # the first text has the name of the file

    assert answers() == answers() != answers("--seed 2")


def test_an_engine_with_an_estimate_tells_its_win_rate(tengen: Command) -> None:
    words = ["play", "--terminal", "--preset", "montecarlo", "--size", "5", "--set", "simulations=50"]
    outcome = tengen(*words, stdin="c3\nquit\n")
    assert re.search(r"tengen plays [A-E][1-5] \(win rate \d+%\)\n", outcome.out)
