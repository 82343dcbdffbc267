"""Games: who wins in which situation, and what is noted. The table of docs/matches.md is tested line by line."""

import asyncio
import re
from pathlib import Path

import pytest

from match.players import pairing, played, player
from tengen.game.replay import replay
from tengen.match.engine import PREPARE_SECONDS, RunningEngine
from tengen.sgf import read

PAGE = Path(__file__).parents[2] / "docs" / "matches.md"

# What the engine that misbehaves is, and how its game as Black ends: result, reason, and a word of the note.
SITUATIONS = {
    "plays": ("B+0.5", "score", ""),
    "resigns": ("W+R", "resign", ""),
    "plays-on-stone": ("W+F", "illegal", "black A1: the point is taken"),
    "plays-off-board": ("W+F", "illegal", "'Z99' is no move"),
    "plays-nonsense": ("W+F", "illegal", "'let me think' is no move"),
    "cannot-move": ("W+F", "error", "answered: ? internal error"),
    "refuses-move": ("W+F", "refused", "refused the legal move white B1: illegal move"),
    "dies": ("W+F", "crashed", "ended with code 3, asked 'genmove black'\nstderr ends:\nout of luck"),
    "hangs": ("W+F", "hung", "no reply to 'genmove black' within 0.3 s"),
    "floods": ("W+F", "error", "longer than"),
    "refuses-size": ("Void", "setup", "answered: ? unacceptable size"),
    "does-not-start": ("Void", "start", "no licence"),
    "hangs-at-start": ("Void", "start", "no reply to 'name'"),
    "endless": ("Void", "length", "not over after 30 moves"),
}


@pytest.mark.parametrize("mode", SITUATIONS)
def test_situation(mode: str) -> None:
    result, reason, note = SITUATIONS[mode]
    bad = player("bad", mode, patience=0.3 if mode.startswith("hangs") else 20)
    (game,) = played(pairing(bad, player("good"), komi=-0.5 if mode == "plays" else 7.5, max_moves=30), 0)
    assert (game.result, game.reason, game.void) == (result, reason, result == "Void")
    assert game.winner == {"B": "black", "W": "white", "V": ""}[result[0]]
    assert note in game.detail
    record = read(game.sgf.encode())
    assert (record.result, record.black, record.white) == (result, "bad", "good")
    assert len(replay(record).moves) == game.moves
    if note:
        *_, last = record.nodes()
        assert f"{result} ({reason})" in last.comment
        assert note.splitlines()[0] in last.comment


def test_the_page_names_every_reason() -> None:
    (table,) = re.findall(r"^## Exceptional situations\n(.*?)(?:^## |\Z)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    reasons = {reason for _, reason, _ in SITUATIONS.values()} | {"time"}
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == reasons


def test_the_engine_is_started_anew_after_a_failure() -> None:
    games = played(pairing(player("bad", "dies"), player("good")), 0, 1)
    assert [(game.result, game.reason, game.first_is) for game in games] == [
        ("W+F", "crashed", "black"),
        ("B+F", "crashed", "white"),
    ]


def test_an_engine_that_can_get_ready_does_so_before_its_first_game() -> None:
    (game,) = played(pairing(player("slow", "prepares"), player("good")), 0)
    assert (game.reason, game.detail) == ("score", "")


def test_getting_ready_may_take_longer_than_a_move() -> None:
    asked: list[tuple[str, float]] = []

    class Asked:
        async def ask(self, command: str, seconds: float) -> str:
            asked.append((command, seconds))
            return ""

    engine = RunningEngine(player("one", patience=0.5), Asked())  # type: ignore[arg-type]
    engine.commands = frozenset(("boardsize", "tengen-prepare"))
    asyncio.run(engine.prepare(pairing()))
    assert asked == [("boardsize 9", 0.5), ("tengen-prepare", PREPARE_SECONDS)]
    assert PREPARE_SECONDS >= 600, "compiling took 310 s on a busy machine"


def test_too_slow_by_the_clock() -> None:
    table = {"time": {"overtime": 0.1, "stones": 1, "tolerance": 0.1}}
    (game,) = played(pairing(player("bad", "slow"), player("good"), **table), 0)
    assert (game.result, game.reason) == ("W+T", "time")
    assert len(game.seconds["black"]) == 2
    assert game.seconds["black"][1] >= 0.2


def test_in_time_by_the_clock() -> None:
    (game,) = played(pairing(player("slow", "slow"), player("good"), seconds=10), 0)
    assert (game.reason, game.moves) == ("score", 10)
    assert 0.5 <= game.seconds["black"][1] < 5
    assert [len(game.seconds[side]) for side in ("black", "white")] == [5, 5]


def test_colours_openings_and_seeds(tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("E9 E8  # a comment\n\npass F9 G9\n")
    match = pairing(player("one"), player("two"), openings=str(openings), games=4)
    games = played(match, 0, 1, 2, 3)
    assert [game.first_is for game in games] == ["black", "white", "black", "white"]
    assert [game.opening for game in games] == [0, 0, 1, 1]
    first = [replay(read(game.sgf.encode())) for game in games]
    assert [[g.name(m.point) for m in g.moves[:3]] for g in first] == [
        ["E9", "E8", "A1"],
        ["E9", "E8", "A1"],
        ["pass", "F9", "G9"],
        ["pass", "F9", "G9"],
    ]
    assert len({game.seeds[side] for game in games for side in ("black", "white")}) == 8
    assert played(match, 2)[0].seeds == games[2].seeds


def test_handicap() -> None:
    (game,) = played(pairing(handicap=2, rules="japanese"), 0)
    record = read(game.sgf.encode())
    assert (game.handicap, record.handicap) == (2, 2)
    assert len(record.root.setup[1]) == 2
    assert replay(record).moves[0].colour == 2


@pytest.mark.parametrize(
    ("mode", "dead"), [("plays", None), ("no-status", "two: no answer"), ("claims-all", "two: B1")]
)
def test_dead_stones_are_judged_by_playouts_where_the_engines_do_not_agree(mode: str, dead: str | None) -> None:
    (game,) = played(pairing(player("one"), player("two", mode)), 0)
    assert game.reason == "score"
    assert (dead or "") in game.detail
    assert game.detail.startswith("dead stones by playouts: ") == (dead is not None)


def test_all_stones_count_as_alive_where_the_rules_remove_none() -> None:
    (game,) = played(pairing(player("one"), player("two", "claims-all"), rules="tromp-taylor"), 0)
    assert (game.result, game.detail) == ("W+7.5", "")


def test_what_is_noted() -> None:
    (game,) = played(pairing(), 0)
    assert game.versions["black"] == game.versions["white"] == "scripted 1"
    assert set(game.versions) == {"black", "white", "tengen"}
    assert game.machine
    assert game.started < game.finished
    assert game.simulations == {"black": None, "white": None}


def test_an_engine_that_plays_by_time_is_asked_for_its_simulations() -> None:
    (game,) = played(pairing(player("one", "counts"), player("two"), seconds=10), 0)
    assert game.simulations == {"black": 1234.5, "white": None}
