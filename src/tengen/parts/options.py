"""Options: each is declared once, beside the technique that it tunes, and every interface is generated from that.

    class CaptureOptions(Options, frozen=True):
        \"\"\"Take a chain in atari.\"\"\"

        chance: Annotated[float, Meta(ge=0, le=1, description="probability that the rule is tried")] = 0.9

A group may contain other groups. ``knobs`` lists the leaves of such a tree under dotted names (``capture.chance``); the
command line, GTP, TOML and JSON files and the documentation are generated from that list alone. Compiled code reads a
record of the options (``to_record``): numbers, truth values, and for a choice of words the index of the chosen word.
Changing these compiles nothing. Texts and lists of parts decide what is compiled, and are not in the record.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Self, TypeVar, cast, get_args, get_origin

import msgspec

from tengen.parts.names import unknown_name

if TYPE_CHECKING:
    import numpy as np

AnyOptions = TypeVar("AnyOptions", bound="Options")
NOTHING = "none"  # what a user types for an empty list, or for no file
SCALARS: dict[Any, str] = {bool: "bool", int: "int64", float: "float64"}  # names of NumPy types


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every option group; every field has a default, and every leaf a description."""

    def completed(self) -> Self:
        """Return these options with a group added for each user's part that they name."""
        return self

    def check(self) -> None:
        """Raise OptionError if values of this group contradict each other. Called after all options are set."""


class OptionError(ValueError):
    """An unknown name or an invalid value; the message says what is valid."""


class Knob(NamedTuple):
    """One option (a leaf of an option tree), as every interface sees it."""

    name: str
    kind: Any
    """bool, int, float, str, tuple[str, ...] or a Literal of words."""
    value: Any
    meta: msgspec.Meta

    @property
    def choices(self) -> tuple[str, ...]:
        """The allowed words; empty if the option is not a choice of words."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def text(self) -> str:
        """The value as a user would type it."""
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return ",".join(self.value) if isinstance(self.value, tuple) else str(self.value)

    @property
    def type_name(self) -> str:
        """The type of its value, in a word or two."""
        if self.choices:
            return "|".join(self.choices)
        names = {bool: "true|false", int: "integer", float: "number", str: "text"}
        return names.get(self.kind, "list")

    @property
    def range(self) -> str:
        """The allowed numbers, such as ``0 to 1`` or ``at least 1``; empty if all are allowed."""
        low, high = self.meta.ge, self.meta.le
        if self.meta.gt is not None:
            return f"more than {self.meta.gt}"
        if low is not None and high is not None:
            return f"{low} to {high}"
        return f"at least {low}" if low is not None else f"at most {high}" if high is not None else ""

    @property
    def allowed(self) -> str:
        """The allowed values, such as ``number, 0 to 1`` or ``true|false``."""
        return ", ".join(filter(None, [self.type_name, self.range]))


def knobs(options: Options, prefix: str = "") -> Iterator[Knob]:
    """List the leaves of an option tree, in the order of their declaration."""
    for attribute, name, annotation in _declared(type(options)):
        value = getattr(options, attribute)
        if isinstance(value, Options):
            yield from knobs(value, f"{prefix}{name}.")
        else:
            kind, meta = _kind_and_meta(annotation)
            yield Knob(prefix + name, kind, value, meta)


@lru_cache(maxsize=1000)  # msgspec looks through all base classes each time
def _declared(group: type[Options]) -> tuple[tuple[str, str, Any], ...]:
    """Return for each field of a group its attribute, its name as a user types it, and its annotation."""
    fields = msgspec.structs.fields(group)
    return tuple((field.name, field.name.replace("_", "-"), field.type) for field in fields)


@lru_cache(maxsize=1000)
def _kind_and_meta(annotation: Any) -> tuple[Any, msgspec.Meta]:
    if get_origin(annotation) is not Annotated:
        raise TypeError(f"an option needs a description: Annotated[{annotation}, Meta(description=...)]")
    kind, *metas = get_args(annotation)
    return kind, metas[-1]


def knob(options: Options, name: str) -> Knob:
    """Return the option of a dotted name; for an unknown name raises OptionError, which suggests the nearest."""
    found = _found(options, _as_declared(name))
    if found is None:
        names = [leaf.name for leaf in knobs(options)]
        raise OptionError(unknown_name("option", name, names, lister="tengen show options"))
    return found


def _as_declared(name: str) -> str:
    """Return the dotted name of an option as it is declared, for one that a user has typed."""
    return name.strip().lower().replace("_", "-")


def _found(options: Options, name: str, prefix: str = "") -> Knob | None:
    """Return the leaf of a dotted name; None if there is none."""
    first, _, rest = name.partition(".")
    for attribute, declared, annotation in _declared(type(options)):
        if declared != first:
            continue
        value = getattr(options, attribute)
        if isinstance(value, Options):
            return _found(value, rest, f"{prefix}{first}.")
        kind, meta = _kind_and_meta(annotation)
        return None if rest else Knob(prefix + first, kind, value, meta)
    return None


def is_list(options: Options, name: str) -> bool:
    """Return whether a dotted name is that of an option whose value is a list of names."""
    found = _found(options, _as_declared(name))
    return found is not None and get_origin(found.kind) is tuple


def with_value(options: AnyOptions, name: str, value: Any) -> AnyOptions:
    """Return the options with one of them set to a value, given as text or in its own type; raises OptionError."""
    leaf = knob(options, name)
    if isinstance(value, str) and value.strip().lower() == NOTHING and _may_be_empty(options, leaf):
        value = ""
    if get_origin(leaf.kind) is tuple:
        words = value.split(",") if isinstance(value, str) else value
        if isinstance(words, list | tuple):
            value = changed_list(leaf, [str(word).strip() for word in words if str(word).strip()])
    if isinstance(value, str) and leaf.kind is bool:
        value = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(value.lower(), value)
    try:
        checked = msgspec.convert(value, Annotated[leaf.kind, leaf.meta], strict=False)
    except msgspec.ValidationError:
        raise OptionError(f"{leaf.name}={_shown(value)} is not valid: {leaf.allowed}") from None
    return cast(AnyOptions, _replaced(options, leaf.name.replace("-", "_").split("."), checked))


def changed_list(leaf: Knob, words: list[str]) -> list[str]:
    """Return the new value of a list option: the words, or its present value with ``+name`` added, ``-name`` removed.

    Raises OptionError if words with and without a sign are mixed.
    """
    if not any(word[0] in "+-" for word in words):
        return words
    if not all(word[0] in "+-" for word in words):
        raise OptionError(f"{leaf.name}={','.join(words)}: give either the whole list, or only +name and -name")
    names = list(leaf.value)
    for sign, name in ((word[0], word[1:].strip()) for word in words):
        key = name if "/" in name or name.endswith(".py") else name.replace("-", "_")
        if sign == "+" and f"-{key}" in names:
            names.remove(f"-{key}")  # back to its place in the policy
        elif sign == "+":
            names += [] if key in names else [key]
        elif key in names:
            names.remove(key)
        else:
            names.append(f"-{key}")  # it may come with the word ``policy``: ``Family.listed`` removes it
    return names


def all_groups(options: Options) -> Iterator[Options]:
    """Yield a group and all groups in it."""
    yield options
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if isinstance(value, Options):
            yield from all_groups(value)


def completed(options: AnyOptions) -> AnyOptions:
    """Return options with a group added for each user's part that they or their groups name."""
    groups = {name: getattr(options, name) for name in options.__struct_fields__}
    changed = {name: completed(value) for name, value in groups.items() if isinstance(value, Options)}
    return msgspec.structs.replace(options, **changed).completed()


def check_all(options: Options) -> None:
    """Raise OptionError if values in any of the groups contradict each other."""
    for group in all_groups(options):
        group.check()


def places(words: Any) -> tuple[Any, ...]:
    """Return the index of each word of a ``Literal``: compiled code knows the chosen word of an option by its index."""
    return tuple(range(len(get_args(words))))


def _may_be_empty(options: Options, leaf: Knob) -> bool:
    return get_origin(leaf.kind) is tuple or (leaf.kind is str and knob(type(options)(), leaf.name).value == "")


def _replaced(options: Options, path: list[str], value: Any) -> Options:
    head, *rest = path
    new = _replaced(getattr(options, head), rest, value) if rest else value
    return msgspec.structs.replace(options, **{head: new})


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """List the leaves of nested tables, as TOML and JSON files have them, under dotted names."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def record_layout(options: Options) -> "np.dtype[Any]":
    """Return the NumPy type of the record of options, with a nested type for each group."""
    import numpy as np

    fields: list[tuple[str, Any]] = []
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        kind = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
        if isinstance(value, Options):
            fields.append((field.name, record_layout(value)))
        elif kind in SCALARS:
            fields.append((field.name, SCALARS[kind]))
        elif get_origin(kind) is Literal:
            fields.append((field.name, SCALARS[int]))
    return np.dtype(fields or [("none", np.bool_)], align=True)


def to_record(options: Options) -> Any:
    """Return the options as a record for compiled code: numbers, truth values, and words as indices."""
    import numpy as np

    row = np.zeros(1, (kept := _kept_record(options)).dtype).view(np.recarray)
    row[0] = kept
    return row[0]


@lru_cache(maxsize=64)
def _kept_record(options: Options) -> Any:
    """Return the record of options, to be copied. It takes milliseconds, and judging a position makes six searches."""
    import numpy as np

    record = np.zeros(1, record_layout(options)).view(np.recarray)[0]
    _fill(record, options)
    return record


def _fill(record: Any, options: Options) -> None:
    for name in record.dtype.names:
        value = getattr(options, name, False)
        if isinstance(value, Options):
            _fill(record[name], value)
        else:
            record[name] = _place(options, name, value) if isinstance(value, str) else value


def _place(options: Options, name: str, word: str) -> int:
    """Return the index of a word among the choices of an option."""
    (kind,) = (field.type for field in msgspec.structs.fields(options) if field.name == name)
    return get_args(get_args(kind)[0]).index(word)
