"""The store: claims and results."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from match.made_store import game
from match.players import pairing
from tengen.match.statistics import MatchTally
from tengen.match.store import STALE_AFTER, Claim, Store, StoreError

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


@pytest.mark.parametrize("change", [f"pid = {GONE}", f"heartbeat = heartbeat - {STALE_AFTER + 1}"])
def test_claims_of_a_runner_that_is_gone_are_taken_over(path: Path, change: str) -> None:
    key = pairing().hash
    with Store(path) as one, Store(path) as two:
        one.claim(key)
        assert two.claim(key) == Claim(key, 1, 0)
        change_claims(path, change)
        assert two.claim(key) == Claim(key, 0, 0)


def test_claims_on_another_machine_wait_for_the_heartbeat(path: Path) -> None:
    key = pairing().hash
    with Store(path) as one, Store(path) as two:
        one.claim(key)
        change_claims(path, f"pid = {GONE}, host = 'elsewhere'")
        assert two.claim(key) == Claim(key, 1, 0)
        change_claims(path, "heartbeat = 0")
        one.beat()
        assert two.claim(key) == Claim(key, 1, 0), "two's own claim was stale, and one's is not"


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
        assert store.finish(void)
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
