"""GoGui's menu: every entry works at once, and what it returns can be drawn."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gtp.framing import read_response
from tengen import Engine
from tengen.gtp.session import Session, Setup

FILE = "(;SZ[5]KM[0.5];B[cc];W[cd];B[dd])"
POINT = "[A-E][1-5]"
FORMS = {
    "string": r"[^\n]*",
    "hstring": r".+",
    "plist": rf"({POINT}\s*)*",
    "var": rf"({POINT}|pass)( ({POINT}|pass))*",
    "pspairs": rf"({POINT} [0-9]+ ?)+",
    "dboard": r"(-?[01]\.[0-9]+[ \n]?){25}",
    "gfx": rf"(COLOR #[0-9a-f]{{6}} {POINT}\n)+LABEL( {POINT} [0-9]+)+\nTEXT [^\n]+",
    "param": r"(\[(bool|string|list/[^\]]+)\] [a-z0-9.-]+( [^\n]*)?\n?)+",
}


def loaded(tmp_path: Path, **options: Any) -> Session:
    """Return a session with a game that has just been loaded."""
    file = tmp_path / "game.sgf"
    file.write_text(FILE)
    options = {"playout.policy": "random", "simulations": 100, **options}
    session = Session(Setup(partial(Engine, "tengen", options, seed=1), 9, quiet=True))
    say(session, f"loadsgf {file}")
    return session


def say(session: Session, command: str) -> str:
    response = read_response(session.answer(command) or "")
    assert response.worked, f"{command}: {response.text}"
    return response.text


@pytest.mark.parametrize("terms", ["prior,rave", "prior,criticality,rave"])
def test_every_entry_of_the_menu_works_at_once(terms: str, tmp_path: Path) -> None:
    entries = say(loaded(tmp_path, **{"tree.terms": terms}), "gogui-analyze_commands").splitlines()
    assert ("dboard/Criticality/tengen-criticality" in entries) == ("criticality" in terms)
    for entry in entries:
        kind, label, command = entry.split("/")
        session = loaded(tmp_path, **{"tree.terms": terms})
        before = session.game.copy()
        if kind == "none":
            assert say(session, command) == ""
        else:
            assert re.fullmatch(FORMS[kind], say(session, command), re.DOTALL), label
        assert session.game == before, label


def test_a_value_is_set_from_its_page(tmp_path: Path) -> None:
    session = loaded(tmp_path)
    assert "[string] time.lag 0.2" in say(session, "tengen-option time").splitlines()
    say(session, "tengen-option time time.lag 0.5")
    assert say(session, "tengen-option time.lag") == "0.5"
    say(session, "tengen-option time time.ponder 1")
    assert say(session, "tengen-option time.ponder") == "true"


def test_a_search_of_the_position_is_used_again(tmp_path: Path) -> None:
    session = loaded(tmp_path)
    say(session, "tengen-visits")
    report = session.engine.report
    say(session, "tengen-ownership")
    assert session.engine.report is report
    say(session, "play w b2")
    say(session, "tengen-ownership")
    assert session.engine.report is not report


def test_the_game_is_written_to_a_file(tmp_path: Path) -> None:
    session = loaded(tmp_path)
    say(session, f"printsgf {tmp_path / 'my game.sgf'}")
    say(session, f"gomill-savesgf {tmp_path / 'other.sgf'} PB=tengen\\_0.1 RE=B+3.5")
    assert session.game == type(session.game).from_sgf(tmp_path / "my game.sgf")
    text = (tmp_path / "other.sgf").read_text()
    assert "PB[tengen 0.1]" in text
    assert "RE[B+3.5]" in text


def test_what_gomill_asks(tmp_path: Path) -> None:
    session = loaded(tmp_path)
    assert say(session, "gomill-explain_last_move") == ""
    move = say(session, "gomill-genmove_ex w claim")
    assert say(session, "gomill-explain_last_move").startswith(f"{move} ")
    assert float(say(session, "gomill-cpu_time")) > 0


def test_live_graphics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = loaded(tmp_path)
    for kind, form in LIVE.items():
        say(session, f"tengen-live_graphics {kind}")
        assert say(session, "tengen-live_graphics") == kind
        say(session, "genmove w")
        assert re.fullmatch(form + r"gogui-gfx: CLEAR\n", capsys.readouterr().err), kind
        say(session, "undo")
    say(session, "tengen-live_graphics off")
    say(session, "genmove w")
    assert capsys.readouterr().err == ""
    assert "did you mean 'ownership'" in (session.answer("tengen-live_graphics owners") or "")


LIVE = {
    "best_moves": rf"(gogui-gfx:\n(COLOR #[0-9a-f]{{6}} {POINT}\n)+LABEL( {POINT} [0-9]+)+\nTEXT [^\n]+\n\n)+",
    "best_sequence": rf"(gogui-gfx:\nVAR( [bw] ({POINT}|pass))+\nTEXT [^\n]+\n\n)+",
    "win_rates": rf"(gogui-gfx:\nLABEL( {POINT} [0-9]+)+\nTEXT [^\n]+\n\n)+",
    "ownership": rf"(gogui-gfx:\nINFLUENCE( {POINT} -?[01]\.[0-9]+)+\nTEXT [^\n]+\n\n)+",
}
