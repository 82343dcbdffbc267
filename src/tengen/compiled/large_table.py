"""Large read-only tables for compiled code.

Numba copies the arrays that a kernel names into its machine code, and caches no function with more than a megabyte of
them. A table of this module stays where it is: compiled code has only the name of a symbol, and the address is filled
in when the code is loaded.

    read_keys = table("prediction_keys", keys)      # when the module is imported
    read_keys()[slot]                               # in a kernel, or in plain Python
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import PLAIN

_KEPT: dict[str, NDArray[Any]] = {}  # compiled code does not count its references


def table(name: str, array: NDArray[Any]) -> Callable[[], NDArray[Any]]:
    """Return a function that returns the array, for kernels and plain Python. Names must differ, and so must arrays."""
    if name in _KEPT:
        raise ValueError(f"there is a table {name!r} already")
    kept = np.ascontiguousarray(array)
    kept.flags.writeable = False
    _KEPT[name] = kept
    return _plain_reader(kept) if PLAIN else _compiled_reader(f"tengen_table_{name}", kept)


def _plain_reader(array: NDArray[Any]) -> Callable[[], NDArray[Any]]:
    return lambda: array


def _compiled_reader(symbol: str, array: NDArray[Any]) -> Callable[[], NDArray[Any]]:
    from llvmlite import binding, ir
    from numba import types
    from numba.extending import intrinsic, overload
    from numba.np import numpy_support
    from numba.np.arrayobj import make_array, populate_array

    binding.add_symbol(symbol, array.ctypes.data)
    kind = types.Array(numpy_support.from_dtype(array.dtype), array.ndim, "C", readonly=True)

    @intrinsic
    def located(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            item = context.get_data_type(kind.dtype)
            block = builder.module.globals.get(symbol) or ir.GlobalVariable(builder.module, item, symbol)
            block.global_constant = True
            word = context.get_value_type(types.intp)
            found = make_array(kind)(context, builder)
            populate_array(
                found,
                data=block,
                shape=[ir.Constant(word, length) for length in array.shape],
                strides=[ir.Constant(word, length) for length in array.strides],
                itemsize=ir.Constant(word, array.itemsize),
                meminfo=None,
            )
            return found._getvalue()

        return kind(), generate

    def read() -> NDArray[Any]:
        return array

    @overload(read)
    def compiled_read() -> Any:
        return lambda: located()  # noqa: PLW0108  # Numba compiles functions, not intrinsics

    return read
