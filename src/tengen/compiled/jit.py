"""The one place that talks to Numba: the decorator ``kernel``, its cache folder, and the progress it shows.

Numba's own cache looks only at the file of the cached function: after a change in a callee of another file it
returns wrong results. Here the cache folder is named by a fingerprint of every source file that compiled code can
depend on, so any change starts afresh, and folders that were not used for long are removed.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python and must give the same answers.
"""

import hashlib
import importlib.metadata
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from platformdirs import user_cache_path

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
CHECK_BOUNDS = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
PACKAGE = Path(__file__).parents[1]
KERNEL_FOLDERS = ("compiled", "board", "game", "tactics", "patterns", "playout", "tree", "learn")
"""Where compiled functions may be; a test checks it. A change anywhere else leaves the cache as it is."""
SOURCES = (".py", ".tsv", ".npz")  # tables that are read into constants count as code
CACHES_KEPT = 4  # so that two installed versions, or two branches, do not throw each other out

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

if PLAIN:
    np.seterr(over="ignore")  # compiled integers wrap around silently, so plain ones do too


@cache
def source_key() -> str:
    """Return the fingerprint of every source file that compiled code can depend on, of Python and of Numba."""
    digest = hashlib.sha256(f"{sys.version} {importlib.metadata.version('numba')} {CHECK_BOUNDS}".encode())
    files = (path for folder in KERNEL_FOLDERS for path in (PACKAGE / folder).rglob("*"))
    for path in sorted(path for path in files if path.suffix in SOURCES):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Return the writable folder of this version's compiled code, made if need be.

    It is ``$TENGEN_CACHE``, or the user's cache folder, or (where neither can be written) one for temporary files.
    """
    wanted = os.environ.get("TENGEN_CACHE")
    homes = [Path(wanted)] if wanted else [user_cache_path("tengen")]
    homes.append(Path(tempfile.gettempdir()) / f"tengen-{os.getuid() if hasattr(os, 'getuid') else 'cache'}")
    for home in homes:
        folder = home / "kernels" / source_key()
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # the time of last use
            if os.access(folder, os.W_OK):
                _prune(folder.parent)
                return folder
    raise RuntimeError(f"no cache folder can be written ({', '.join(map(str, homes))}); set TENGEN_CACHE to one")


def _prune(home: Path) -> None:
    by_last_use = sorted((f for f in home.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime)
    for folder in by_last_use[:-CACHES_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


def kernel(function: AnyFunction) -> AnyFunction:
    """Compile a function of the hot core; callers in compiled code may or may not inline it."""
    return _compile(function, forceinline=False)


def inlined(function: AnyFunction) -> AnyFunction:
    """Compile a small helper into each of its callers. On the board's helpers this gains a third of the speed."""
    return _compile(function, forceinline=True)


def _compile(function: AnyFunction, *, forceinline: bool) -> AnyFunction:
    if PLAIN:
        return function
    import numba

    _watch_compiler()
    _name_records_by_content()
    with _numba_cache_in(cache_folder()):
        compiled = numba.njit(
            cache=True,
            nogil=True,
            error_model="numpy",  # division by zero is the caller's business, not a branch in every loop
            boundscheck=CHECK_BOUNDS,
            forceinline=forceinline,
        )(function)
    _load_without_typing(compiled)
    return cast(AnyFunction, compiled)


def _load_without_typing(dispatcher: Any) -> None:
    """Let a kernel come out of the cache without all that Numba needs to compile one: 0.3 s at every warm start.

    Numba sets up its typing and lowering before it looks into the cache. Compiled code needs only the runtime that
    counts references; if the cache has nothing, the compiler sets up the rest itself.
    """
    from numba.core.runtime import rtsys

    cache = dispatcher._cache

    def load_overload(signature: Any, target: Any) -> Any:
        rtsys.initialize(target)
        with cache._guard_against_spurious_io_errors():
            return cache._load_overload(signature, target)

    cache.load_overload = load_overload


@cache
def _name_records_by_content() -> None:
    """Let the names of compiled functions tell record types apart by their fields.

    Numba names them by a number that starts anew in each process. Functions for the 9x9 board of one process and the
    19x19 board of another could then have the same name in the cache, and whoever loads both calls the wrong one.
    """
    from numba import types

    def mangling_args(record: Any) -> tuple[str, tuple[str]]:
        return "Record", ("r" + hashlib.sha256(record.name.encode()).hexdigest()[:16],)

    types.Record.mangling_args = property(mangling_args)


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """Point Numba's cache to a folder while a function is decorated, and leave the user's own functions alone."""
    import numba

    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@cache
def _watch_compiler() -> None:
    from numba.core import event

    class Progress(event.Listener):
        """Says on stderr what is compiled and how long it took: one line for each function called from Python."""

        depth = 0
        started = 0.0

        def on_start(self, event: Any) -> None:
            self.depth += 1
            name = event.data["dispatcher"].py_func.__name__
            if self.depth == 1:
                self.started = time.perf_counter()
                sys.stderr.write(f"tengen: compiling {name.lstrip('_')} (once for each board size) ...")
                sys.stderr.flush()
            elif sys.stderr.isatty():
                sys.stderr.write(".")
                sys.stderr.flush()

        def on_end(self, event: Any) -> None:  # the listener's signature
            self.depth -= 1
            if self.depth == 0:
                sys.stderr.write(f" {time.perf_counter() - self.started:.1f} s\n")

    event.register("numba:compile", Progress())
