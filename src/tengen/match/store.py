"""The store: every finished game of a match in one SQLite file.

A game is written in one transaction, when it is finished. So no finished game is lost, whatever stops a runner. Before
a game is played its number is claimed. A claim has a heartbeat; if its runner is gone, another runner takes it over.
So several runners on one machine may work on one store.

    store = Store(Path("m.sqlite"))
    for game in store.games():
        print(game.number, game.result, game.reason)
"""

import os
import platform
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from tengen.match.finished import FinishedGame
from tengen.match.statistics import MatchTally

if TYPE_CHECKING:
    from tengen.match.definition import Pairing

FORMAT = 1
STALE_AFTER = 60.0  # seconds without a heartbeat
BUSY_AFTER = 60.0  # seconds to wait for another runner's transaction

SCHEMA = """
CREATE TABLE IF NOT EXISTS players (hash TEXT PRIMARY KEY, name TEXT NOT NULL, definition TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pairings (
    hash TEXT PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL, definition TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    pairing TEXT NOT NULL REFERENCES pairings, number INTEGER NOT NULL,
    black TEXT NOT NULL REFERENCES players, white TEXT NOT NULL REFERENCES players, first_is TEXT NOT NULL,
    result TEXT NOT NULL, winner TEXT NOT NULL, reason TEXT NOT NULL, void INTEGER NOT NULL, detail TEXT NOT NULL,
    sgf TEXT NOT NULL, moves INTEGER NOT NULL, seeds TEXT NOT NULL, opening INTEGER, handicap INTEGER NOT NULL,
    seconds TEXT NOT NULL, simulations TEXT NOT NULL, versions TEXT NOT NULL, machine TEXT NOT NULL,
    started REAL NOT NULL, finished REAL NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS one_result_a_number ON games (pairing, number) WHERE void = 0;
CREATE INDEX IF NOT EXISTS voids ON games (pairing, number) WHERE void = 1;
CREATE INDEX IF NOT EXISTS results ON games (pairing, void, winner, first_is);
CREATE TABLE IF NOT EXISTS claims (
    pairing TEXT NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL,
    host TEXT NOT NULL, pid INTEGER NOT NULL, heartbeat REAL NOT NULL,
    PRIMARY KEY (pairing, number));
"""


class Claim(NamedTuple):
    """The right to play a game."""

    pairing: str
    number: int
    attempt: int
    """How many games with this number were void before."""


class StoreError(ValueError):
    """The file is not a store."""


class Store:
    """An open store. Each process, and each thread, opens its own."""

    def __init__(self, path: Path) -> None:
        """Open a store, or create it; raises StoreError for a file that is not a store."""
        self.path = path
        self.owner = f"{os.getpid()}-{os.urandom(6).hex()}"
        self._host = _host()
        try:
            self._database = sqlite3.connect(path, timeout=BUSY_AFTER, isolation_level=None)
            self._use_write_ahead_log()
            self._database.execute("PRAGMA synchronous = FULL")
            self._make_tables()
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path}: {error}") from None

    def _use_write_ahead_log(self) -> None:
        # SQLite does not wait here while another runner creates the same store.
        deadline = time.monotonic() + BUSY_AFTER
        while True:
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    def _make_tables(self) -> None:
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        if version == FORMAT:
            return
        if version:
            raise StoreError(f"{self.path}: the store has format {version}; this tengen reads format {FORMAT}")
        with self._transaction():
            for statement in SCHEMA.split(";"):
                self._database.execute(statement)
            self._database.execute(f"PRAGMA user_version = {FORMAT}")

    @classmethod
    def existing(cls, path: Path) -> Self:
        """Open a store that exists; raises FileNotFoundError if it does not."""
        if not path.exists():
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return cls(path)

    def close(self) -> None:
        """Give up all claims, and close the file."""
        with self._transaction():
            self._database.execute("DELETE FROM claims WHERE owner = ?", (self.owner,))
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything in the ``with`` block as it is at one moment, whatever others write meanwhile."""
        self._database.execute("BEGIN")
        try:
            yield
        finally:
            self._database.execute("COMMIT")

    # Definitions

    def add_pairing(self, pairing: "Pairing") -> None:
        """Add a pairing and its players, unless they are there already."""
        with self._transaction():
            for player in pairing.players:
                self._database.execute(
                    "INSERT OR IGNORE INTO players VALUES (?, ?, ?)",
                    (player.hash, player.name, _json(player.definition)),
                )
            self._database.execute(
                "INSERT OR IGNORE INTO pairings VALUES (?, ?, ?, ?)",
                (pairing.hash, pairing.first.hash, pairing.second.hash, _json(pairing.definition)),
            )

    def players(self) -> dict[str, dict[str, Any]]:
        """Return the definitions of all players, by hash; ``name`` is among the keys."""
        rows = self._database.execute("SELECT hash, definition FROM players ORDER BY rowid")
        return {key: msgspec.json.decode(definition) for key, definition in rows}

    def pairings(self) -> dict[str, dict[str, Any]]:
        """Return the definitions of all pairings, by hash; ``first`` and ``second`` are hashes of players."""
        rows = self._database.execute("SELECT hash, definition FROM pairings ORDER BY rowid")
        return {key: msgspec.json.decode(definition) for key, definition in rows}

    # Games

    def games(self, pairing: str | None = None) -> Iterator[FinishedGame]:
        """Yield the finished games, void ones among them, in the order in which they ended."""
        names = FinishedGame.__struct_fields__
        where, values = ("", ()) if pairing is None else ("WHERE pairing = ?", (pairing,))
        query = f"SELECT {', '.join(names)} FROM games {where} ORDER BY id"  # noqa: S608  # our own names
        for row in self._database.execute(query, values):
            facts = dict(zip(names, row, strict=True))
            for name in ("seeds", "seconds", "simulations", "versions"):
                facts[name] = msgspec.json.decode(facts[name])
            facts["void"] = bool(facts["void"])
            yield FinishedGame(**facts)

    def tally(self, pairing: str) -> MatchTally:
        """Return the results of a pairing so far, from the first player's view."""
        query = """
            SELECT SUM(NOT void AND winner = first_is), SUM(NOT void AND winner NOT IN (first_is, '')),
                   SUM(NOT void AND winner = ''), SUM(void)
            FROM games WHERE pairing = ?"""
        return MatchTally(*(count or 0 for count in self._database.execute(query, (pairing,)).fetchone()))

    def version(self) -> int:
        """Return a number that changes when another process has written to the store."""
        (version,) = self._database.execute("PRAGMA data_version").fetchone()
        return int(version)

    def finish(self, game: FinishedGame) -> bool:
        """Write a finished game and give up its claim; return whether it counts.

        It does not count if another runner took over the claim, because this one seemed dead, and has played the
        number.
        """
        facts = {name: getattr(game, name) for name in FinishedGame.__struct_fields__}
        for name in ("seeds", "seconds", "simulations", "versions"):
            facts[name] = _json(facts[name])
        columns, marks = ", ".join(facts), ", ".join("?" * len(facts))
        with self._transaction():
            inserted = self._database.execute(
                f"INSERT OR IGNORE INTO games ({columns}) VALUES ({marks})",  # noqa: S608  # our own names
                tuple(facts.values()),
            )
            self._database.execute(
                "DELETE FROM claims WHERE pairing = ? AND number = ? AND owner = ?",
                (game.pairing, game.number, self.owner),
            )
        return inserted.rowcount == 1

    # Claims

    def claim(self, pairing: str, most: int | None = None) -> Claim | None:
        """Claim the first free game of a pairing, of the first ``most``; None if all are finished or being played."""
        with self._transaction():
            self._drop_stale_claims()
            number = self._first_free(pairing)
            if most is not None and number >= most:
                return None
            self._database.execute(
                "INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?)",
                (pairing, number, self.owner, self._host, os.getpid(), time.time()),
            )
            query = "SELECT COUNT(*) FROM games WHERE void = 1 AND pairing = ? AND number = ?"
            (attempt,) = self._database.execute(query, (pairing, number)).fetchone()
        return Claim(pairing, number, attempt)

    def _first_free(self, pairing: str) -> int:
        query = """
            SELECT number FROM games WHERE pairing = ? AND void = 0
            UNION SELECT number FROM claims WHERE pairing = ? ORDER BY number"""
        free = 0
        for (number,) in self._database.execute(query, (pairing, pairing)):
            if number != free:
                break
            free += 1
        return free

    def release(self, claim: Claim) -> None:
        """Give up a claim without a result."""
        with self._transaction():
            self._database.execute(
                "DELETE FROM claims WHERE pairing = ? AND number = ? AND owner = ?",
                (claim.pairing, claim.number, self.owner),
            )

    def beat(self) -> None:
        """Renew the heartbeat of all claims of this runner."""
        with self._transaction():
            self._database.execute("UPDATE claims SET heartbeat = ? WHERE owner = ?", (time.time(), self.owner))

    def claims(self) -> list[tuple[str, int]]:
        """Return pairing and number of the games that any runner is playing."""
        return self._database.execute("SELECT pairing, number FROM claims ORDER BY pairing, number").fetchall()

    def _drop_stale_claims(self) -> None:
        owners = self._database.execute("SELECT owner, host, pid, MAX(heartbeat) FROM claims GROUP BY owner").fetchall()
        for owner, host, pid, heartbeat in owners:
            is_gone = host == self._host and not _is_alive(pid)
            if is_gone or time.time() - heartbeat > STALE_AFTER:
                self._database.execute("DELETE FROM claims WHERE owner = ?", (owner,))


def machine() -> str:
    """Return the name of this machine, for records."""
    return f"{platform.node()} ({platform.machine()}, {os.cpu_count()} cores)"


def _host() -> str:
    """Return a name that is the same for processes that can see each other's process numbers."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{platform.node()} {boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return platform.node()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
