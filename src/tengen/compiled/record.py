"""Record types: a class body declares the fields of a structure for compiled code and its memory layout.

    class Pair(Record):
        total: Annotated[int, np.uint64]  # a scalar
        counts: Annotated[NDArray[np.uint16], "points"]  # an array; its length is a named dimension
        rng: Rng  # another record, inside this one

    pair = Pair.new(points=121)

At run time an instance is a ``numpy.record``: one block of memory. Compiled functions receive a pointer to it, one
assignment copies it, and plain Python reads and writes its fields. A named dimension makes the length part of the
type: the compiler knows the length of loops over it, and each board size gets compiled code of its own from the same
functions. A module that declares records must not import ``annotations`` from ``__future__``.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

PADDED_TO = 16  # bytes: a multiple of every field's alignment
Field: TypeAlias = tuple[Any, tuple[str | int, ...]]
"""A scalar type or record class, and a shape of numbers and named dimensions."""


class Record:
    """Base class of record types. Subclasses declare fields and have no methods."""

    fields_declared: ClassVar[dict[str, Field]]
    """For each field: its scalar type or record class, and its shape."""
    least_bytes: ClassVar[int | None] = None
    """If given, the layout has at least this many bytes, and always a multiple of ``PADDED_TO``."""

    def __init_subclass__(cls) -> None:
        """Read the field declarations; raises TypeError for a name or a type that a record cannot have."""
        cls.fields_declared = {}
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is ClassVar:
                continue
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name}: numpy.record has an attribute of that name")
            cls.fields_declared[name] = _parse_field(f"{cls.__name__}.{name}", hint)

    @classmethod
    def layout(cls, **dimensions: int) -> np.dtype[Any]:
        """Return the NumPy type of an instance for the given lengths of the named dimensions."""
        return _layout(cast(Any, cls), tuple(sorted(dimensions.items())))

    @classmethod
    def array(cls, count: int, **dimensions: int) -> "NDArray[Any]":
        """Return an array of zeroed instances."""
        return np.zeros(count, cls.layout(**dimensions)).view(np.recarray)

    @classmethod
    def new(cls, **dimensions: int) -> Self:
        """Return one zeroed instance."""
        return cast(Self, cls.array(1, **dimensions)[0])


AnyRecord = TypeVar("AnyRecord", bound=Record)


def copy_of(record: AnyRecord) -> AnyRecord:
    """Return an independent copy; ``record.copy()`` would return a NumPy scalar without named fields."""
    row = np.zeros(1, cast(Any, record).dtype).view(np.recarray)  # the bytes between fields are not copied
    row[0] = record
    return cast(AnyRecord, row[0])


def combined(name: str, base: type[AnyRecord], *parts: type[Record], least_bytes: int = PADDED_TO) -> type[AnyRecord]:
    """Return a record class with the fields of several: those of ``base`` first, then those of each part in order.

    The layout is padded to ``least_bytes``, or to a multiple of 16 bytes if the fields need more. A class that is named
    twice counts once, and so does a field that two classes declare alike; raises TypeError if they differ. The same
    arguments always give the same class.
    """
    return cast(type[AnyRecord], _combined(name, tuple(dict.fromkeys((base, *parts))), least_bytes))


@cache
def _combined(name: str, classes: tuple[type[Record], ...], least_bytes: int) -> type[Record]:
    fields: dict[str, Field] = {}
    declared_by: dict[str, type[Record]] = {}
    for cls in classes:
        for field, declaration in cls.fields_declared.items():
            first = declared_by.setdefault(field, cls)
            if fields.setdefault(field, declaration) != declaration:
                raise TypeError(
                    f"{name}.{field}: {first.__name__} declares it as {_describe(fields[field])}, "
                    f"{cls.__name__} as {_describe(declaration)}"
                )
    record: type[Record] = type(name, (classes[0],), {"least_bytes": least_bytes})
    record.fields_declared = fields
    return record


def _describe(field: Field) -> str:
    kind, shape = field
    return f"{kind.__name__}{list(shape) if shape else ''}"


def _parse_field(where: str, hint: Any) -> Field:
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
    layout = np.dtype(fields, align=True)
    return layout if cls.least_bytes is None else _padded(layout, cls.least_bytes)


def _padded(layout: np.dtype[Any], least_bytes: int) -> np.dtype[Any]:
    fields: Mapping[str, Any] = layout.fields or {}
    return np.dtype(
        {
            "names": list(fields),
            "formats": [kind for kind, *_ in fields.values()],
            "offsets": [offset for _, offset, *_ in fields.values()],
            "itemsize": -(-max(layout.itemsize, least_bytes) // PADDED_TO) * PADDED_TO,
        },
        align=True,
    )
