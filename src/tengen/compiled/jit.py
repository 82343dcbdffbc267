"""The decorators ``kernel`` and ``inlined``, which compile a function, and the folder where compiled code is cached.

Numba's own cache looks only at the file of the cached function: after a change in a callee of another file it
returns wrong results. Here the cache folder is named by a hash of every source file that compiled code can
depend on, so any change starts afresh. The folders that were used last are kept, the others are removed.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python and must give the same answers.
"""

import hashlib
import importlib.metadata
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from platformdirs import user_cache_path

from tengen.compiled.archive import Archive, packaged_archive
from tengen.compiled.store import Store, is_private, private_folder

_log = logging.getLogger("tengen.compiled.store")

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
CHECK_BOUNDS = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
PACKAGE = Path(__file__).parents[1]
KERNEL_FOLDERS = ("compiled", "board", "game", "tactics", "patterns", "playout", "tree", "learn")
"""The folders that may contain compiled functions, which a test checks. A change elsewhere keeps the cache valid."""
ARCHIVES = "kernels"
"""The folder of the package with the compiled code that comes with it, if any does."""
SOURCES = (".py", ".tsv", ".npz")  # tables that become constants of compiled code count as sources
MARK = ".tengen-kernels"
"""An empty file in each folder that this package has made for compiled code: other folders are never removed."""
CACHES_KEPT = 4  # so that two installed versions, or two branches, do not remove each other's

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

if PLAIN:
    np.seterr(over="ignore")  # compiled integers wrap around silently, so plain ones do too


@cache
def source_key() -> str:
    """Return a hash of every source file that compiled code can depend on, and of the builds of Python and Numba."""
    return hashlib.sha256(f"{sys.version} {archive_key()}".encode()).hexdigest()[:16]


@cache
def archive_key() -> str:
    """Return the same for code that is compiled on another machine: any build of the same version of Python will do."""
    versions = f"{sys.version_info[:2]} {importlib.metadata.version('numba')} {CHECK_BOUNDS}"
    digest = hashlib.sha256(versions.encode())
    files = (path for folder in KERNEL_FOLDERS for path in (PACKAGE / folder).rglob("*"))
    for path in sorted(path for path in files if path.suffix in SOURCES):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """Return the folder for the compiled code of these sources; create it if it does not exist.

    It is below ``$TENGEN_CACHE``, or else the user's cache folder, or, if that cannot be used, the folder for temporary
    files. It belongs to the user, and nobody else can write it. Returns None if no such folder can be had: then nothing
    is kept.
    """
    wanted = os.environ.get("TENGEN_CACHE")
    homes = [Path(wanted)] if wanted else [user_cache_path("tengen")]
    shared = _temporary_home()
    for home in [*homes, *shared]:
        # Everybody can write to the folder for temporary files: what is in it must have been made by the user.
        kernels = private_folder(home / "kernels") if home not in shared or private_folder(home) else None
        folder = private_folder(kernels / source_key()) if kernels else None
        if folder is not None:
            with suppress(OSError):
                (folder / MARK).touch(mode=0o600)
                os.utime(folder)  # the time of last use
                _prune(folder.parent)
            return folder
    places = ", ".join(map(str, [*homes, *shared]))
    _log.warning("no folder for compiled code belongs to you alone (%s); set TENGEN_CACHE to one", places)
    return None


def _temporary_home() -> list[Path]:
    """Return the user's folder among the temporary files; nothing if there are no such files."""
    try:
        return [Path(tempfile.gettempdir()) / f"tengen-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"]
    except OSError:
        return []


def _prune(home: Path) -> None:
    """Remove the folders of other sources that were not used lately. What we have not made is left alone."""
    ours = (f for f in home.iterdir() if not f.is_symlink() and (f / MARK).is_file() and is_private(f))
    by_last_use = sorted(ours, key=lambda f: f.stat().st_mtime)
    for folder in by_last_use[:-CACHES_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _store() -> Store:
    return Store(cache_folder())


@cache
def _packaged() -> Archive | None:
    is_wanted = os.environ.get("TENGEN_PACKAGED", "1") != "0"
    return packaged_archive(PACKAGE / ARCHIVES, archive_key()) if is_wanted else None


def kernel(function: AnyFunction) -> AnyFunction:
    """Compile a function; the compiler decides whether to inline it into compiled callers."""
    return _compile(function, forceinline=False)


def inlined(function: AnyFunction) -> AnyFunction:
    """Compile a small function that is inlined into all compiled callers; makes the board's helpers a third faster."""
    return _compile(function, forceinline=True)


def _compile(function: AnyFunction, *, forceinline: bool) -> AnyFunction:
    if PLAIN:
        return function
    from tengen.compiled.dispatcher import KernelDispatcher

    options = {
        "nopython": True,
        "nogil": True,
        "error_model": "numpy",  # no check for division by zero: it would be a branch in every loop
        "boundscheck": CHECK_BOUNDS,
        "forceinline": forceinline,
    }
    compiled = KernelDispatcher(function, targetoptions=options)
    compiled.store = _store()
    compiled.packaged = _packaged
    return cast(AnyFunction, compiled)
