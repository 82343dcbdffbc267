"""The SQLite file of a store: how it is opened, and what its errors mean.

A file is looked at before it is opened for writing, so that nothing is ever written to a file of another program.
A store that cannot be written, because of its file, its folder or its disk, can still be read.
"""

import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

BUSY_AFTER = 60.0  # seconds to wait for another runner's transaction
HEAD = b"SQLite format 3\0"

# What SQLite's codes mean for a user. With the first ones, trying again later may help.
PASSING = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program has locked the file",
    sqlite3.SQLITE_LOCKED: "another program has locked the file",
    sqlite3.SQLITE_READONLY: "the file cannot be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
}
DAMAGED = {
    sqlite3.SQLITE_CORRUPT: "the file is damaged; `sqlite3 FILE .recover` may save its games",
    sqlite3.SQLITE_NOTADB: "the file is not a database, or it is damaged",
}
UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


class StoreError(ValueError):
    """The file is not a store, or is damaged; the message names the file."""


class StoreBusy(StoreError):
    """The store cannot be used now, for example because the disk is full; it may be possible later."""


def error_of(path: Path, error: sqlite3.Error) -> StoreError:
    """Return SQLite's error as one of ours."""
    code = _code(error)
    if code in PASSING:
        return StoreBusy(f"{path}: {PASSING[code]} ({error})")
    if code in DAMAGED:
        return StoreError(f"{path}: {DAMAGED[code]} ({error})")
    return StoreError(f"{path}: {error}")


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's code without its details, 1 if there is none."""
    return getattr(error, "sqlite_errorcode", 1) & 0xFF


class Database:
    """An open SQLite file with given tables. All methods raise StoreError, and StoreBusy where waiting may help."""

    def __init__(self, path: Path, schema: str, form: int, *, is_readonly: bool = False) -> None:
        """Open a file, or create it with the tables of a schema; ``form`` is the number of its format.

        A file of another program is refused, and nothing is written to it.
        """
        self.path = path
        self.is_readonly = is_readonly
        self._schema = schema
        self._format = form
        self._copy: Path | None = None
        try:
            self._look()
            self._connection = self._connect_for_reading() if is_readonly else self._connect_for_writing()
        except sqlite3.Error as error:
            raise error_of(path, error) from None

    @classmethod
    def existing(cls, path: Path, schema: str, form: int) -> "Database":
        """Open a file that exists, only for reading if it cannot be written; raises FileNotFoundError."""
        if not path.exists():
            raise FileNotFoundError(2, "No such file or directory", str(path))
        if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
            with suppress(StoreBusy):  # a full disk, for example
                return cls(path, schema, form)
        return cls(path, schema, form, is_readonly=True)

    # Opening

    def _look(self) -> None:
        """Raise StoreError if the file is there and is not one of ours; writes nothing."""
        if not self.path.exists():
            return
        if not stat.S_ISREG(self.path.stat().st_mode):
            raise StoreError(f"{self.path}: this is not a file")
        with self.path.open("rb") as file:
            head = file.read(len(HEAD))
        if not head:
            return
        if head != HEAD:
            raise StoreError(f"{self.path}: this is not a database of a match")
        connection = self._connect_for_reading()
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        finally:
            connection.close()
            self._remove_copy()
        own = {line.split()[5] for line in self._schema.split(";") if line.split()[:2] == ["CREATE", "TABLE"]}
        if tables and not own <= tables:
            raise StoreError(f"{self.path}: this SQLite file belongs to another program, it has no games of matches")
        if version not in (0, self._format) or (tables and not version):
            raise StoreError(f"{self.path}: the store has format {version}; this tengen reads format {self._format}")

    def _connect_for_reading(self) -> sqlite3.Connection:
        """Return a connection that changes nothing, also if the folder cannot be written."""
        uri = self.path.absolute().as_uri()
        log = self.path.with_name(f"{self.path.name}-wal")
        if not (log.exists() and log.stat().st_size):
            return _connect(f"{uri}?immutable=1")  # everything is in the file; other modes create files beside it
        connection = _connect(f"{uri}?mode=ro")
        try:
            connection.execute("PRAGMA user_version")
        except sqlite3.OperationalError as error:
            connection.close()
            if _code(error) not in UNWRITABLE:
                raise
            return self._connect_to_copy(log)
        return connection

    def _connect_to_copy(self, log: Path) -> sqlite3.Connection:
        """Copy the file and its log, since SQLite reads a log only where it can create another file beside it."""
        self._copy = Path(tempfile.mkdtemp(prefix="tengen-store-"))
        for path in (self.path, log):
            shutil.copyfile(path, self._copy / path.name)
        return _connect((self._copy / self.path.name).as_uri())

    def _connect_for_writing(self) -> sqlite3.Connection:
        connection = _connect(self.path.absolute().as_uri())
        try:
            _use_write_ahead_log(connection)
            connection.execute("PRAGMA synchronous = FULL")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not version:
                self._connection = connection
                self._make_tables()
        except BaseException:
            connection.close()
            raise
        return connection

    def _make_tables(self) -> None:
        with self.transaction():
            for statement in self._schema.split(";"):
                self.execute(statement)
            self.execute(f"PRAGMA user_version = {self._format}")

    # Using

    def execute(self, query: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Execute one statement."""
        try:
            return self._connection.execute(query, values)
        except sqlite3.Error as error:
            raise error_of(self.path, error) from None

    def rows(self, query: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield the rows that a query finds."""
        try:
            yield from self._connection.execute(query, values)
        except sqlite3.Error as error:
            raise error_of(self.path, error) from None

    def row(self, query: str, values: Sequence[Any] = ()) -> tuple[Any, ...]:
        """Return the first row that a query finds; there must be one."""
        return next(self.rows(query, values))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write everything in the ``with`` block, or nothing of it if the block or the writing fails."""
        try:
            self.execute("BEGIN IMMEDIATE")
            yield
            self.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything in the ``with`` block as it is at one moment, whatever others write meanwhile."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self._roll_back()  # nothing was written

    def _roll_back(self) -> None:
        if self._connection.in_transaction:  # some errors end a transaction by themselves
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):
            self._connection.close()
        self._remove_copy()

    def _remove_copy(self) -> None:
        if self._copy is not None:
            shutil.rmtree(self._copy, ignore_errors=True)
            self._copy = None


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, timeout=BUSY_AFTER, isolation_level=None, uri=True)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    # SQLite does not wait here while another runner creates the same store.
    deadline = time.monotonic() + BUSY_AFTER
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
