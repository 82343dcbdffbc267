"""Operations on memory: copy a record over another, copy its first fields, clear one; arrays without an owner."""

from typing import Any

from tengen.compiled.jit import PLAIN

if PLAIN:

    def assign(target: Any, source: Any) -> None:
        """Overwrite a record with another of the same type."""
        for name in source.dtype.names:
            target[name] = source[name]

    def assign_before(target: Any, source: Any, field: str) -> None:
        """Overwrite all fields before the named one."""
        for name in source.dtype.names[: source.dtype.names.index(field)]:
            target[name] = source[name]

    def wipe(target: Any) -> None:
        """Set every field of a record to zero."""
        for name in target.dtype.names:
            target[name] = 0

    def unowned(array: Any) -> Any:
        """Return the same array; in compiled code one whose references are not counted."""
        return array

else:
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def _require_same_record(target: Any, source: Any) -> None:
        if not isinstance(target, types.Record) or target != source:
            raise TypingError(f"only a record of the same type can be copied over a record, not {source} over {target}")

    @intrinsic
    def assign(typing_context: Any, target: Any, source: Any) -> Any:
        """Overwrite a record with another of the same type."""
        _require_same_record(target, source)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            count = cgutils.intp_t(signature.args[0].size)
            cgutils.raw_memcpy(builder, *arguments, count, itemsize=1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    @intrinsic(prefer_literal=True)
    def assign_before(typing_context: Any, target: Any, source: Any, field: Any) -> Any:
        """Overwrite all fields before the named one."""
        _require_same_record(target, source)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            count = cgutils.intp_t(target.offset(field.literal_value))
            cgutils.raw_memcpy(builder, arguments[0], arguments[1], count, itemsize=1)
            return context.get_dummy_value()

        return types.void(target, source, field), generate

    @intrinsic
    def wipe(typing_context: Any, target: Any) -> Any:
        """Set every field of a record to zero."""
        if not isinstance(target, types.Record):
            raise TypingError(f"only a record can be wiped, not {target}")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            cgutils.memset(builder, arguments[0], cgutils.intp_t(signature.args[0].size), 0)
            return context.get_dummy_value()

        return types.void(target), generate

    @intrinsic
    def unowned(typing_context: Any, array: Any) -> Any:
        """Return the same array without its owner, so that references to it are not counted.

        Counting takes a few percent of a search. For arrays that Python gave to the kernel, and so keeps alive while it
        runs; the result must not be kept longer.
        """
        if not isinstance(array, types.Array):
            raise TypingError(f"only an array has an owner, not {array}")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = make_array(signature.args[0])(context, builder, value=arguments[0])
            for owner in ("meminfo", "parent"):
                setattr(found, owner, cgutils.get_null_value(getattr(found, owner).type))
            return found._getvalue()

        return array(array), generate
