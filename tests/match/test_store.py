"""The store: claims and results."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from match.made_store import game
from match.players import pairing
from tengen.match.report import report_of
from tengen.match.statistics import MatchTally
from tengen.match.store import STALE_AFTER, Claim, Store, StoreBusy, StoreError

GONE = 2**22 + 1  # more than Linux gives a process


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store(tmp_path / "m.sqlite") as store:
        store.add_pairing(pairing())
    return tmp_path / "m.sqlite"


def change_claims(path: Path, change: str) -> None:
    database = sqlite3.connect(path)
    database.execute(f"UPDATE claims SET {change}")
    database.commit()
    database.close()


def test_claims_are_given_once_and_in_order(path: Path) -> None:
    key = pairing().hash
    with Store(path) as one, Store(path) as two:
        assert [one.claim(key, 3), two.claim(key, 3), one.claim(key, 3)] == [Claim(key, k, 0) for k in range(3)]
        assert one.claim(key, 3) is None
        two.release(Claim(key, 0, 0))  # not its own
        assert one.claim(key, 3) is None
        two.release(Claim(key, 1, 0))
        assert one.claim(key, 3) == Claim(key, 1, 0)
    with Store(path) as three:
        assert three.claims() == []


def test_claims_of_a_runner_that_is_gone_are_taken_over(path: Path) -> None:
    key = pairing().hash
    with Store(path) as one, Store(path) as two:
        one.claim(key)
        assert two.claim(key) == Claim(key, 1, 0)
        change_claims(path, f"pid = {GONE}")
        assert two.claim(key) == Claim(key, 0, 0)


def test_claims_of_another_process_with_the_same_number_are_taken_over(path: Path) -> None:
    key = pairing().hash
    with Store(path) as one, Store(path) as two:
        one.claim(key)
        change_claims(path, f"owner = '{os.getpid()}-1-abc'")  # this process did not start with the machine
        assert two.claim(key) == Claim(key, 0, 0)


@pytest.mark.parametrize("jump", [-1e6, 1e6])
def test_claims_of_a_living_runner_stay_when_the_clock_jumps(
    path: Path, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, now = pairing().hash, time.time()
    with Store(path) as one, Store(path) as two:
        one.claim(key)
        two.claim(key)
        monkeypatch.setattr("time.time", lambda: now + jump)
        assert one.claim(key) == Claim(key, 2, 0), "its own claims and those of the other count"
        two.beat()
        assert two.claim(key) == Claim(key, 3, 0)


def test_claims_on_another_machine_wait_for_the_heartbeat(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, clock = pairing().hash, [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    with Store(path) as one, Store(path) as two:
        one.claim(key)
        change_claims(path, f"pid = {GONE}, host = 'elsewhere'")
        assert two.claim(key, 1) is None
        clock[0] += STALE_AFTER - 1
        one.beat()
        assert two.claim(key, 1) is None
        clock[0] += STALE_AFTER - 1
        assert two.claim(key, 1) is None, "the last heartbeat was seen a minute ago, but for a second"
        clock[0] += 2
        assert two.claim(key, 1) == Claim(key, 0, 0)


def test_a_number_counts_once(path: Path) -> None:
    match = pairing()
    with Store(path) as store:
        assert store.finish(game(match, 0, 1.0))
        assert not store.finish(game(match, 0, 0.0))
        assert store.tally(match.hash) == MatchTally(wins=1)
        assert store.claim(match.hash, 2) == Claim(match.hash, 1, 0)


def test_void_games_are_kept_and_played_again(path: Path) -> None:
    match = pairing()
    void = msgspec.structs.replace(game(match, 0, 1.0), void=True, winner="", result="Void")
    with Store(path) as store:
        assert store.finish(void)
        assert store.finish(msgspec.structs.replace(void, finished=void.finished + 1))
        assert store.tally(match.hash) == MatchTally(void=2)
        assert store.claim(match.hash) == Claim(match.hash, 0, 2)


def test_what_is_written_is_read(path: Path) -> None:
    match = pairing()
    written = [game(match, k, result) for k, result in enumerate((1.0, 0.0, 0.5, 1.0))]
    with Store(path) as store:
        for one in written:
            store.finish(one)
    with Store.existing(path) as store:
        assert list(store.games()) == list(store.games(match.hash)) == written
        assert list(store.games("none")) == []
        assert store.tally(match.hash) == MatchTally(2, 1, 1)
        assert store.pairings()[match.hash]["first"] == match.first.hash
        assert store.players()[match.first.hash]["name"] == "one"


def test_files_that_are_no_store(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello, this is no database at all" * 10)
    with pytest.raises(StoreError, match="not a database"):
        Store(tmp_path / "text")
    database = sqlite3.connect(tmp_path / "newer")
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="format 99"):
        Store(tmp_path / "newer")
    with pytest.raises(FileNotFoundError):
        Store.existing(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_the_same_game_is_written_once(path: Path) -> None:
    match = pairing()
    void = msgspec.structs.replace(game(match, 0, 1.0), void=True, winner="", result="Void")
    with Store(path) as store:
        for one in (void, void, game(match, 1, 1.0), game(match, 1, 1.0)):
            assert store.finish(one), "it counts, since it is in the store"
        assert store.tally(match.hash) == MatchTally(wins=1, void=1)


FOREIGN = {
    "with a table": ["CREATE TABLE contacts (name)", "INSERT INTO contacts VALUES ('me')"],
    "of our format": ["CREATE TABLE contacts (name)", "PRAGMA user_version = 1"],
    "with a log": ["PRAGMA journal_mode = WAL", "CREATE TABLE contacts (name)"],
    "with a table of our name": ["CREATE TABLE games (title)", "PRAGMA user_version = 1"],
}


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("opened", [Store, Store.existing])
def test_nothing_is_written_to_the_database_of_another_program(tmp_path: Path, kind: str, opened: type[Store]) -> None:
    path = tmp_path / "contacts.sqlite"
    database = sqlite3.connect(path)
    for statement in FOREIGN[kind]:
        database.execute(statement)
    database.commit()
    database.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        opened(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def locked(path: Path) -> Iterator[Path]:
    """Yield a folder with a store and its log, both of which cannot be written."""
    folder = path.parent / "locked"
    folder.mkdir()
    with Store(path) as store:
        store.finish(game(pairing(), 0, 1.0))
        for name in (path.name, f"{path.name}-wal"):
            shutil.copy(path.with_name(name), folder)
    assert (folder / f"{path.name}-wal").stat().st_size, "the game is in the log"
    folder.chmod(0o500)
    yield folder / path.name
    folder.chmod(0o700)


def test_a_store_that_cannot_be_written_is_read_with_its_log(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {file: file.read_bytes() for file in locked.parent.iterdir()}
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write everywhere
    with Store.existing(locked) as store:
        assert [one.number for one in store.games()] == [0]
        with store.snapshot():
            assert store.tally(pairing().hash) == MatchTally(wins=1)
    assert {file: file.read_bytes() for file in locked.parent.iterdir() if "shm" not in file.name} == before


def test_a_store_without_log_is_read_without_leaving_a_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with Store.existing(path) as store:
        assert pairing().hash in store.pairings()
        with pytest.raises(StoreBusy, match="cannot be written"):
            store.finish(game(pairing(), 0, 1.0))
    assert list(path.parent.iterdir()) == [path]


DAMAGES = {
    "cut off": lambda data: data[: len(data) // 2],
    "overwritten": lambda data: data[:4096] + os.urandom(len(data) - 4096),
    "overwritten after the head": lambda data: data[:100] + b"x" * (len(data) - 100),
    "with zeros in it": lambda data: data[:8192] + bytes(len(data) - 8192),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_store_says_so(path: Path, kind: str) -> None:
    with Store(path) as store:
        for number in range(20):
            store.finish(game(pairing(), number, 1.0))
    path.write_bytes(DAMAGES[kind](path.read_bytes()))
    with pytest.raises(StoreError, match=r"m.sqlite: the (file|store) is damaged"):
        read_and_claim(path)


def read_and_claim(path: Path) -> None:
    with Store.existing(path) as store:
        report_of(store)
        store.claim(pairing().hash)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET seeds = '{'",
        "UPDATE games SET seconds = '{\"black\": 1}'",
        "UPDATE games SET moves = 'many'",
        "UPDATE games SET pairing = 'none'",
        "UPDATE games SET black = 'none'",
        "UPDATE players SET definition = '{}'",
        "UPDATE pairings SET definition = '[]'",
        "UPDATE pairings SET definition = x'ff'",
    ],
)
def test_rows_that_make_no_sense_are_reported(path: Path, change: str) -> None:
    with Store(path) as store:
        store.finish(game(pairing(), 0, 1.0))
    database = sqlite3.connect(path)
    database.execute(change)
    database.commit()
    database.close()
    with Store.existing(path) as store, pytest.raises(StoreError, match=r"m.sqlite: the store is damaged: "):
        report_of(store)


def test_what_is_not_a_file_is_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(StoreError, match="this is not a file"):
            Store.existing(path)
