"""Faults on purpose: disks that fail at every write, workers that die, readers that go away."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from match.fake_worker import FakeWorker
from match.made_store import made_store, pairing
from match.test_runner import SECONDS, Listener, drive, games_in, toml
from tengen.match import database, runner
from tengen.match.definition import Pairing
from tengen.match.finished import FinishedGame
from tengen.match.runner import Runner, Source, run_match
from tengen.match.store import Store, StoreBusy, StoreError
from tengen.match.worker import GameJob, WorkerLost

GAMES = 3
WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE", "COMMIT", "CREATE", "PRAGMA journal_mode", "PRAGMA user_v")
FAULTS = {
    "disk full": (sqlite3.SQLITE_FULL, "the disk is full"),
    "disk error": (sqlite3.SQLITE_IOERR_WRITE, "the disk reports an error"),
}


class FaultyConnection(sqlite3.Connection):
    """Fails at one write, before it is done or after."""

    failing = 0  # the number of the write that fails, from 1
    writes = 0
    fault = ""
    is_done_first = False

    def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
        kind = type(self)
        if query.strip().startswith(WRITES):
            kind.writes += 1
            if kind.writes == kind.failing:
                if kind.is_done_first:
                    super().execute(query, *values)
                error = sqlite3.OperationalError("injected")
                error.sqlite_errorcode = FAULTS[kind.fault][0]
                raise error
        return super().execute(query, *values)


def match(path: Path, listener: Listener, of: Pairing) -> Runner:
    """Play a match whose games take no time."""
    with Store(path) as store:
        playing = Runner(Source([of]), store, listener)
        run_match(playing, [lambda: FakeWorker(lambda _: 0.5)])
    return playing


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> type[FaultyConnection]:
    def connect(uri: str) -> sqlite3.Connection:
        return sqlite3.connect(uri, isolation_level=None, uri=True, factory=kind)

    kind = type("Faulty", (FaultyConnection,), {})
    monkeypatch.setattr(database, "_connect", connect)
    monkeypatch.setattr(runner, "RETRY_SECONDS", 0.0)
    return kind


@pytest.mark.parametrize("is_done_first", [False, True])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_every_write(
    tmp_path: Path, faulty: type[FaultyConnection], fault: str, is_done_first: bool
) -> None:
    """Whichever write fails, no game is lost or doubled, and the user is told what is wrong."""
    one = pairing(games=GAMES)
    for number in count(1):
        path = tmp_path / f"{number}.sqlite"
        announced: list[int] = []
        listener = Listener(announced.append)
        faulty.failing, faulty.writes, faulty.fault, faulty.is_done_first = number, 0, fault, is_done_first
        try:
            match(path, listener, one)
        except StoreBusy as error:  # before the first game
            assert announced in ([], [0])
            listener.messages.append(str(error))
        else:
            assert [game.number for game in games_in(path)] == list(range(GAMES)), number
        has_failed = faulty.writes >= number
        faulty.failing = 0
        match(path, Listener(), one)
        assert [game.number for game in games_in(path)] == list(range(GAMES)), number
        if not has_failed:
            break
        told = [message for message in listener.messages if FAULTS[fault][1] in message]
        is_at_the_end = not told and announced[-1] == GAMES  # claims are given up when the store is closed
        assert told or is_at_the_end, (number, listener.messages)
        assert not any("another runner" in message for message in listener.messages)
    assert number > 20


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (sqlite3.SQLITE_FULL, "the disk is full"),
        (sqlite3.SQLITE_CORRUPT, "the file is damaged; `sqlite3 FILE .recover`"),
    ],
)
def test_a_fault_that_stays_ends_the_match_with_a_message(
    tmp_path: Path, faulty: type[FaultyConnection], monkeypatch: pytest.MonkeyPatch, code: int, message: str
) -> None:
    def fail(self: sqlite3.Connection, query: str, *values: Any) -> sqlite3.Cursor:
        if query.strip().startswith(WRITES):
            error = sqlite3.OperationalError("injected")
            error.sqlite_errorcode = code
            raise error
        return sqlite3.Connection.execute(self, query, *values)

    def fail_from_now_on(games: int) -> None:
        if games == 1:
            monkeypatch.setattr(faulty, "execute", fail)

    monkeypatch.setattr(runner, "RETRY_LIMIT", -1.0)
    with pytest.raises(StoreError, match=rf"m.sqlite: {message}"):
        match(tmp_path / "m.sqlite", Listener(fail_from_now_on), pairing(games=GAMES))
    monkeypatch.undo()
    assert [game.number for game in games_in(tmp_path / "m.sqlite")] == [0]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_a_real_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    file, store = tmp_path / "m.toml", tmp_path / "m.sqlite"
    file.write_text(toml(games=8))
    with drive(file, store) as playing:
        assert playing.stdout is not None
        said = []
        for line in playing.stdout:
            said.append(line)
            if line == "games 3\n":  # from now on its files cannot grow
                resource.prlimit(playing.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            if "finished games are kept" in line:
                resource.prlimit(playing.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert playing.wait(SECONDS) == 0
    text = "".join(said)
    assert f"says {store}: the disk " in text
    assert f"says {store}: it works again\n" in text
    assert [game.number for game in games_in(store)] == list(range(8))


class DyingWorker(FakeWorker):
    """A worker that is lost in some of its games."""

    def __init__(self, is_lost: Callable[[], bool]) -> None:
        super().__init__(lambda _: 0.5)
        self._is_lost = is_lost

    async def play(self, job: GameJob) -> FinishedGame:
        if self._is_lost():
            raise WorkerLost("it died")
        return await super().play(job)


def play_with_dying(path: Path, is_lost: Callable[[], bool], listener: Listener) -> Runner:
    with Store(path) as store:
        playing = Runner(Source([pairing(games=5)]), store, listener)
        run_match(playing, [lambda: DyingWorker(is_lost)])
        assert store.claims() == []
    return playing


def test_a_worker_that_dies_in_mid_game_costs_only_that_game(tmp_path: Path) -> None:
    listener, games = Listener(), count()
    playing = play_with_dying(tmp_path / "m.sqlite", lambda: next(games) % 2 == 0, listener)
    assert [game.number for game in games_in(tmp_path / "m.sqlite")] == list(range(5))
    assert listener.messages[0] == "alice - bob, 9x9, game 1 is lost: it died"
    assert not playing.failures


def test_a_match_whose_workers_all_die_is_not_taken_for_finished(tmp_path: Path) -> None:
    listener, games = Listener(), count()
    playing = play_with_dying(tmp_path / "m.sqlite", lambda: next(games) >= 2, listener)
    assert [game.number for game in games_in(tmp_path / "m.sqlite")] == [0, 1]
    assert playing.failures == ["the match is not finished: all workers are given up"]


# Readers that go away

TENGEN = [sys.executable, "-m", "tengen"]


def test_the_output_of_show_is_not_read(tmp_path: Path) -> None:
    store = made_store(tmp_path / "m.sqlite")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        words = [*TENGEN, "match", "show", str(store), "--json"]
        done = subprocess.run(words, stdout=nobody, stderr=subprocess.PIPE, text=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">&- 2>&-", "2>&1 | head -0"])
def test_a_match_that_nobody_watches_is_played_to_its_end(tmp_path: Path, redirection: str) -> None:
    (tmp_path / "m.toml").write_text(toml(games=3))
    words = ["sh", "-c", f'"$0" -m tengen match m.toml {redirection}', sys.executable]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert [game.number for game in games_in(tmp_path / "m.sqlite")] == [0, 1, 2]
