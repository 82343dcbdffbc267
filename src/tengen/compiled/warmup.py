"""Compiling in another process, while this one goes on answering.

A front end gives up on an engine that says nothing for long. So the first time that an engine is asked to play on a
board size, another process compiles what it needs, into the cache. What needs no search is answered at once. A move
waits until the other process is ready, and then loads what it has compiled.
"""

import hashlib
import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from tengen.compiled.progress import Progress

_log = logging.getLogger("tengen")


class Warmup:
    """Starts ``tengen warmup`` for an engine, once for each board size."""

    def __init__(self, words: Sequence[str]) -> None:
        """Take the words of a command line that tell which engine it is."""
        self._words = tuple(words)
        self._started: dict[int, subprocess.Popen[bytes]] = {}

    def is_needed(self, size: int) -> bool:
        """Return whether it is not known that everything is compiled for a board size."""
        from tengen.compiled.jit import PLAIN

        mark = ready_mark(self._words, size)
        return not PLAIN and mark is not None and not mark.exists()

    def begin(self, size: int) -> bool:
        """Start compiling for a board size, if it is needed and not started yet; return whether it is going on."""
        if size not in self._started:
            if not self.is_needed(size):
                return False
            words = [sys.executable, "-m", "tengen", "warmup", *self._words, "--size", str(size)]
            try:
                nothing = subprocess.DEVNULL
                self._started[size] = subprocess.Popen(words, stdin=nothing, stdout=nothing)  # and our own stderr
            except OSError as error:  # then a move compiles what it needs
                _log.warning("tengen warmup does not start: %s", error)
                return False
        return self._started[size].poll() is None

    def run(self, size: int, tell: Callable[[Progress], object]) -> None:
        """Compile for a board size, if it is needed, and wait for it; how far it is goes to a function.

        If the other process fails, this one has to compile what it needs.
        """
        if not self.is_needed(size):
            return
        words = [sys.executable, "-m", "tengen", "warmup", *self._words, "--size", str(size), "--json"]
        try:
            nothing = subprocess.DEVNULL
            process = subprocess.Popen(words, stdin=nothing, stdout=subprocess.PIPE, stderr=nothing)
        except OSError as error:
            _log.warning("tengen warmup does not start: %s", error)
            return
        self._started[size] = process
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                tell(msgspec.json.decode(line, type=Progress))
        if process.wait() > 0:  # less than 0: ``end`` has ended it
            _log.warning("tengen warmup has failed: %s tells why", " ".join(words[:-1]))

    def end(self) -> None:
        """End what is still compiling. The functions that are ready stay in the cache, so the next time is shorter."""
        for process in self._started.values():
            process.terminate()


def ready_mark(words: Sequence[str], size: int) -> Path | None:
    """Return the file that says that everything is compiled for an engine and a board size; None without a cache."""
    from tengen.compiled.jit import cache_folder

    folder = cache_folder()
    digest = hashlib.sha256(repr((*words, size)).encode()).hexdigest()[:16]
    return None if folder is None else folder / f"ready-{digest}"


def mark_ready(words: Sequence[str], size: int) -> None:
    """Note that everything is compiled for an engine and a board size."""
    mark = ready_mark(words, size)
    if mark is not None:
        with suppress(OSError):
            mark.touch(mode=0o600)
