"""The store: every finished game of a match in one SQLite file.

A game is written in one transaction, when it is finished. So no finished game is lost, whatever stops a runner. Before
a game is played its number is claimed. If the runner with a claim is gone, another runner takes it over. So several
runners on one machine may work on one store. No decision depends on the time of day, which may jump.

    store = Store(Path("m.sqlite"))
    for game in store.games():
        print(game.number, game.result, game.reason)
"""

import os
import platform
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from tengen.match.database import Database, StoreBusy, StoreError
from tengen.match.finished import FAILURES, FinishedGame
from tengen.match.statistics import MatchTally

if TYPE_CHECKING:
    from tengen.match.definition import Pairing

__all__ = ["Claim", "Store", "StoreBusy", "StoreError", "machine"]

FORMAT = 1
STALE_AFTER = 60.0  # seconds without a heartbeat, for runners whose process cannot be seen from here
ENCODED = ("seeds", "seconds", "simulations", "versions")  # columns with JSON
PAIRING_KEYS = frozenset(("first", "second", "size", "komi", "rules", "handicap"))  # what reports need

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


class Store:
    """An open store. Each process, and each thread, opens its own.

    All methods raise StoreError if the file is damaged, and StoreBusy if it cannot be written now.
    """

    def __init__(self, path: Path, database: Database | None = None) -> None:
        """Open a store, or create it; raises StoreError for a file that is not a store."""
        self.path = path
        self.owner = f"{os.getpid()}-{_start_of(os.getpid())}-{os.urandom(6).hex()}"
        self._host = _host()
        self._database = database or Database(path, SCHEMA, FORMAT)
        self._has_claimed = False
        self._held: set[tuple[str, int]] = set()
        """Pairing and number of the games that this runner knows to have claimed."""
        self._heartbeats: dict[str, tuple[float, float]] = {}
        """The last heartbeat of each runner elsewhere, and when it was first seen, on our monotonic clock."""

    @classmethod
    def existing(cls, path: Path) -> Self:
        """Open a store that exists; one that cannot be written can be read. Raises FileNotFoundError, StoreError."""
        return cls(path, Database.existing(path, SCHEMA, FORMAT))

    def close(self) -> None:
        """Give up all claims, and close the file."""
        if self._has_claimed:
            with suppress(StoreError), self._database.transaction():  # others see that our process is gone
                self._database.execute("DELETE FROM claims WHERE owner = ?", (self.owner,))
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def snapshot(self) -> AbstractContextManager[None]:
        """Read everything in the ``with`` block as it is at one moment, whatever others write meanwhile."""
        return self._database.snapshot()

    # Definitions

    def add_pairing(self, pairing: "Pairing") -> None:
        """Add a pairing and its players, unless they are there already."""
        with self._database.transaction():
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
        return self._definitions("players", frozenset(("name",)))

    def pairings(self) -> dict[str, dict[str, Any]]:
        """Return the definitions of all pairings, by hash; ``first`` and ``second`` are hashes of players."""
        return self._definitions("pairings", PAIRING_KEYS)

    def _definitions(self, table: str, keys: frozenset[str]) -> dict[str, dict[str, Any]]:
        definitions = {}
        for key, text in self._database.rows(f"SELECT hash, definition FROM {table} ORDER BY rowid"):  # noqa: S608
            try:
                definitions[key] = msgspec.json.decode(text, type=dict[str, Any])
            except (msgspec.MsgspecError, UnicodeError, TypeError):
                definitions[key] = {}
            if not keys <= definitions[key].keys():
                raise StoreError(f"{self.path}: the store is damaged: a definition in the table {table} is incomplete")
        return definitions

    # Games

    def games(self, pairing: str | None = None) -> Iterator[FinishedGame]:
        """Yield the finished games, void ones among them, in the order in which they ended."""
        names = FinishedGame.__struct_fields__
        where, values = ("", ()) if pairing is None else ("WHERE pairing = ?", (pairing,))
        query = f"SELECT {', '.join(names)} FROM games {where} ORDER BY id"  # noqa: S608  # our own names
        for row in self._database.rows(query, values):
            facts = dict(zip(names, row, strict=True))
            try:
                for name in ENCODED:
                    facts[name] = msgspec.json.decode(facts[name])
                facts["void"] = bool(facts["void"])
                game = msgspec.convert(facts, FinishedGame)
            except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
                raise StoreError(f"{self.path}: the store is damaged: game {row[1]} of {row[0]}: {error}") from None
            yield game

    def tally(self, pairing: str) -> MatchTally:
        """Return the results of a pairing so far, from the first player's view."""
        query = """
            SELECT SUM(NOT void AND winner = first_is), SUM(NOT void AND winner NOT IN (first_is, '')),
                   SUM(NOT void AND winner = ''), SUM(void)
            FROM games WHERE pairing = ?"""
        return MatchTally(*(count or 0 for count in self._database.row(query, (pairing,))))

    def failures(self, pairing: str) -> tuple[int, int]:
        """Return how many games of a pairing the first and the second player lost by a failure of the engine."""
        query = f"""
            SELECT SUM(winner <> first_is), SUM(winner = first_is) FROM games
            WHERE pairing = ? AND void = 0 AND reason IN ({", ".join("?" * len(FAILURES))})"""  # noqa: S608
        first, second = self._database.row(query, (pairing, *FAILURES))
        return first or 0, second or 0

    def version(self) -> int:
        """Return a number that changes when another process has written to the store."""
        (version,) = self._database.row("PRAGMA data_version")
        return int(version)

    def finish(self, game: FinishedGame) -> bool:
        """Write a finished game and give up its claim; return whether it counts.

        It does not count if another runner took over the claim, because this one seemed dead, and has played the
        number. Writing the same game again, after an error that left open whether it was written, changes nothing.
        """
        facts = {name: getattr(game, name) for name in FinishedGame.__struct_fields__}
        for name in ENCODED:
            facts[name] = _json(facts[name])
        columns, marks = ", ".join(facts), ", ".join("?" * len(facts))
        with self._database.transaction():
            same = " AND ".join(f"{name} IS ?" for name in facts)
            query = f"SELECT COUNT(*) FROM games WHERE {same}"  # noqa: S608  # our own names
            (counts,) = self._database.row(query, tuple(facts.values()))
            if not counts:
                inserted = self._database.execute(
                    f"INSERT OR IGNORE INTO games ({columns}) VALUES ({marks})",  # noqa: S608  # our own names
                    tuple(facts.values()),
                )
                counts = inserted.rowcount
            self._database.execute(
                "DELETE FROM claims WHERE pairing = ? AND number = ? AND owner = ?",
                (game.pairing, game.number, self.owner),
            )
        self._held.discard((game.pairing, game.number))
        return bool(counts)

    # Claims

    def claim(self, pairing: str, most: int | None = None) -> Claim | None:
        """Claim the first free game of a pairing, of the first ``most``; None if all are finished or being played."""
        with self._database.transaction():
            self._drop_stale_claims()
            self._has_claimed = True
            number = self._first_free(pairing)
            if most is not None and number >= most:
                return None
            self._database.execute(
                "INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?)",
                (pairing, number, self.owner, self._host, os.getpid(), time.time()),
            )
            query = "SELECT COUNT(*) FROM games WHERE void = 1 AND pairing = ? AND number = ?"
            (attempt,) = self._database.row(query, (pairing, number))
        self._held.add((pairing, number))
        return Claim(pairing, number, attempt)

    def _first_free(self, pairing: str) -> int:
        query = """
            SELECT number FROM games WHERE pairing = ? AND void = 0
            UNION SELECT number FROM claims WHERE pairing = ? ORDER BY number"""
        free = 0
        for (number,) in self._database.rows(query, (pairing, pairing)):
            if number != free:
                break
            free += 1
        return free

    def release(self, claim: Claim) -> None:
        """Give up a claim without a result."""
        with self._database.transaction():
            self._database.execute(
                "DELETE FROM claims WHERE pairing = ? AND number = ? AND owner = ?",
                (claim.pairing, claim.number, self.owner),
            )
        self._held.discard((claim.pairing, claim.number))

    def beat(self) -> None:
        """Renew the heartbeat of all claims of this runner."""
        with self._database.transaction():
            self._database.execute("UPDATE claims SET heartbeat = ? WHERE owner = ?", (time.time(), self.owner))

    def claims(self) -> list[tuple[str, int]]:
        """Return pairing and number of the games that any runner is playing."""
        rows = self._database.rows("SELECT pairing, number FROM claims ORDER BY pairing, number")
        return [(pairing, number) for pairing, number in rows]

    def _drop_stale_claims(self) -> None:
        """Drop the claims of runners that are gone, and of no others: their games would be played twice."""
        rows = list(self._database.rows("SELECT owner, host, pid, MAX(heartbeat) FROM claims GROUP BY owner"))
        for owner, host, pid, heartbeat in rows:
            if owner == self.owner:
                self._drop_unknown_claims()
                continue
            is_gone = not _is_running(owner, pid) if host == self._host else self._is_silent(owner, heartbeat)
            if is_gone:
                self._database.execute("DELETE FROM claims WHERE owner = ?", (owner,))

    def _drop_unknown_claims(self) -> None:
        """Drop own claims that were written although writing them seemed to fail: nobody would play their games."""
        query = "SELECT pairing, number FROM claims WHERE owner = ?"
        for claim in set(self._database.rows(query, (self.owner,))) - self._held:
            self._database.execute("DELETE FROM claims WHERE pairing = ? AND number = ?", claim)

    def _is_silent(self, owner: str, heartbeat: float) -> bool:
        """Return whether we have seen no new heartbeat of a runner for long."""
        now = time.monotonic()
        known, since = self._heartbeats.get(owner, (None, now))
        if heartbeat != known:
            since = now
        self._heartbeats[owner] = heartbeat, since
        return now - since > STALE_AFTER


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


def _start_of(pid: int) -> str:
    """Return when a process of this machine started, in the kernel's ticks; empty if that cannot be told."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _is_running(owner: str, pid: int) -> bool:
    """Return whether the process of a runner on this machine lives, and is not another one with its number."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    _, *start, _ = owner.split("-")  # earlier versions do not tell when they started
    return not start or not start[0] or start[0] == _start_of(pid)


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
