"""The kind of Numba dispatcher that our kernels are; Numba works as usual for everybody else's functions.

A dispatcher is what ``numba.njit`` makes of a function: it compiles the function for each new combination of argument
types. Ours differs in three ways.

- The names of its compiled functions tell record types apart by their fields. Numba numbers the record types of a
  process in the order in which it meets them. The functions for the 9x9 board of one process and for the 19x19 board of
  another could then have the same name in the cache, and a process that loads both would call the wrong one.
- It loads a function from the cache without setting up the compiler, which saves 0.3 s at every warm start.
- It logs what it compiles, to the logger ``tengen.compiled``.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import types
from numba.core import dispatcher as numba_dispatcher
from numba.core.caching import FunctionCache
from numba.core.compiler import Compiler
from numba.core.datamodel.models import RecordModel
from numba.core.datamodel.registry import register_default
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.sigutils import normalize_signature

logger = logging.getLogger("tengen.compiled")


class KernelDispatcher(CPUDispatcher):
    """Compiles a kernel for each new combination of argument types, or loads it from the cache."""

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,  # noqa: A002  # Numba's name
        targetoptions: dict[str, Any] | None = None,
        pipeline_class: type = Compiler,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class)
        self._compiler = _LoggedCompiler(py_func, self.targetdescr, self.targetoptions, self.locals, pipeline_class)

    def enable_caching(self) -> None:
        """Keep compiled code in the folder that ``numba.config.CACHE_DIR`` names now."""
        self._cache = _KernelCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        """Compile the function for argument types, or load it from the cache; return its entry point."""
        argument_types, _ = normalize_signature(sig)
        for argument_type in argument_types:
            _name_by_content(argument_type)
        return super().compile(sig)


class _KernelCache(FunctionCache):
    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a compiled function, or return None if the cache does not have it.

        Numba would set up its typing and lowering first. Compiled code needs only the runtime that counts references;
        if the cache does not have the function, the compiler sets up the rest itself.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class _LoggedCompiler(numba_dispatcher._FunctionCompiler):  # type: ignore[name-defined]  # private to Numba
    under_way = 0  # compilations of all kernels; Numba's compiler lock guards it

    def compile(self, args: Any, return_type: Any) -> Any:
        with self.logged(self.py_func.__name__.lstrip("_")):
            return super().compile(args, return_type)

    @classmethod
    @contextmanager
    def logged(cls, name: str) -> Iterator[None]:
        """Log the start and the end of a compilation: at level INFO, or at DEBUG inside another compilation."""
        level = logging.DEBUG if cls.under_way else logging.INFO
        logger.log(level, "compiling %s (once for each board size)", name)
        started = time.perf_counter()
        cls.under_way += 1
        try:
            yield
        finally:
            cls.under_way -= 1
            seconds = time.perf_counter() - started
            logger.log(level, "compiled %s in %.1f s", name, seconds, extra={"seconds": seconds})


class RecordNamedByContent(types.Record):
    """A record type whose name in compiled code is made of its fields.

    It equals Numba's own type with the same fields, so that Numba finds this one when it looks for the other.
    """

    @property
    def mangling_args(self) -> tuple[str, tuple[str]]:
        """What Numba makes the name of."""
        return "Record", ("r" + hashlib.sha256(self.name.encode()).hexdigest()[:16],)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, types.Record) and bool(self.key == other.key)

    def can_convert_to(self, typingctx: Any, other: Any) -> None:  # Numba's signature
        """Convert to no other type.

        Numba takes a record with more fields for a subtype of one with fewer, and would call a function that was
        compiled for the shorter one: a part that adds a field to a record would then meet code that does not know it.
        """

    __hash__ = types.Record.__hash__


register_default(RecordNamedByContent)(RecordModel)


def _name_by_content(numba_type: Any) -> None:
    """Let the record types that an argument's type consists of be named by their content.

    Numba keeps a single object for each type, and C code knows it by a number. So the object stays as it is, and only
    its class changes.
    """
    if isinstance(numba_type, types.Array):  # nested arrays are arrays, too
        _name_by_content(numba_type.dtype)
    elif type(numba_type) is types.Record:
        numba_type.__class__ = RecordNamedByContent
        for field in numba_type.fields.values():
            _name_by_content(field.type)
