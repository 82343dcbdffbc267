"""`showboard`: after a search it shows who owns each point, and it never makes an engine for that."""

from types import SimpleNamespace

import pytest

from review.made_report import made_report
from tengen.gtp.session import Session, Setup


def no_engine() -> None:
    pytest.fail("an engine was made")


def test_without_an_engine_there_is_only_the_board() -> None:
    session = Session(Setup(new_engine=no_engine, size=5))  # type: ignore[arg-type]
    answer = session.answer("showboard") or ""
    assert answer.splitlines()[1] == "   A B C D E"


def test_after_a_search_the_owners_stand_beside_the_board() -> None:
    session = Session(Setup(new_engine=no_engine, size=5))  # type: ignore[arg-type]
    vars(session)["engine"] = SimpleNamespace(report=made_report(session.game, 0.5, 0.0))
    session.answer("play b c3")
    answer = session.answer("showboard") or ""
    assert answer.startswith("= white to play, komi 7.5, chinese rules, move 1, captured: 0 black, 0 white\n")
    assert answer.splitlines()[4].split() == ["3", ".", ".(X).", ".", "3", "3", ".", ".", ".", ".", ".", "3"]
