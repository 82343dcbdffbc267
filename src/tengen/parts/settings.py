"""Options together with where each value comes from, and how a user changes them."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from tengen.parts.options import (
    OptionError,
    Options,
    check_all,
    completed,
    flat,
    is_list,
    knob,
    with_value,
)


class Origin(Enum):
    """Where a value comes from."""

    DEFAULT = "default"
    PRESET = "preset"
    FILE = "file"
    COMMAND_LINE = "command line"
    GTP = "GTP"
    PYTHON = "Python"


class Settings:
    """Options that know where each value comes from: the defaults, a preset, a file, the command line, GTP, Python."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.origins: dict[str, Origin] = {}

    def set(self, name: str, value: Any, origin: Origin) -> None:
        """Change one value; raises OptionError and changes nothing if name or value are not valid."""
        self.update({name: value}, origin)

    def assign(self, assignments: Iterable[str], origin: Origin) -> None:
        """Change values by words of the form ``name=value``, as one set."""
        changes = []
        for assignment in assignments:
            name, equals, value = assignment.partition("=")
            if not equals:
                raise OptionError(f"{assignment!r} is not of the form name=value")
            changes.append((name, value))
        self._change(changes, origin)

    def update(self, changes: Mapping[str, Any], origin: Origin) -> None:
        """Change values as one set, from nested tables or dotted names.

        They are checked when all are in place, so their order does not matter. Raises OptionError, and changes
        nothing, if one is not valid or if they do not go together.
        """
        self._change(list(flat(changes)), origin)

    def _change(self, leaves: list[tuple[str, Any]], origin: Origin) -> None:
        options = self.options
        # Lists of parts first: a part of the user's own brings a group of options.
        lists = [name for name, _ in leaves if is_list(options, name)]
        for name, value in leaves:
            if name in lists:
                options = with_value(options, name, value)
        options = completed(options)
        for name, value in leaves:
            if name not in lists:
                options = with_value(options, name, value)
        check_all(options)
        self.options = options
        self.origins |= {knob(options, name).name: origin for name, _ in leaves}

    def origin(self, name: str) -> Origin:
        """Return where a value comes from."""
        return self.origins.get(name, Origin.DEFAULT)

    def is_users(self, name: str) -> bool:
        """Return whether a user has set a value, and not the defaults or a preset."""
        return self.origin(name) not in (Origin.DEFAULT, Origin.PRESET)
