"""What clients of Go servers read, with an engine that searches."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import pytest

from gtp.framing import read_response
from tengen import Engine, Game
from tengen.gtp.session import Session, Setup

# gtp2ogs, src/PvOutputParser.ts
VARIATION = re.compile(
    r"MALKOVICH:Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) ScoreStdev (-?\d+\.\d) "
    r"(\(PDA (-?\d+.\d\d)\) )?PV (.*)"
)
DEAD_STONE = "gogui-setup b A2 b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A4"


def new_session(chat: Literal["none", "ogs", "kgs"] = "none", **options: Any) -> Session:
    options = {"playout.policy": "random", "simulations": 300, **options}
    return Session(Setup(partial(Engine, "tengen", options, seed=1), 5, 0.5, quiet=True, chat=chat))


def say(session: Session, *commands: str) -> str:
    text = ""
    for command in commands:
        response = read_response(session.answer(command) or "")
        assert response.worked, f"{command}: {response.text}"
        text = response.text
    return text


def test_the_variation_that_gtp2ogs_reads(capsys: pytest.CaptureFixture[str]) -> None:
    session = new_session("ogs")
    move = say(session, "play b C3", "genmove w")
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("MALKOVICH")]
    found = VARIATION.fullmatch(line)
    assert found is not None
    assert int(found[1]) >= 300
    assert found[7].split()[0] == move
    say(new_session(), "genmove b")
    assert capsys.readouterr().err == "", "only where it is asked for"


def test_the_analysis_of_cgos() -> None:
    session = new_session()
    first, last = say(session, "play b C3", "cgos-genmove_analyze W").splitlines()
    facts = json.loads(first)
    assert last == f"play {facts['moves'][0]['move']}"
    assert {"winrate", "score", "visits", "moves", "ownership", "comment"} == set(facts)
    assert 0 <= facts["winrate"] <= 1
    best = facts["moves"][0]
    assert {"move", "winrate", "visits", "pv"} <= set(best)
    assert not best["pv"].startswith(best["move"]), "the sequence is without the move itself"
    assert re.fullmatch("[A-Za-z0-9+]{25}", facts["ownership"])
    assert session.game.moves[-1].name == best["move"]


def test_kgs_chat_is_listed_only_where_it_is_asked_for() -> None:
    assert "kgs-chat" not in say(new_session(), "list_commands").split()
    session = new_session("kgs")
    assert "kgs-chat" in say(session, "list_commands").split()
    assert say(session, "known_command kgs-chat") == "true"
    assert say(session, "kgs-chat game someone winrate") == "I have not thought about this game yet."
    move = say(session, "genmove b")
    assert say(session, "kgs-chat private someone What is your winrate?").startswith(f"{move} ")


def test_cleanup_captures_all_dead_stones_and_then_passes() -> None:
    session = new_session(simulations=500)
    say(session, DEAD_STONE, "play b pass", "play w pass")
    for _ in range(4):
        if not say(session, "final_status_list dead"):
            break
        assert re.fullmatch("[A-E][1-5]", say(session, "kgs-genmove_cleanup b"))
        say(session, "play w pass")
    assert session.game.colour_at("A4") == 0
    assert session.game.colour_at("B2") == 1, "not at the cost of our own stones"


@pytest.mark.parametrize("place", [lambda game: game.place_handicap(4), lambda game: play_as_black(game, 4)])
def test_who_gives_handicap_does_not_resign_at_once(place: Callable[[Game], object]) -> None:
    """Complaint 3: engines resigned in answer to handicap stones, also where these came as moves of Black."""
    session = new_session(resign=0.5, simulations=50)
    session.game = Game(9, 0.5, "chinese")
    place(session.game)
    assert say(session, "get_handicap") == "4"
    assert say(session, "genmove w") not in ("resign", "pass")


def play_as_black(game: Game, stones: int) -> None:
    for name in ("C3", "G7", "C7", "G3")[:stones]:
        game.play(name, "b")
