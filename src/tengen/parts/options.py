"""Options: declared once, beside the technique that they tune, and rendered wherever a user meets them.

    class CaptureOptions(Options, frozen=True):
        \"\"\"Take a chain in atari.\"\"\"

        chance: Annotated[float, Meta(ge=0, le=1, description="probability that the rule is tried")] = 0.9

A group may hold other groups. ``knobs`` lists the leaves of such a tree under dotted names (``capture.chance``); the
command line, GTP, TOML and JSON files, and the documentation are written from that list alone. Numbers and
truth values also go into a record for compiled code (``to_record``), so that tuning never compiles anything again.
Words and lists decide what is compiled, and stay out of it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, cast, get_args, get_origin

import msgspec

from tengen.parts.names import unknown_name

if TYPE_CHECKING:
    import numpy as np

AnyOptions = TypeVar("AnyOptions", bound="Options")
NOTHING = "none"  # an empty list, or no file, where nothing cannot be typed
SCALARS: dict[Any, str] = {bool: "bool", int: "int64", float: "float64"}  # as NumPy names them


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every option group; every field has a default, and every leaf a description."""


class OptionError(ValueError):
    """A name or a value that is not valid; the message says what would be."""


class Knob(NamedTuple):
    """One leaf of an option tree, as every interface sees it."""

    name: str
    kind: Any
    """bool, int, float, str, tuple[str, ...] or a Literal of words."""
    value: Any
    meta: msgspec.Meta

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that are allowed, where only some are."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def text(self) -> str:
        """The value as a user types it."""
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return ",".join(self.value) if isinstance(self.value, tuple) else str(self.value)

    @property
    def type_name(self) -> str:
        """What kind of value it takes, in a word or two."""
        if self.choices:
            return "|".join(self.choices)
        names = {bool: "true|false", int: "integer", float: "number", str: "text"}
        return names.get(self.kind, "list")

    @property
    def range(self) -> str:
        """The numbers that are allowed, such as ``0 to 1`` or ``at least 1``; empty where all are."""
        low, high = self.meta.ge, self.meta.le
        if self.meta.gt is not None:
            return f"more than {self.meta.gt}"
        if low is not None and high is not None:
            return f"{low} to {high}"
        return f"at least {low}" if low is not None else f"at most {high}" if high is not None else ""

    @property
    def allowed(self) -> str:
        """What may be given, such as ``number, 0 to 1`` or ``true|false``."""
        return ", ".join(filter(None, [self.type_name, self.range]))


def knobs(options: Options, prefix: str = "") -> Iterator[Knob]:
    """List the leaves of an option tree, in the order of their declaration."""
    for field in msgspec.structs.fields(type(options)):
        value = getattr(options, field.name)
        name = prefix + field.name.replace("_", "-")
        if isinstance(value, Options):
            yield from knobs(value, name + ".")
        else:
            kind, meta = _kind_and_meta(field.type)
            yield Knob(name, kind, value, meta)


def _kind_and_meta(annotation: Any) -> tuple[Any, msgspec.Meta]:
    if get_origin(annotation) is not Annotated:
        raise TypeError(f"an option needs a description: Annotated[{annotation}, Meta(description=...)]")
    kind, *metas = get_args(annotation)
    return kind, metas[-1]


def knob(options: Options, name: str) -> Knob:
    """Return the leaf of a dotted name; raises OptionError and names the nearest if there is none."""
    found = {k.name: k for k in knobs(options)}
    wanted = name.strip().lower().replace("_", "-")
    if wanted not in found:
        raise OptionError(unknown_name("option", name, found))
    return found[wanted]


def with_value(options: AnyOptions, name: str, value: Any) -> AnyOptions:
    """Return the options with one leaf changed, the value as text or as its own type; raises OptionError."""
    leaf = knob(options, name)
    if isinstance(value, str) and value.strip().lower() == NOTHING and _may_be_empty(options, leaf):
        value = ""
    if isinstance(value, str) and get_origin(leaf.kind) is tuple:
        value = [word.strip() for word in value.split(",") if word.strip()]
    if isinstance(value, str) and leaf.kind is bool:
        value = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(value.lower(), value)
    try:
        checked = msgspec.convert(value, Annotated[leaf.kind, leaf.meta], strict=False)
    except msgspec.ValidationError:
        raise OptionError(f"{leaf.name}={_shown(value)} is not valid: {leaf.allowed}") from None
    return cast(AnyOptions, _replaced(options, leaf.name.replace("-", "_").split("."), checked))


def _may_be_empty(options: Options, leaf: Knob) -> bool:
    return get_origin(leaf.kind) is tuple or (leaf.kind is str and knob(type(options)(), leaf.name).value == "")


def _replaced(options: Options, path: list[str], value: Any) -> Options:
    head, *rest = path
    new = _replaced(getattr(options, head), rest, value) if rest else value
    return msgspec.structs.replace(options, **{head: new})


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """List the leaves of nested tables, as TOML and JSON files have them, under dotted names."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


class Settings:
    """Options together with where each value comes from: the defaults, a preset, a file, the command line, GTP."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.origins: dict[str, str] = {}

    def set(self, name: str, value: Any, origin: str) -> None:
        """Change one value; raises OptionError and changes nothing if name or value are not valid."""
        self.options = with_value(self.options, name, value)
        self.origins[knob(self.options, name).name] = origin

    def assign(self, assignment: str, origin: str) -> None:
        """Change one value by ``name=value``."""
        name, equals, value = assignment.partition("=")
        if not equals:
            raise OptionError(f"{assignment!r} is not of the form name=value")
        self.set(name, value, origin)

    def update(self, tree: Mapping[str, Any], origin: str) -> None:
        """Change the values that nested tables give; raises OptionError at the first bad one, and changes none."""
        trial = Settings(self.options)
        for name, value in flat(tree):
            trial.set(name, value, origin)
        self.options, self.origins = trial.options, self.origins | trial.origins

    def origin(self, name: str) -> str:
        """Return where a value comes from."""
        return self.origins.get(name, "default")


def record_layout(group: type[Options]) -> "np.dtype[Any]":
    """Return the NumPy type of a group's numbers and truth values, with a nested one for each group in it."""
    import numpy as np

    fields: list[tuple[str, Any]] = []
    for field in msgspec.structs.fields(group):
        kind = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
        if isinstance(kind, type) and issubclass(kind, Options):
            fields.append((field.name, record_layout(kind)))
        elif kind in SCALARS:
            fields.append((field.name, SCALARS[kind]))
    return np.dtype(fields or [("none", np.bool_)], align=True)


def to_record(options: Options) -> Any:
    """Return the numbers and truth values of an option tree as a record for compiled code."""
    import numpy as np

    record = np.zeros(1, record_layout(type(options))).view(np.recarray)[0]
    _fill(record, options)
    return record


def _fill(record: Any, options: Options) -> None:
    for name in record.dtype.names:
        value = getattr(options, name, False)
        if isinstance(value, Options):
            _fill(record[name], value)
        else:
            record[name] = value


def to_toml(settings: Settings) -> str:
    """Return the options as a TOML file with a comment for each, ready to be edited."""
    lines = []
    for leaf in knobs(settings.options):
        value = list(leaf.value) if isinstance(leaf.value, tuple) else leaf.value
        lines += [
            f"# {leaf.meta.description} ({leaf.allowed})",
            f"{leaf.name} = {msgspec.json.encode(value).decode()}",
            "",
        ]
    return "\n".join(lines)


def read_toml(text: str, where: str) -> dict[str, Any]:
    """Return the tables of a TOML file; raises OptionError with the place of a mistake."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{where}: {_lower_first(str(error))}") from None


def json_schema(options: Options) -> dict[str, Any]:
    """Return the JSON schema of an option tree."""
    return msgspec.json.schema(type(options))


def to_markdown(options: Options) -> str:
    """Return the page of options: one table row each."""
    rows = ["| option | default | allowed | meaning |", "| --- | --- | --- | --- |"]
    for leaf in knobs(options):
        allowed = leaf.allowed.replace("|", " or ")
        rows.append(f"| `{leaf.name}` | {leaf.text or '(none)'} | {allowed} | {leaf.meta.description} |")
    return "\n".join(rows)


def to_help(settings: Settings) -> str:
    """Return the options for the command line: ``--set name=value`` with meaning, range and where the value is from."""
    lines = []
    for leaf in knobs(settings.options):
        lines.append(f"{leaf.name}={leaf.text}  [{leaf.allowed}; {settings.origin(leaf.name)}]")
        lines.append(f"    {leaf.meta.description}")
    return "\n".join(lines)


def to_gogui(options: Options) -> str:
    """Return the options in the form of GoGui's ``param`` commands: ``[type] name value`` a line."""
    lines = []
    for leaf in knobs(options):
        kind = "bool" if leaf.kind is bool else "list/" + "/".join(leaf.choices) if leaf.choices else "string"
        lines.append(f"[{kind}] {leaf.name} {int(leaf.value) if leaf.kind is bool else leaf.text}")
    return "\n".join(lines)
