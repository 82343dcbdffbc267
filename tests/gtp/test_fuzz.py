"""Thousands of lines, right and wrong: every response is well formed, and the game stays whole."""

import re
import time
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from gtp.babble import Babbler
from gtp.framing import Response, read_response
from tengen import Engine
from tengen.board.point import EMPTY, PASS
from tengen.game.game import Game
from tengen.gtp.session import Session, Setup

LINES = 1_000  # for each of the sessions below
SLOW_LINES = 600  # where the engine counts finished games by playouts, or the board is large
MANY_LINES = 10_000
REPLAY_EVERY = 250
SECONDS = 180  # CPU time for one line, compiling included
CHANGE_THE_GAME = {"boardsize", "rectangular_boardsize", "clear_board", "komi", "kgs-rules", "fixed_handicap", "undo"}
CHANGE_THE_GAME |= {"place_free_handicap", "set_free_handicap", "loadsgf", "play", "genmove"}
CHANGE_THE_GAME |= {"gogui-play_sequence", "gg-undo", "kata-set-rules", "kata-set-rule"}
CHANGE_THE_GAME |= {"kgs-genmove_cleanup", "cgos-genmove_analyze", "gomill-genmove_ex"}

GAMES = {
    "game.sgf": "(;GM[1]SZ[5]KM[0.5]RU[Japanese];B[cc];W[cd];B[bd];W[dd];B[];W[ab])",
    "handicap.sgf": "(;GM[1]SZ[9]HA[2]RU[AGA]AB[gc][cg];W[ee];B[ec])",
    "broken.sgf": "(;SZ[9];B[cc];W[cc])",
}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, text in GAMES.items():
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in (*GAMES, "nothing.sgf", "")]


SESSIONS = pytest.mark.parametrize(
    ("preset", "rules", "sizes", "seed"),
    [
        ("random", "chinese", [9, 5], 1),
        ("random", "japanese", [5], 2),
        ("random", "tromp-taylor", [2, 5], 3),
        ("random", "aga", [9, 19], 4),
        ("random", "cgos", [2], 5),
        ("montecarlo", "new-zealand", [5, 9], 6),
    ],
)


@SESSIONS
def test_fuzz(preset: str, rules: str, sizes: list[int], seed: int, files: list[str]) -> None:
    fuzz(preset, rules, sizes, seed, files, SLOW_LINES if preset == "montecarlo" or 19 in sizes else LINES)


@pytest.mark.slow
@SESSIONS
def test_fuzz_for_longer(preset: str, rules: str, sizes: list[int], seed: int, files: list[str]) -> None:
    fuzz(preset, rules, sizes, 100 + seed, files, MANY_LINES)


def fuzz(preset: str, rules: str, sizes: list[int], seed: int, files: list[str], lines: int) -> None:
    session = Session(Setup(partial(Engine, preset, seed=seed), rules=rules, size=sizes[0]))
    babbler = Babbler(seed, sizes, files)
    worked = 0
    for number in range(lines):
        line = babbler.line()
        before = fingerprint(session.game)
        response = answer(session, line)
        name = command_of(line)[1]
        if response is None or not response.worked or name not in CHANGE_THE_GAME:
            assert fingerprint(session.game) == before, line
        else:
            worked += 1
        check(session.game)
        if number % REPLAY_EVERY == 0:
            assert fingerprint(replayed(session.game)) == fingerprint(session.game), line
        tame(session, sizes)
    assert worked > lines / 8  # most lines reach no game: this many do


def answer(session: Session, line: bytes) -> Response | None:
    """Return the response to a line, which has exactly the form that the standard wants."""
    output, start = BytesIO(), time.process_time()
    session.run([line], output)
    assert time.process_time() - start < SECONDS, line
    session.is_over = False
    raw = output.getvalue().decode()
    identity, name = command_of(line)
    if not identity and not name:
        assert raw == "", line
        return None
    response = read_response(raw)
    assert response.id == identity, line
    assert "internal error" not in response.text, line
    return response


def command_of(line: bytes) -> tuple[str, str]:
    """Return id and name of the command on a line, by a way of our own."""
    text = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.decode("utf-8", "replace").split("#")[0])
    match = re.match(r"[ \t]*(?:([0-9]+)(?![^ \t]))?[ \t]*([^ \t]*)", text)
    assert match
    return match[1] or "", match[2]


def fingerprint(game: Game) -> tuple[Any, ...]:
    prisoners = tuple(game.prisoners.values())
    facts = game.size, game.komi, game.rules.name, game.to_play, prisoners, game.handicap_points, tuple(game.moves)
    return *facts, int(game.board.key), int(game.board.ko), game.board.colour.tobytes()


def check(game: Game) -> None:
    """Every stone that was put on the board is still there, or a prisoner."""
    assert 2 <= game.size <= 25
    put = len(game.handicap_points) + sum(move.point != PASS for move in game.moves)
    on_board = game.size**2 - int(game.board.empty_count)
    assert put == on_board + sum(game.prisoners.values())
    assert int((game.board.colour == EMPTY).sum()) == int(game.board.empty_count)


def replayed(game: Game) -> Game:
    twin = Game(game.size, game.komi, game.rules)
    if game.handicap_points:
        twin.place_handicap(game.handicap_points)
    for move in game.moves:
        twin.play(move.point, move.colour)
    return twin


def tame(session: Session, sizes: list[int]) -> None:
    """Take back what would make the test long: sizes that have to be compiled, and many simulations."""
    if session.game.size not in {*sizes, 5, 9}:
        session.answer(f"boardsize {sizes[0]}")
    if getattr(session.engine.settings.options, "simulations", 0) > 10:
        session.answer("tengen-option simulations 10")
