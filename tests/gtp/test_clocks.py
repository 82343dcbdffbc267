"""The clock of a session: when it runs, what it is charged, and that no move is late."""

import subprocess
import sys
import time
from functools import partial
from typing import Any

import pytest

from gtp.framing import read_response
from tengen import Engine, Game, Move
from tengen.board.point import BLACK, WHITE
from tengen.game.clock import Clock, TimeLeft
from tengen.gtp.session import Session, Setup


def new_session(size: int = 5, **options: Any) -> Session:
    return Session(Setup(partial(Engine, "tengen", {"playout.policy": "random", **options}, seed=1), size, quiet=True))


def say(session: Session, *commands: str) -> str:
    """Give commands that must all work; return the text of the last response."""
    text = ""
    for command in commands:
        response = read_response(session.answer(command) or "")
        assert response.worked, f"{command}: {response.text}"
        text = response.text
    return text


class Watched:
    """Stands for the engine: loads for a while, passes at once, and keeps the clocks that it was given."""

    options = object()
    report = None
    simulations = 0

    def __init__(self, loading_seconds: float = 0.0) -> None:
        self.loading_seconds = loading_seconds
        self.left: list[TimeLeft] = []
        self.prepared = 0

    def prepare(self, game: Game) -> None:
        self.prepared += 1
        time.sleep(self.loading_seconds)

    def play(self, game: Game, colour: int, clock: Clock, **others: Any) -> Move:
        self.left.append(clock.left(colour))
        return Move(colour, 0, game.size)


def watched(monkeypatch: pytest.MonkeyPatch, loading_seconds: float = 0.0) -> tuple[Session, Watched]:
    session, engine = new_session(), Watched(loading_seconds)
    monkeypatch.setattr(session, "engine", engine, raising=False)
    Game(5).play("C3")  # which may have to be compiled
    return session, engine


def test_the_clock_runs_from_the_opponents_move_on(monkeypatch: pytest.MonkeyPatch) -> None:
    session, engine = watched(monkeypatch)
    say(session, "boardsize 5", "time_settings 10 0 0", "play b C3")
    time.sleep(0.2)
    say(session, "genmove w")
    assert 9.0 < engine.left[0].seconds <= 9.8
    assert session.clock is not None
    assert session.clock.left(WHITE).seconds <= 9.8


def test_what_is_told_after_the_opponents_move_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    session, engine = watched(monkeypatch)
    say(session, "boardsize 5", "time_settings 10 0 0", "play b C3")
    time.sleep(0.2)
    say(session, "time_left w 5 0", "genmove w")
    assert 4.9 < engine.left[0].seconds <= 5


@pytest.mark.parametrize("command", ["undo", "clear_board", "gogui-setup b C3", "kgs-game_over", "loadsgf {file}"])
def test_the_clock_does_not_run_while_a_game_is_set_up(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5];B[cc])")
    session, engine = watched(monkeypatch)
    say(session, "boardsize 5", "time_settings 10 0 0", "play b C3")
    time.sleep(0.2)
    say(session, command.format(file=file), "genmove w")
    assert engine.left[0].seconds == 10


def test_a_wait_that_is_longer_than_the_clock_was_not_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session, engine = watched(monkeypatch)
    say(session, "boardsize 5", "time_settings 0 0.1 1", "play b C3")
    time.sleep(0.2)
    say(session, "genmove w")
    assert engine.left == [TimeLeft(0.1, 1, 1)]


def test_loading_is_not_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of the board is not said, so that the engine is loaded when it is asked for a move."""
    session, engine = watched(monkeypatch, loading_seconds=0.3)
    say(session, "time_settings 10 0 0", "genmove b", "genmove b")
    assert engine.prepared == 1
    assert engine.left[0].seconds == 10
    assert engine.left[1].seconds > 9.9
    assert session.clock is not None
    assert session.clock.left(BLACK).seconds > 9.9


def test_other_options_are_loaded_before_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(simulations=10)
    prepared: list[int] = []
    monkeypatch.setattr(type(session.engine), "prepare", lambda _, game: prepared.append(game.size))
    say(session, "boardsize 5", "time_settings 10 0 0", "clear_board")
    assert len(prepared) == 1
    say(session, "tengen-option tree.rave.equivalence 100")
    assert len(prepared) == 2


def test_fischer_time_of_a_session() -> None:
    session = new_session()
    say(session, "kata-time_settings fischer 60 5")
    assert session.clock == Clock(60, increment=5)
    say(session, "kata-time_settings fischer-capped 60 5 120 -1")
    assert session.clock == Clock(60, increment=5, cap=120)
    say(session, "kata-time_settings fischer-capped 60 5 -1 10")
    assert session.clock == Clock(60, increment=5, longest=10)


@pytest.mark.parametrize(
    ("settings", "left", "seconds"),
    [
        ("kgs-time_settings byoyomi 0 30 5", "time_left b 1 3", 1.0),
        ("kgs-time_settings byoyomi 60 1 1", "time_left b 0 0", 1.0),
        ("time_settings 60 0 0", "time_left b 0 0", 0.5),  # some more than is left, for tests on a busy machine
        ("time_settings 0 0.2 1", "time_left b 0.2 1", 0.5),
        ("kata-time_settings fischer 2 0.3", "time_left b 0.3 0", 0.5),
    ],
)
def test_a_move_is_made_within_what_is_left(settings: str, left: str, seconds: float) -> None:
    session = new_session()
    say(session, "boardsize 5", settings, "play w C3", left)
    started = time.perf_counter()
    say(session, "genmove b")
    assert time.perf_counter() - started < seconds


WHOLE_GAME = """
import sys

import tengen
from tengen.compiled.dispatcher import KernelDispatcher

late = []
load = KernelDispatcher.compile
rules = sys.argv[1]
engine, game = tengen.Engine("tengen", {"playout.policy": "random", "memory": 1}, seed=1), tengen.Game(5, rules=rules)
engine.prepare(game)
KernelDispatcher.compile = lambda self, signature: late.append(self.py_func.__name__) or load(self, signature)
for _ in range(3):
    game.play(engine.play(game, tengen.Limit(5000), clock=tengen.Clock(10)))
game.play("pass")
engine.play(game, tengen.Limit(100))
game = tengen.Game(5, rules=rules)
for move in "A2 A1 B1 C1 B2 C2 B3 C3 B4 C4 B5 C5 E3 D3 E1 A4".split():
    game.play(move)
for _ in range(6):
    move = engine.play(game, clock=tengen.Clock(0, 1, 1))
    game.play("pass" if move.is_resign else move)
engine.clean_up(game, tengen.Limit(100))
engine.final_status(game)
print(*sorted(set(late)))
"""


@pytest.mark.parametrize("rules", ["chinese", "japanese", "cgos"])
def test_nothing_is_loaded_once_the_engine_is_ready(rules: str) -> None:
    """The second move of a game moves the root, and at the end stones are judged: games were lost while that loaded."""
    run = subprocess.run([sys.executable, "-c", WHOLE_GAME, rules], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


FIRST_MOVES = """
import sys

import tengen
from tengen.compiled.dispatcher import KernelDispatcher

late = []
load = KernelDispatcher.compile
options = {} if sys.argv[1] == "random" else {"playout.policy": "random"}
engine, game = tengen.Engine(sys.argv[1], options, seed=1), tengen.Game(int(sys.argv[2]))
engine.prepare(game)
KernelDispatcher.compile = lambda self, signature: late.append(self.py_func.__name__) or load(self, signature)
for _ in range(4):
    game.play(engine.play(game))
game.play("pass")
engine.play(game)
print(*sorted(set(late)))
"""


@pytest.mark.parametrize(
    ("preset", "size"), [("random", "5"), ("montecarlo", "5"), ("amaf", "5"), ("replay", "5"), ("joseki", "9")]
)
def test_nothing_is_loaded_once_an_engine_without_tree_is_ready(preset: str, size: str) -> None:
    """Otherwise it is compiled while the first move is awaited, which lost games on time and as hung."""
    words = [sys.executable, "-c", FIRST_MOVES, preset, size]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


@pytest.mark.parametrize("preset", ["random", "montecarlo", "replay", "joseki"])
def test_getting_ready_leaves_the_random_numbers(preset: str) -> None:
    options = {} if preset == "random" else {"playout.policy": "random"}
    moves = []
    for is_ready in (False, True):
        with Engine(preset, options, seed=1) as engine:
            game = Game(5)
            if is_ready:
                engine.prepare(game)
            moves.append([game.play(engine.play(game)).name for _ in range(4)])
    assert moves[0] == moves[1]
