"""Lets NumPy be imported without the threads of OpenBLAS, which take 0.2 s to start; hardly any command needs them."""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

_THREADS = "OPENBLAS_NUM_THREADS"


def use_single_thread() -> None:
    """Let NumPy have a single OpenBLAS thread when it is imported, unless it is already or the user has set a number.

    NumPy itself is not imported here: a command that only lists something does not need it.
    """
    has_finder = any(isinstance(finder, _NumpyFinder) for finder in sys.meta_path)
    if not (_THREADS in os.environ or "numpy" in sys.modules or has_finder):
        sys.meta_path.insert(0, _NumpyFinder())


class _NumpyFinder(MetaPathFinder):
    """Finds NumPy as usual, and sets the number of threads while it is imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "numpy":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            usual = spec.loader.exec_module

            def with_single_thread(module: ModuleType) -> None:
                # For this process only: os.environ is copied to the programs that we start, and they may want threads.
                os.putenv(_THREADS, "1")
                try:
                    usual(module)
                finally:
                    os.unsetenv(_THREADS)

            spec.loader.exec_module = with_single_thread  # type: ignore[method-assign]
        return spec
