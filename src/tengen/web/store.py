"""The games of the page, each a row of one SQLite file in the user's data folder.

A game is written in one transaction, after every change and before the page is told of it. The file has a write-ahead
log and every transaction is flushed to the disk, so that neither ``kill -9`` nor a power cut loses a move.
"""

import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from tengen.web.messages import GameLine, GameSetup

FORMAT = 1
LISTED = 500  # games in the list, the last changed first
BUSY_SECONDS = 30.0  # to wait for a transaction of another server

SCHEMA = """
CREATE TABLE games (
    game TEXT PRIMARY KEY, title TEXT NOT NULL, size INTEGER NOT NULL, moves INTEGER NOT NULL, result TEXT,
    setup TEXT NOT NULL, sgf TEXT NOT NULL, path TEXT NOT NULL, clock TEXT NOT NULL, is_record INTEGER NOT NULL,
    changed REAL NOT NULL);
CREATE INDEX by_change ON games (changed DESC);
"""


class StoredClock(msgspec.Struct, frozen=True):
    """What a clock shows: for each side seconds, stones and periods."""

    black: tuple[float, int, int]
    white: tuple[float, int, int]


class StoredGame(msgspec.Struct, kw_only=True):
    """A game as it is kept."""

    game: str
    """Its name: random, so that nobody can guess it."""
    title: str
    setup: GameSetup
    sgf: str
    """The record, with all variations and comments."""
    path: list[int]
    """The node that the game has reached, as the index of the child at each step from the root."""
    clock: StoredClock | None = None
    is_record: bool = False
    """Whether it was read from a file."""
    size: int
    moves: int
    result: str | None = None


def data_folder() -> Path:
    """Return the folder of all that is kept for the user, which may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("tengen")


def new_name() -> str:
    """Return the name of a new game."""
    return secrets.token_urlsafe(12)


class GameStore:
    """The open store. Its methods may be called from any thread."""

    def __init__(self, path: Path) -> None:
        """Open the store, or create it with its folder; raises OSError and ValueError if that cannot be done."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")
            self._make_tables()
        except sqlite3.DatabaseError as error:
            self._database.close()
            raise ValueError(f"{path}: {error}") from None

    def _make_tables(self) -> None:
        with self._transaction():
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            if version not in (0, FORMAT):
                raise ValueError(f"{self.path}: the games have format {version}; this tengen reads format {FORMAT}")
            if version == 0:
                for statement in filter(str.strip, SCHEMA.split(";")):
                    self._database.execute(statement)
                self._database.execute(f"PRAGMA user_version = {FORMAT}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            try:
                self._database.execute("BEGIN IMMEDIATE")
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:  # else no later game could be saved
                    with suppress(sqlite3.Error):
                        self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        """Raise an OSError that says what cannot be done instead of an error of SQLite."""
        try:
            yield
        except sqlite3.Error as error:
            raise OSError(f"{what} {self.path}: {error}") from None

    def save(self, game: StoredGame) -> None:
        """Write a game; when this returns it is on the disk. Raises OSError if it cannot be written."""
        row = (
            game.game,
            game.title,
            game.size,
            game.moves,
            game.result,
            msgspec.json.encode(game.setup).decode(),
            game.sgf,
            msgspec.json.encode(game.path).decode(),
            msgspec.json.encode(game.clock).decode(),
            int(game.is_record),
            time.time(),
        )
        with self._explained("the game cannot be saved to"), self._transaction():
            self._database.execute(f"INSERT OR REPLACE INTO games VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608  # only question marks

    def load(self, game: str) -> StoredGame:
        """Return a game; raises LookupError if there is none of this name, OSError if it cannot be read."""
        with self._explained("the game cannot be read from"), self._lock:
            row = self._database.execute(
                "SELECT title, size, moves, result, setup, sgf, path, clock, is_record FROM games WHERE game = ?",
                (game,),
            ).fetchone()
        if row is None:
            raise LookupError("there is no such game; perhaps it was deleted")
        title, size, moves, result, setup, sgf, path, clock, is_record = row
        return StoredGame(
            game=game,
            title=title,
            size=size,
            moves=moves,
            result=result,
            setup=msgspec.json.decode(setup, type=GameSetup),
            sgf=sgf,
            path=msgspec.json.decode(path, type=list[int]),
            clock=msgspec.json.decode(clock, type=StoredClock | None),
            is_record=bool(is_record),
        )

    def delete(self, game: str) -> None:
        """Delete a game; one that is not there is no mistake. Raises OSError if that cannot be written."""
        with self._explained("the game cannot be deleted from"), self._transaction():
            self._database.execute("DELETE FROM games WHERE game = ?", (game,))

    def games(self) -> list[GameLine]:
        """Return the games, the last changed first; raises OSError if they cannot be read."""
        with self._explained("the games cannot be read from"), self._lock:
            rows = self._database.execute(
                "SELECT game, title, size, moves, result, changed FROM games ORDER BY changed DESC LIMIT ?", (LISTED,)
            ).fetchall()
        return [
            GameLine(game=game, title=title, size=size, moves=moves, result=result, changed=changed)
            for game, title, size, moves, result, changed in rows
        ]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()
