"""A front end is answered at once while another process compiles."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gtp.framing import read_response
from tengen import Engine
from tengen.compiled.progress import Progress
from tengen.compiled.warmup import Warmup, mark_ready, ready_mark
from tengen.gtp.session import Session, Setup

SMALL = ["--preset", "tengen", "--set", "playout.policy=random", "--set", "prior.parts=even"]


class Running:
    """Stands for the process that compiles."""

    started: list[list[str]]

    def __init__(self, words: list[str], **more: object) -> None:
        self.started.append(words)

    def poll(self) -> int | None:
        return None

    def terminate(self) -> None:
        self.started.append(["terminate"])


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """Return the command lines that are started, instead of starting them; nothing is compiled yet."""
    monkeypatch.setattr(Running, "started", [], raising=False)
    monkeypatch.setattr("tengen.compiled.warmup.subprocess.Popen", Running)
    monkeypatch.setattr("tengen.compiled.jit.cache_folder", lambda: tmp_path)
    return Running.started


def test_another_process_compiles_once_for_each_size(started: list[list[str]]) -> None:
    warmup = Warmup(SMALL)
    assert [warmup.begin(9), warmup.begin(9), warmup.begin(13)] == [True, True, True]
    assert [words[-1] for words in started] == ["9", "13"]
    assert started[0] == [sys.executable, "-m", "tengen", "warmup", *SMALL, "--size", "9"]


def test_nothing_is_started_where_everything_is_compiled(started: list[list[str]]) -> None:
    mark_ready(SMALL, 9)
    assert not Warmup(SMALL).begin(9)
    assert started == []
    assert Warmup([*SMALL, "--level", "8k"]).begin(9), "of another engine it is not known"


def test_a_session_does_not_wait_for_what_is_compiled_elsewhere(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(Setup(lambda: Engine("random", seed=1), 5, quiet=True, warmup=Warmup(SMALL)))
    prepared: list[int] = []
    monkeypatch.setattr(type(session.engine), "prepare", lambda _, game: prepared.append(game.size))
    for command in ("boardsize 5", "clear_board", "komi 6.5"):
        assert read_response(session.answer(command) or "").worked
    assert (len(started), prepared) == (1, [])
    assert read_response(session.answer("time_settings 10 0 0") or "").worked
    assert prepared == [5], "a clock does not run before the engine is ready"


def test_the_process_ends_with_the_session(started: list[list[str]]) -> None:
    session = Session(Setup(lambda: Engine("random", seed=1), 5, quiet=True, warmup=Warmup(SMALL)))
    session.answer("boardsize 5")
    session.close()
    assert started[1:] == [["terminate"]]


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache folder in which another process has compiled what a game on 3x3 needs."""
    folder = tmp_path_factory.mktemp("cache")
    words = [sys.executable, "-m", "tengen", "warmup", *SMALL, "--size", "3"]
    environment = os.environ | {"TENGEN_CACHE": str(folder)}
    run = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
    return folder


def test_the_process_marks_what_it_has_compiled(warm_cache: Path) -> None:
    environment = os.environ | {"TENGEN_CACHE": str(warm_cache)}
    code = (
        f"from tengen.compiled.warmup import ready_mark; print(ready_mark({SMALL!r}, 3).exists());"
        "from tengen.compiled.progress import show_compiling; show_compiling();"
        "import tengen; game = tengen.Game(3);"
        "engine = tengen.Engine('tengen', {'playout.policy': 'random', 'prior.parts': 'even'}, seed=1);"
        "game.play(engine.play(game, tengen.Limit(10))); engine.final_status(game)"
    )
    again = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (again.stdout, again.stderr) == ("True\n", "")


def test_without_a_cache_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.compiled.jit.cache_folder", lambda: None)
    assert ready_mark(SMALL, 9) is None
    assert not Warmup(SMALL).begin(9)


def test_a_program_that_waits_hears_how_far_it_is(warm_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_CACHE", str(warm_cache))  # of the other process; this one has chosen its cache already
    monkeypatch.setattr("tengen.compiled.warmup.ready_mark", lambda words, size: warm_cache / "never")
    told: list[Progress] = []
    Warmup([*SMALL, "--inside"]).run(3, told.append)
    assert {state.name for state in told} >= {"explain", "run"}  # the search itself is compiled already
    assert any(0 < state.done < state.total for state in told)
    assert all(0 <= state.share <= 1 for state in told)
    assert told[-1].is_finished
