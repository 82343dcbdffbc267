"""Families of parts. A part is one technique: a file in its family's folder, or a user's file, found by name.

A part's module has a docstring whose first line says what the part does, at most one ``Options`` group, and functions
with the names of the hooks that it uses (see ``parts.hooks``). It may also define

    NEEDS = ("amaf",)                parts that it needs; they are included even if the user does not list them
    AFTER, BEFORE = ("rave",), ()    parts that must be called before it, and parts that must be called after it
    CONFLICTS = {"zone": "reason"}   parts that it cannot be combined with, and why

It may extend the records of the template, to add fields to each node, thread or tree, and it may define a
``Companion`` for its work in plain Python. No code that assembles or calls parts knows one of them by name.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from tengen.parts.assemble import adopt
from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, Options

AnyOptions = TypeVar("AnyOptions", bound=Options)
OWN_FILE = ".py"  # a name that ends so is the path of a user's part
FROM_POLICY = "policy"  # in a list of names: use the policy's own parts


class Part(NamedTuple):
    """One part: its module, and its place in a family."""

    name: str
    module: ModuleType
    family: str
    """The family's name, such as ``term``."""
    group: str
    """Dotted name of the option group that contains its own group, such as ``tree``."""
    kernel: str
    """Name of the hook that every part of the family uses; empty if there is none."""
    file: str
    """Path of its file, for error messages."""
    is_listed: bool = True
    """Whether the user named it; False if it is included only because another part needs it."""

    @property
    def options(self) -> type[Options] | None:
        """Its group of options; None if it has none."""
        groups = [v for v in vars(self.module).values() if isinstance(v, type) and issubclass(v, Options)]
        own = [group for group in groups if group.__module__ == self.module.__name__]
        return own[0] if own else None

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (self.module.__doc__ or "").strip().partition("\n")[0]

    @property
    def is_own(self) -> bool:
        """Whether it is a user's part, and not one that comes with tengen."""
        return not self.package.startswith("tengen.")

    @property
    def path(self) -> str:
        """The dotted name of its group of options."""
        return f"{self.group}.{self.name}"

    @property
    def package(self) -> str:
        """The package of its module."""
        return self.module.__name__.rpartition(".")[0]

    @property
    def module_name(self) -> str:
        """The name of its module in that package."""
        return self.module.__name__.rpartition(".")[2]

    @property
    def alias(self) -> str:
        """The name of its module in assembled code."""
        return f"{self.name}_{self.family}"

    def classes(self, base: type) -> list[type]:
        """Return the subclasses of a class that this part's module defines."""
        found = [v for v in vars(self.module).values() if isinstance(v, type) and issubclass(v, base) and v is not base]
        return [cls for cls in found if cls.__module__ == self.module.__name__]

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the parts that it needs."""
        return tuple(getattr(self.module, "NEEDS", ()))

    @property
    def conflicts(self) -> Mapping[str, str]:
        """The names of the parts that it cannot be combined with, and why."""
        return cast("Mapping[str, str]", getattr(self.module, "CONFLICTS", {}))


class Family:
    """The parts of one folder, and users' parts of the same kind."""

    def __init__(
        self,
        name: str,
        package: str,
        group: str,
        *,
        kernel: str = "",
        title: str = "",
        listed_in: str = "",
        pages: str = "",
    ) -> None:
        self.name = name
        self.title = title or name
        self.package = package
        self.group = group
        self.kernel = kernel
        self.listed_in = listed_in
        """The option that lists its parts; empty if its parts are included only where others need them."""
        self.pages = pages
        """The folder of its parts' pages below ``docs/techniques``; empty if they are in that folder itself."""
        self.others: tuple[Family, ...] = ()
        """Families whose names a user may look for here."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all parts that come with tengen, sorted."""
        return tuple(sorted(m.name for m in iter_modules(import_module(self.package).__path__)))

    def page(self, name: str) -> str:
        """Return the path of a part's page below ``docs``; empty for a user's part."""
        return "/".join(filter(None, ["techniques", self.pages, f"{name}.md"])) if name in self.names else ""

    def part(self, name: str) -> Part:
        """Return a part by its name, or by the path of a user's file, which ends in ``.py``.

        Raises OptionError for an unknown name (and suggests the nearest), and for a file that is not such a part.
        """
        if name.strip().endswith(OWN_FILE):
            return self._own_part(name.strip())
        key = name.strip().lower().replace("-", "_")
        if key not in self.names:
            raise OptionError(self._unknown(name, key))
        module = import_module(f"{self.package}.{key}")
        return Part(key, module, self.name, self.group, self.kernel, module.__file__ or key)

    def _unknown(self, name: str, key: str) -> str:
        """Return the message for an unknown name: the list that has it, if another family does, else the nearest."""
        for other in self.others:
            if key in other.names:
                where = f"name it in {other.listed_in}" if other.listed_in else "it is counted if a part needs it"
                return f"{name!r} is not a {self.title} but a {other.title}: {where}"
        return unknown_name(self.title, name, self.names)

    def _own_part(self, path: str) -> Part:
        stem = Path(path).stem
        if not re.fullmatch(r"[a-z][a-z0-9_]*", stem):
            raise OptionError(f"{path}: a part's file name may have only lower-case letters, digits and underscores")
        if stem in self.names:
            raise OptionError(f"{path}: tengen has a {self.title} {stem!r} already; rename the file")
        module = adopt(Path(path), self.title)
        if self.kernel and not callable(getattr(module, self.kernel, None)):
            raise OptionError(f"{path} is not a {self.title}: it has no function {self.kernel}")
        if not module.__doc__:
            raise OptionError(f"{path} needs a docstring whose first line says what the part does")
        return Part(stem, module, self.name, self.group, self.kernel, path)

    def listed(self, names: Iterable[str], own: Sequence[str] = ()) -> list[Part]:
        """Return the parts of a list of names; ``policy`` stands for the names in ``own``, ``-name`` removes a part."""
        found: dict[str, Part] = {}
        for name in names:
            if name.startswith("-"):
                key = name[1:].strip().replace("-", "_")
                if key not in found and key not in self.names and Path(key).suffix != OWN_FILE:
                    raise OptionError(self._unknown(name[1:], key))
                if found.pop(key, None) is None:
                    there = ", ".join(found) or "none"
                    raise OptionError(f"there is no {self.title} {name[1:]!r} to remove; there are: {there}")
                continue
            for one in own if name == FROM_POLICY else [name]:
                part = self.part(one)
                found[part.name] = part
        return list(found.values())

    def option_groups(self) -> dict[str, type[Options]]:
        """Return the option groups of the parts that come with tengen, by part name."""
        groups = {name: self.part(name).options for name in self.names}
        return {name: group for name, group in groups.items() if group is not None}


def in_order(parts: Sequence[Part]) -> list[Part]:
    """Return the parts in the listed order, changed only where a part's ``AFTER`` or ``BEFORE`` requires it."""
    present = {part.name for part in parts}
    earlier: dict[str, set[str]] = {part.name: set(getattr(part.module, "AFTER", ())) & present for part in parts}
    for part in parts:
        for later in set(getattr(part.module, "BEFORE", ())) & present:
            earlier[later].add(part.name)
    waiting = list(parts)
    done: list[Part] = []
    while waiting:
        ready = next((part for part in waiting if earlier[part.name] <= {one.name for one in done}), None)
        if ready is None:
            raise OptionError(f"AFTER and BEFORE of {', '.join(part.name for part in waiting)} contradict each other")
        done.append(ready)
        waiting.remove(ready)
    return done


def check_conflicts(parts: Sequence[Part]) -> None:
    """Raise OptionError if two of the parts cannot be combined."""
    names = {part.name for part in parts}
    for part in parts:
        for other in names & set(part.conflicts):
            raise OptionError(f"{part.name} and {other} cannot be combined: {part.conflicts[other]}")


def with_own_groups(options: AnyOptions, parts: Iterable[Part]) -> AnyOptions:
    """Return the options with a group added for each part that has none in them yet, such as a user's part."""
    known = {field.name for field in msgspec.structs.fields(options)}
    new = tuple((part.name, part.options) for part in parts if part.options is not None and part.name not in known)
    if not new:
        return options
    extended = _extended(type(options), new)
    return cast(AnyOptions, extended(**msgspec.structs.asdict(options)))


@cache
def _extended(group: type[Options], new: tuple[tuple[str, type[Options]], ...]) -> Any:
    fields: list[Any] = [(name, kind, kind()) for name, kind in new]
    return msgspec.defstruct(
        group.__name__,
        fields,
        bases=(group,),
        namespace={"__doc__": group.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
