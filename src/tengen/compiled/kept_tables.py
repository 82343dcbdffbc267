"""Tables that become constants of compiled code: built once, and kept with the compiled code.

Building all tables takes 0.15 s, at every start. The cache folder is named by a hash of the sources, tables in files
among them, so what is kept there belongs to these sources.
"""

from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import cache_folder
from tengen.compiled.store import Store

Tables = tuple[NDArray[Any], ...]


def kept(name: str, build: Callable[[], Tables]) -> Tables:
    """Return the arrays that were kept under a name, or else build and keep them. They must have no Python objects."""
    file = f"{name}.tables"
    data = _store().load(file)
    if data is not None:
        return _unpacked(data)
    built = build()
    _store().save(file, _packed(built))
    return built


@cache
def _store() -> Store:
    return Store(cache_folder())


def _packed(arrays: Tables) -> bytes:
    file = BytesIO()
    for array in arrays:
        np.save(file, array, allow_pickle=False)
    return file.getvalue()


def _unpacked(data: bytes) -> Tables:
    file, arrays = BytesIO(data), []
    while file.tell() < len(data):
        arrays.append(np.load(file, allow_pickle=False))
    return tuple(arrays)
