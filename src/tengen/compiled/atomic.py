"""Atomic addition and compare-and-swap on the fields of records that several threads share.

``add_to(record, "visits", amount)`` and ``swap_in(record, "lock", expected, new)`` work on a scalar field. Both are one
machine instruction. Additions to different fields may become visible to other threads in any order; ``swap_in`` is a
memory barrier (acquire and release), so use it to publish what was written before.
"""

from typing import Any

from tengen.compiled.jit import PLAIN

if PLAIN:

    def add_to(record: Any, field: str, amount: Any) -> Any:
        """Add to a field and return its value before the addition."""
        before = record[field]
        record[field] = before + amount
        return before

    def swap_in(record: Any, field: str, expected: Any, new: Any) -> bool:
        """Write a new value if the field has the expected one; return whether it did."""
        if record[field] != expected:
            return False
        record[field] = new
        return True

else:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    def _pointer(context: Any, builder: Any, record_type: Any, record: Any, field: str) -> Any:
        kind = context.get_data_type(record_type.typeof(field))
        return cgutils.get_record_member(builder, record, record_type.offset(field), kind)

    @intrinsic(prefer_literal=True)
    def add_to(typing_context: Any, record: Any, field: Any, amount: Any) -> Any:
        """Add to a field and return its value before the addition."""
        kind = record.typeof(field.literal_value)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _pointer(context, builder, record, arguments[0], field.literal_value)
            operation = "fadd" if isinstance(kind, types.Float) else "add"
            return builder.atomic_rmw(operation, place, arguments[2], "monotonic")

        return kind(record, field, kind), generate

    @intrinsic(prefer_literal=True)
    def swap_in(typing_context: Any, record: Any, field: Any, expected: Any, new: Any) -> Any:
        """Write a new value if the field has the expected one; return whether it did."""
        kind = record.typeof(field.literal_value)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _pointer(context, builder, record, arguments[0], field.literal_value)
            swapped = builder.cmpxchg(place, arguments[2], arguments[3], "acq_rel", "acquire")
            return builder.extract_value(swapped, 1)

        return types.boolean(record, field, kind, kind), generate
