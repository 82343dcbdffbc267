"""Settings: options that remember the origin of each value, and the ways to change them."""

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
    LEVEL = "level"
    FILE = "file"
    COMMAND_LINE = "command line"
    GTP = "GTP"
    PYTHON = "Python"


class Settings:
    """Options, and the origin of each value: a default, a preset, a level, a file, the command line, GTP or Python."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.origins: dict[str, Origin] = {}

    def set(self, name: str, value: Any, origin: Origin) -> None:
        """Change one value; raises OptionError, and changes nothing, if the name or the value is invalid."""
        self.update({name: value}, origin)

    def assign(self, assignments: Iterable[str], origin: Origin) -> None:
        """Change several values, given as ``name=value``, as one set."""
        changes = []
        for assignment in assignments:
            name, equals, value = assignment.partition("=")
            if not equals:
                raise OptionError(f"{assignment!r} is not of the form name=value")
            changes.append((name, value))
        self._change(changes, origin)

    def update(self, changes: Mapping[str, Any], origin: Origin) -> None:
        """Change several values as one set, given as nested tables or dotted names.

        The options are checked after all changes, so the order of changes does not matter. Raises OptionError, and
        changes nothing, if a value is invalid or values contradict each other.
        """
        self._change(list(flat(changes)), origin)

    def update_beneath(self, changes: Mapping[str, Any], origin: Origin) -> None:
        """Change several values as ``update`` does, but leave those that the user has set."""
        self.update({name: value for name, value in flat(changes) if not self.is_users(name)}, origin)

    def _change(self, leaves: list[tuple[str, Any]], origin: Origin) -> None:
        options = self.options
        # Lists of parts first: a user's part adds a group of options.
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
        """Return whether the user has set a value, rather than a default, a preset or a level."""
        return self.origin(name) not in (Origin.DEFAULT, Origin.PRESET, Origin.LEVEL)
