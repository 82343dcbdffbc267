"""What a session does that no transcript shows: times, files, chosen moves, trouble inside."""

import logging
import re
import time
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

from gtp.conversation import conversation
from gtp.framing import read_response
from tengen import Engine
from tengen.board.point import BLACK, WHITE
from tengen.game.clock import TimeLeft
from tengen.gtp.session import COMMANDS, Clock, Session, Setup
from tengen.parts.options import knobs


def new_session(preset: str = "random", size: int = 5, *assignments: str) -> Session:
    return Session(Setup(partial(Engine, preset, dict(word.split("=", 1) for word in assignments), seed=1), size))


def say(session: Session, *commands: str) -> str:
    """Give commands that must all work; return the text of the last response."""
    text = ""
    for command in commands:
        response = read_response(session.answer(command) or "")
        assert response.worked, f"{command}: {response.text}"
        text = response.text
    return text


def test_the_list_of_commands() -> None:
    """LizzieYzy knows it by protocol_version being the first line; kgs-chat makes some versions of kgsGtp crash."""
    listed = say(new_session(), "list_commands").splitlines()
    assert listed[0] == "protocol_version"
    assert sorted([*listed, "kgs-chat"]) == sorted(COMMANDS)


def test_cputime_is_in_seconds_and_grows() -> None:
    session = new_session()
    before = say(session, "cputime")
    assert re.fullmatch(r"\d+\.\d{3}", before)
    sum(range(300_000))
    assert float(say(session, "cputime")) > float(before)


@pytest.mark.parametrize(
    ("settings", "clock"),
    [
        ("300 0 0", Clock(300, 0, 0)),
        ("0.5 30 25", Clock(0.5, 30, 25)),
        ("0 10 1", Clock(0, 10, 1)),
        ("0 0 0", Clock(0, 0, 0)),
        ("1 1 0", None),
        ("0 1 0", None),
    ],
)
def test_time_settings(settings: str, clock: Clock | None) -> None:
    session = new_session()
    say(session, "time_settings 1 2 3", f"time_settings {settings}")
    assert session.clock == clock


def test_time_left_is_kept_for_each_colour() -> None:
    session = new_session()
    say(session, "time_left b 5 0", "time_settings 300 30 5", "time_left b 25.5 3", "time_left w 0 0")
    clock = session.clock
    assert clock is not None
    assert clock.left(BLACK) == TimeLeft(25.5, 3, 1)
    assert clock.left(WHITE) == TimeLeft(30, 5, 1), "White's overtime begins"
    say(session, "clear_board")
    assert clock.left(BLACK) == TimeLeft(300)


def test_time_left_is_never_negative() -> None:
    session = new_session()
    say(session, "time_settings 300 0 0", "time_left b -2 0")
    assert session.clock is not None
    assert session.clock.left(BLACK) == TimeLeft(0.0)


@pytest.mark.parametrize(
    ("settings", "clock"),
    [
        ("none", None),
        ("absolute 300", Clock(300)),
        ("byoyomi 300 30 5", Clock(300, 30, 1, 5)),
        ("canadian 0.5 30 25", Clock(0.5, 30, 25)),
    ],
)
def test_time_settings_of_kgs(settings: str, clock: Clock | None) -> None:
    session = new_session()
    say(session, "time_settings 1 2 3", f"kgs-time_settings {settings}")
    assert session.clock == clock


def test_the_periods_that_are_left() -> None:
    session = new_session()
    say(session, "kgs-time_settings byoyomi 300 30 5", "time_left b 20 3")
    assert session.clock is not None
    assert session.clock.left(BLACK) == TimeLeft(20, 1, 3)


@pytest.mark.parametrize("colour", ["b", "w"])
def test_genmove_plays_its_move(colour: str) -> None:
    session = new_session()
    name = say(session, f"genmove {colour}")
    assert [(move.colour, session.game.name(move.point)) for move in session.game.moves] == [
        (BLACK if colour == "b" else WHITE, name)
    ]


@pytest.mark.parametrize("preset", ["random", "montecarlo"])
def test_reg_genmove_changes_nothing(preset: str) -> None:
    session = new_session(preset, 5, *(["simulations=50"] if preset == "montecarlo" else []))
    say(session, "play b C3", "play w C2")
    before = say(session, "showboard")
    assert re.fullmatch(r"[A-E][1-5]", say(session, "reg_genmove b"))
    assert re.fullmatch(r"[A-E][1-5]", say(session, "reg_genmove w"))
    assert say(session, "showboard") == before


def test_options_are_listed_in_the_form_of_gogui() -> None:
    session = new_session("montecarlo")
    lines = say(session, "tengen-option").splitlines()
    assert [line.split()[1] for line in lines] == [knob.name for knob in knobs(session.engine.settings.options)]
    assert "[string] simulations 10000" in lines
    assert "[bool] all-moves-as-first 0" in lines


def test_an_engine_without_options_lists_none() -> None:
    assert new_session().answer("tengen-option") == "=\n\n"


def test_loadsgf_of_a_name_with_spaces(tmp_path: Path) -> None:
    file = tmp_path / "my best game 12.sgf"
    file.write_text("(;GM[1]SZ[5]KM[6.5];B[cc];W[cd];B[bc])")
    session = new_session()
    say(session, f"loadsgf {file}")
    assert len(session.game.moves) == 3
    say(session, f"loadsgf {file} 3")
    assert len(session.game.moves) == 2


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "٣"])
def test_loadsgf_of_a_strange_move_number(number: str, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5])")
    assert new_session().answer(f"loadsgf {file} {number}") == "? cannot load file\n\n"


@pytest.mark.parametrize("text", ["", "(;", "(;SZ[9];B[zz])", "(;SZ[5];B[cc];W[cc])", "(;SZ[99])", "\0", "(" * 9999])
def test_loadsgf_of_a_broken_file(text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "broken.sgf"
    file.write_text(text)
    session = new_session()
    say(session, "play b C3")
    assert session.answer(f"7 loadsgf {file}") == "?7 cannot load file\n\n"
    assert len(session.game.moves) == 1
    assert caplog.messages[0].startswith("loadsgf: ")


@pytest.mark.parametrize("word", ["x" * 1_000_000, "9" * 1_000_000, "é" * 10_000])
@pytest.mark.parametrize("command", ["", "play b", "komi", "boardsize", "kgs-rules", "tengen-option", "loadsgf"])
def test_a_very_long_word_is_refused(command: str, word: str) -> None:
    response = read_response(new_session("montecarlo").answer(f"{command} {word}") or "")
    assert not response.worked
    assert "internal error" not in response.text


class BrokenEngine:
    def play(self, *arguments: object, **named: object) -> None:
        raise RuntimeError("two\n\nlines")


def test_trouble_inside_is_answered_and_the_session_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = new_session()
    monkeypatch.setattr(session, "engine", BrokenEngine(), raising=False)
    assert session.answer("7 genmove b") == "?7 internal error: RuntimeError: two\nlines\n\n"
    assert "Traceback" in caplog.text
    assert session.answer("8 name") == "=8 tengen\n\n"


def test_run_answers_until_quit_and_keeps_a_log() -> None:
    session, output, log = new_session(), BytesIO(), StringIO()
    session.run([b"1 name\r\n", b"\n", b"play b \xff\n", b"quit\n", b"version\n"], output, log)
    assert output.getvalue() == b"=1 tengen\n\n? syntax error\n\n=\n\n"
    assert log.getvalue() == "> 1 name\n=1 tengen\n\n> \n> play b \ufffd\n? syntax error\n\n> quit\n=\n\n"


def searching(*assignments: str, quiet: bool = False) -> Session:
    options = dict(word.split("=", 1) for word in ("playout.policy=random", *assignments))
    return Session(Setup(partial(Engine, "tengen", options, seed=1), 5, quiet=quiet))


def test_what_the_engine_thinks_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tengen")
    session = searching("simulations=100")
    move = say(session, "genmove b")
    told = [message for message in caplog.messages if "compil" not in message]
    assert len(told) == 1
    assert told[0].startswith(f"{move} ")
    assert say(session, "tengen-report 2").startswith("black to play: ")
    assert [len(row.split()) for row in say(session, "tengen-ownership").splitlines()] == [5] * 5
    assert "dboard/Ownership/tengen-ownership" in say(session, "gogui-analyze_commands").splitlines()
    caplog.clear()
    session = searching("simulations=100", quiet=True)
    say(session, "genmove b")
    assert caplog.messages == []


def test_simulations_are_told_as_a_mean_of_the_game() -> None:
    session = new_session("montecarlo", 5, "simulations=60")
    assert session.answer("tengen-simulations") == "? no move of this game was simulated\n\n"
    say(session, "genmove b", "genmove w")
    assert say(session, "tengen-simulations") == "60.0"
    say(session, "tengen-option simulations 20", "genmove b", "genmove w")
    assert say(session, "tengen-simulations") == "40.0"
    say(session, "clear_board")
    assert session.answer("tengen-simulations") == "? no move of this game was simulated\n\n"


def test_criticality_is_told_where_it_is_counted() -> None:
    session = searching("simulations=100", "tree.terms=prior,criticality,rave", quiet=True)
    say(session, "play b c3")
    say(session, "genmove w")
    assert "critical" in say(session, "tengen-report 2").splitlines()[1]
    rows = [[float(value) for value in row.split()] for row in say(session, "tengen-criticality").splitlines()]
    assert [len(row) for row in rows] == [5] * 5
    assert 0 < max(map(max, rows)) <= 0.5
    session = searching("simulations=100", quiet=True)
    say(session, "genmove b")
    assert "does not count criticality" in (session.answer("tengen-criticality") or "")


def test_the_clock_is_obeyed_unless_a_limit_is_set() -> None:
    timed, forced = searching(), searching("simulations=100")
    for session in (timed, forced):
        say(session, "time_settings 0 0.4 1", "genmove b")
    assert timed.engine.report is not None
    assert forced.engine.report is not None
    assert timed.engine.report.seconds < 0.4
    assert timed.engine.report.simulations != 10_000
    assert forced.engine.report.simulations == 100


def is_pondering(session: Session) -> bool:
    searcher = session.engine._player.searcher
    return searcher is not None and searcher.is_pondering


def test_pondering_goes_on_between_commands_and_ends_with_them() -> None:
    expected = {"boardsize 5": False, "genmove b": True, "time_left b 10 0": True, "showboard": False}
    with conversation(5, {"simulations": 50, "time.ponder": True}) as talk:
        for line, ponders in expected.items():
            talk.ask(line)
            deadline = time.monotonic() + 10  # it begins when the answer is out
            while is_pondering(talk.session) != ponders and time.monotonic() < deadline:
                time.sleep(0.01)
            assert is_pondering(talk.session) == ponders, line
    assert not is_pondering(talk.session)


def test_no_pondering_unless_it_is_asked_for() -> None:
    session = searching("simulations=50")
    session.run([b"boardsize 5\n", b"genmove b\n"], BytesIO())
    assert not is_pondering(session)


def test_what_keeps_it_from_pondering_does_not_end_the_conversation(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The forced book answers without a search; pondering begins one, which fails."""

    def fail(*arguments: object, **more: object) -> None:
        raise MemoryError("no room for the tree")

    book = tmp_path / "book.dat"
    book.write_text("5 | C3\n")
    session = searching("time.ponder=true", f"book.forced={book}")
    monkeypatch.setattr("tengen.search.trees.new_nodes", fail)
    output = BytesIO()
    session.run([b"boardsize 5\n", b"genmove b\n", b"name\n"], output)
    assert output.getvalue() == b"=\n\n= C3\n\n= tengen\n\n"
    assert "not pondering: the tree needs more memory than there is" in caplog.text


def test_a_clock_that_comes_while_pondering_does_not_meddle_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = searching("simulations=50", "time.ponder=true")
    seen: list[bool] = []
    prepare = type(session.engine).prepare

    def watched(engine: Any, game: Any) -> None:
        seen.append(engine._player.searcher.is_pondering)
        prepare(engine, game)

    monkeypatch.setattr(type(session.engine), "prepare", watched)
    session.run([b"boardsize 5\n", b"genmove b\n", b"time_settings 60 0 0\n"], BytesIO())
    assert seen == [False]


@pytest.mark.parametrize(
    "commands",
    [
        ("time_settings 60 0 0", "boardsize 5"),
        ("boardsize 5", "kgs-time_settings byoyomi 60 10 3"),
        ("boardsize 5", "time_settings 60 0 0", "clear_board", "clear_board"),
        ("boardsize 5", "tengen-prepare"),
        ("boardsize 5", "tengen-prepare", "tengen-prepare", "time_settings 60 0 0"),
    ],
)
def test_an_engine_gets_ready_before_a_clock_runs(commands: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    session = searching()
    sizes: list[int] = []
    monkeypatch.setattr(type(session.engine), "prepare", lambda _, game: sizes.append(game.size))
    say(session, "time_settings 0 0 0", "komi 5")
    assert sizes == []
    say(session, *commands)
    assert sizes[-1] == 5
    assert len(sizes) == len(set(sizes))


def test_getting_ready_compiles_and_plays_nothing() -> None:
    session = searching("simulations=50")
    say(session, "boardsize 5", "time_settings 60 0 0")
    assert list(session.engine.walk(1)) == []
    first = say(session, "genmove b")
    other = searching("simulations=50")
    assert say(other, "boardsize 5", "genmove b") == first


def test_a_search_without_a_limit_is_refused_until_there_is_a_clock() -> None:
    session = searching("simulations=0")
    assert (
        session.answer("genmove b")
        == "? simulations and seconds are both 0, and there is no clock: set one of them\n\n"
    )
    say(session, "time_settings 0 0.2 1", "genmove b")
    assert session.engine.report is not None
    assert session.engine.report.seconds < 0.2
