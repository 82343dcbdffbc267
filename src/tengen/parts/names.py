"""The error message for an unknown name, which suggests the nearest known one."""

from collections.abc import Iterable
from difflib import get_close_matches

NEAREST = 3  # names that are told where all would be too many


def unknown_name(kind: str, name: str, valid: Iterable[str], lister: str = "") -> str:
    """Return the error message for an unknown name. It suggests the nearest valid name, or lists all.

    Where they are too many for that, ``lister`` is the command that lists them: the message then has that command and
    the three nearest names.
    """
    names = sorted(valid)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    if near:
        hint = f"did you mean {near[0]!r}?"
    elif lister:
        nearest = ", ".join(get_close_matches(name, names, n=NEAREST, cutoff=0.0))
        hint = f"the nearest are {nearest}; `{lister}` lists all {len(names)}"
    else:
        separator = "; " if any("," in name for name in names) else ", "
        hint = f"valid: {separator.join(names) or 'none'}"
    return f"unknown {kind} {name!r}; {hint}"
