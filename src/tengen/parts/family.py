"""Families of parts: each technique is a file in its family's folder, found by name.

A part's module has a docstring (which opens its documentation page), one ``Options`` group, and one kernel with the
signature of its family. To add a part, add its file; nothing else changes.
"""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, cast

import msgspec

from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, Options


class Part:
    """One technique: its name, its module, its option group."""

    def __init__(self, name: str, module: ModuleType, kernel: str) -> None:
        """Read a part from its module; raises TypeError if the module lacks docstring, options or kernel."""
        groups = [v for v in vars(module).values() if isinstance(v, type) and issubclass(v, Options)]
        own = [group for group in groups if group.__module__ == module.__name__]
        if not module.__doc__ or len(own) != 1 or not callable(getattr(module, kernel, None)):
            raise TypeError(f"{module.__name__} needs a docstring, one Options group and the kernel {kernel!r}")
        self.name = name
        self.module = module
        self.options: type[Options] = own[0]

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (self.module.__doc__ or "").strip().splitlines()[0]


class Family:
    """The parts of one folder, which share a kernel's name and signature."""

    def __init__(self, title: str, package: str, kernel: str) -> None:
        self.title = title
        self.package = package
        self.kernel = kernel

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all parts, sorted."""
        return tuple(sorted(m.name for m in iter_modules(import_module(self.package).__path__)))

    def part(self, name: str) -> Part:
        """Return a part; raises OptionError and names the nearest for a name that is not there."""
        key = name.strip().lower().replace("-", "_")
        if key not in self.names:
            raise OptionError(unknown_name(self.title, name, self.names))
        return Part(key, import_module(f"{self.package}.{key}"), self.kernel)

    def option_fields(self) -> list[tuple[str, type[Options], Options]]:
        """Return the fields that a group holding the options of every part needs: name, type, default."""
        groups = [(name, self.part(name).options) for name in self.names]
        return [(name, group, group()) for name, group in groups]


def option_group(name: str, doc: str, fields: list[Any], check: Callable[[Any], object]) -> type[Options]:
    """Return an option group made from a list of fields, some of them a family's; ``check`` may refuse its values."""
    namespace = {"__doc__": doc, "__post_init__": check}
    group = msgspec.defstruct(
        name, fields, bases=(Options,), namespace=namespace, frozen=True, kw_only=True, forbid_unknown_fields=True
    )
    return cast(type[Options], group)
