"""Declare a compiled structure once: the class body is its type, its documentation and its memory layout.

    class Pair(Record):
        total: Annotated[int, np.uint64]  # a scalar
        counts: Annotated[NDArray[np.uint16], "points"]  # an array; its length is a named dimension
        rng: Rng  # another record, inside this one

    pair = Pair.new(points=121)

At run time an instance is a ``numpy.record``: one block of memory that compiled functions receive as a
pointer, that is copied in one assignment, and that plain Python reads field by field. A named dimension
makes the length part of the type, so that the compiler unrolls loops over it and each board size gets
code of its own from the same functions. Annotations must stand in the class body as they are: a module
that declares records does not import ``annotations`` from ``__future__``.
"""

from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray


class Record:
    """Base of the structures that compiled code works on. Subclasses declare fields and have no methods."""

    fields_declared: ClassVar[dict[str, tuple[Any, tuple[str | int, ...]]]]
    """Of each field: its scalar type or record class, and its shape."""

    def __init_subclass__(cls) -> None:
        """Read the field declarations; raises TypeError for a name or a type that compiled code cannot use."""
        cls.fields_declared = {}
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is ClassVar:
                continue
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name}: numpy.record has an attribute of that name")
            cls.fields_declared[name] = _parse_field(f"{cls.__name__}.{name}", hint)

    @classmethod
    def layout(cls, **dimensions: int) -> np.dtype[Any]:
        """Return the NumPy type of an instance, with each named dimension given a length."""
        return _layout(cast(Any, cls), tuple(sorted(dimensions.items())))

    @classmethod
    def array(cls, count: int, **dimensions: int) -> "NDArray[Any]":
        """Return a row of zeroed instances, one after the other in memory."""
        return np.zeros(count, cls.layout(**dimensions)).view(np.recarray)

    @classmethod
    def new(cls, **dimensions: int) -> Self:
        """Return one zeroed instance."""
        return cast(Self, cls.array(1, **dimensions)[0])


AnyRecord = TypeVar("AnyRecord", bound=Record)


def copy_of(record: AnyRecord) -> AnyRecord:
    """Return an independent copy; ``record.copy()`` would be a NumPy scalar without named fields."""
    row = np.zeros(1, cast(Any, record).dtype).view(np.recarray)  # the bytes between fields are not copied
    row[0] = record
    return cast(AnyRecord, row[0])


def _parse_field(where: str, hint: Any) -> tuple[Any, tuple[str | int, ...]]:
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint, ()
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{where}: declare it as Annotated[int, np.uint16] or Annotated[NDArray[...], 'points']")
    kind, *details = get_args(hint)
    if get_origin(kind) is np.ndarray:
        (scalar,) = get_args(get_args(kind)[1])
        return scalar, tuple(details)
    return details[0], ()


@cache
def _layout(cls: Any, dimensions: tuple[tuple[str, int], ...]) -> np.dtype[Any]:
    lengths: dict[str | int, int] = dict(dimensions)
    fields = []
    for name, (kind, shape) in cls.fields_declared.items():
        inner = _layout(kind, dimensions) if issubclass(kind, Record) else kind
        fields.append((name, inner, tuple(lengths.get(d, d) for d in shape)))
    return np.dtype(fields, align=True)
