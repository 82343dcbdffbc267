"""TOML files with helpful errors: a mistake is reported with its file, its line, and the nearest valid name.

document = TomlDocument(text, "m.toml")
table = document.read(PairingTable, "pairings", 0)     # a msgspec struct
raise document.mistake("the board is too small", "pairings", 0, "size")
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, flat

AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)
Key = str | int
"""A key of a table, or an index in an array."""

_KEY = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_TOKEN = re.compile(
    rf"""(?P<key>{_DOTTED})\s*=
    |(?P<long>\"{{3}}|'{{3}})
    |"(?:[^"\\]|\\.)*"|'[^']*'
    |(?P<comment>\#.*)
    |(?P<brace>[{{}}])
    |\w+|.""",
    re.VERBOSE,
)


class ConfigError(OptionError):
    """A mistake in a TOML file, or in such tables given by a program; the message says where and what is valid."""


def read_document(path: Path) -> "TomlDocument":
    """Return the document of a file; raises ConfigError if it is not valid TOML, or OSError."""
    try:
        return TomlDocument(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: the file is not UTF-8 text") from None


class TomlDocument:
    """The tables of a TOML text, and the line of each key."""

    def __init__(self, text: str, file: str) -> None:
        """Parse a text; ``file`` names it in messages. Raises ConfigError if it is not valid TOML."""
        self.file = file
        try:
            self.tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{file}: {_lower_first(str(error))}") from None
        self._text = text

    @classmethod
    def of_tables(cls, tables: Mapping[str, Any], name: str) -> "TomlDocument":
        """Return a document of tables that a program gives instead of a file; its errors have no line."""
        document = cls("", name)
        document.tables = dict(tables)
        return document

    def read(self, kind: type[AnyStruct], *keys: Key) -> AnyStruct:
        """Return the table at a path of keys as a struct; raises ConfigError for an unknown key or a wrong value."""
        return self.convert(self._value(keys), kind, *keys)

    def convert(self, table: Any, kind: type[AnyStruct], *keys: Key) -> AnyStruct:
        """Return a table, which is or would be at a path of keys, as a struct; raises ConfigError."""
        if not isinstance(table, Mapping):
            raise self.mistake("this must be a table", *keys)
        self._check_names(table, msgspec.inspect.type_info(kind), keys)
        try:
            return msgspec.convert(table, kind)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at ")
            inner = _steps(place)
            key = ".".join(map(str, inner))
            raise self.mistake(f"{key}: {message}" if key else _lower_first(message), *keys, at=inner) from None

    def expect_names(self, valid: Iterable[str], *keys: Key) -> None:
        """Raise ConfigError, with the nearest valid name, if the table at a path of keys has another key."""
        valid = list(valid)
        for name in self._value(keys):
            if name not in valid:
                raise self.mistake(unknown_name("key", name, valid), *keys, at=[name])

    def _value(self, keys: tuple[Key, ...]) -> Any:
        value: Any = self.tables
        for step in keys:
            value = value[step]
        return value

    def mistake(self, message: str, *keys: Key, at: Iterable[Key] = ()) -> ConfigError:
        """Return the error for a table; ``at`` are further keys, from the table to the value to point at."""
        line = self._line((*keys, *at))
        where = f"{self.file}, line {line}" if line else self.file
        place = ".".join(str(step + 1) if isinstance(step, int) else step for step in keys)
        return ConfigError(f"{where}: {place}: {message}" if place else f"{where}: {message}")

    def option_mistake(self, error: Exception, *keys: Key, at: Iterable[Key] = ()) -> ConfigError:
        """Return the error for a table of options; it points at the option that the message names."""
        names = [name for name, _ in flat(self._value((*keys, *at)))]
        wrong = next((name for name in names if name in str(error)), "")
        return self.mistake(str(error), *keys, at=[*at, wrong])

    def _line(self, keys: tuple[Key, ...]) -> int | None:
        """Return the line of a key, or of the nearest table around it that has one."""
        lines: dict[str, int] = {}
        for key, line in _lines_of_keys(self._text):
            lines.setdefault(key, line)
        return next((lines[key] for n in range(len(keys), 0, -1) if (key := _joined(keys[:n])) in lines), None)

    def _check_names(self, value: Any, kind: msgspec.inspect.Type, keys: tuple[Key, ...]) -> None:
        """Raise ConfigError for the first key, at any depth, that its struct does not have."""
        match kind:
            case msgspec.inspect.StructType() if isinstance(value, Mapping):
                fields = {field.encode_name: field.type for field in kind.fields}
                for name, inner in value.items():
                    if name not in fields:
                        raise self.mistake(unknown_name("key", name, fields), *keys, at=[name])
                    self._check_names(inner, fields[name], (*keys, name))
            case msgspec.inspect.UnionType():
                for one in kind.types:
                    self._check_names(value, one, keys)
            case msgspec.inspect.DictType() if isinstance(value, Mapping):
                for name, inner in value.items():
                    self._check_names(inner, kind.value_type, (*keys, name))
            case msgspec.inspect.ListType() | msgspec.inspect.VarTupleType() if isinstance(value, list | tuple):
                for index, inner in enumerate(value):
                    self._check_names(inner, kind.item_type, (*keys, index))


def _lines_of_keys(text: str) -> Iterator[tuple[str, int]]:
    """Yield the dotted path of each key and table of a TOML text, with the number of its line from 1."""
    table: tuple[Key, ...] = ()
    arrays: dict[str, int] = {}
    scopes: list[tuple[Key, ...]] = []  # of the inline tables around the current place
    key: tuple[Key, ...] = ()
    quotes = ""  # those that end the string of several lines that the current place is in
    for number, line in enumerate(text.splitlines(), start=1):
        if not quotes and not scopes and (header := _HEADER.match(line)):
            table = _in_arrays(_parts(header[2]), arrays)
            if header[1] == "[[":
                yield _joined(table), number
                arrays[_joined(table)] = arrays.get(_joined(table), -1) + 1
                table = (*table, arrays[_joined(table)])
            yield _joined(table), number
            continue
        place = 0
        while token := _TOKEN.match(line, place):
            place = token.end()
            if quotes:
                quotes = "" if token["long"] == quotes else quotes
            elif token["long"]:
                quotes = token["long"]
            elif token["key"]:
                key = (*(scopes[-1] if scopes else table), *_parts(token["key"]))
                yield _joined(key), number
            elif token["brace"] == "{":
                scopes.append(key)
            elif token["brace"] and scopes:
                scopes.pop()


def _in_arrays(keys: tuple[str, ...], arrays: Mapping[str, int]) -> tuple[Key, ...]:
    """Return the keys of a header, with the index of the last table after each array of tables."""
    found: tuple[Key, ...] = ()
    for step in keys[:-1]:
        found = (*found, step)
        if _joined(found) in arrays:
            found = (*found, arrays[_joined(found)])
    return (*found, keys[-1])


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))


def _joined(keys: Iterable[Key]) -> str:
    return ".".join(map(str, keys))


def _steps(place: str) -> list[Key]:
    """Return the keys of a place as msgspec writes it, such as ``$.time.main`` or ``$.players[0]``."""
    steps: list[Key] = []
    for name, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", place):
        steps.append(name or int(index))
    return steps


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
