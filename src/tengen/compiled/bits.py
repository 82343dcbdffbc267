"""Counting the set bits of a word and finding the lowest one: a machine instruction each."""

from typing import Any

from tengen.compiled.jit import PLAIN
from tengen.compiled.word import u64

if PLAIN:

    def popcount(word: int) -> int:
        """Return the number of bits that are set."""
        return u64(int(word).bit_count())

    def trailing_zeros(word: int) -> int:
        """Return the index of the lowest bit that is set. The word must not be zero."""
        return u64((int(word) & -int(word)).bit_length() - 1)

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """Return the number of bits that are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate

    @intrinsic
    def trailing_zeros(typing_context: Any, word: Any) -> Any:
        """Return the index of the lowest bit that is set. The word must not be zero."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.uint64(types.uint64), generate
