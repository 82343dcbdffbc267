"""Compiled code in files: written atomically, checked before it is used, and read only if nobody else can write it.

A file holds a pickle, which can run any code when it is loaded. So a file, and the folder it is in, must belong to the
user and be writable by nobody else; otherwise the file counts as missing. So does a file that is damaged: each begins
with a checksum. A file that cannot be written is left out, as the code can be compiled again.
"""

import hashlib
import logging
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_log = logging.getLogger("tengen.compiled.store")

MAGIC = b"tengen kernel 1\n"
_CHECKSUM_BYTES = hashlib.sha256().digest_size
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


class Store:
    """A folder of compiled code. Reading and writing never raise OSError."""

    def __init__(self, folder: Path | None) -> None:
        """Use a folder, which must be private (see ``is_private``), or nothing at all."""
        self.folder = folder
        self._has_complained = False

    def load(self, name: str) -> bytes | None:
        """Return what was saved under a name; None if there is nothing, or nothing that may be used."""
        if self.folder is None:
            return None
        try:
            with (self.folder / name).open("rb") as file:
                if not _belongs_to_user(os.fstat(file.fileno())):
                    return None
                return checked(file.read())
        except OSError:
            return None

    def save(self, name: str, data: bytes) -> None:
        """Save data under a name. Another process may be reading or writing the same file."""
        if self.folder is None:
            return
        try:
            write_atomically(self.folder / name, sealed(data))
        except OSError as error:
            if not self._has_complained:
                self._has_complained = True
                _log.warning("compiled code cannot be saved, and will be compiled again next time: %s", error)

    @contextmanager
    def only_one(self, name: str) -> Iterator[None]:
        """Wait until no other process works on the same name; where files cannot be locked, do not wait."""
        descriptor = None
        with suppress(OSError, ImportError):
            import fcntl

            if self.folder is not None:
                descriptor = os.open(self.folder / f"{name}.lock", os.O_RDWR | os.O_CREAT | _NO_LINKS, 0o600)
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if descriptor is not None:
                os.close(descriptor)


_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


def sealed(data: bytes) -> bytes:
    """Return data with a checksum in front."""
    return MAGIC + hashlib.sha256(data).digest() + data


def checked(content: bytes) -> bytes | None:
    """Return the data that ``sealed`` was given; None if it has changed since."""
    head, data = content[: len(MAGIC) + _CHECKSUM_BYTES], content[len(MAGIC) + _CHECKSUM_BYTES :]
    return data if head == MAGIC + hashlib.sha256(data).digest() else None


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file that only the user can read: another process sees all of it or nothing. May raise OSError."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(draft).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(draft).unlink()
        raise


def is_private(folder: Path) -> bool:
    """Return whether a folder is no link, belongs to the user, and can be written by nobody else."""
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and _belongs_to_user(status)


def _belongs_to_user(status: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True  # Windows: a user's folders are their own
    return status.st_uid == os.getuid() and not status.st_mode & _OTHERS_MAY_WRITE


def private_folder(folder: Path) -> Path | None:
    """Create a folder that only the user can write, if there is none; return None if that cannot be had."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        is_usable = is_private(folder) and os.access(folder, os.W_OK)
    except OSError:
        return None
    return folder if is_usable else None
