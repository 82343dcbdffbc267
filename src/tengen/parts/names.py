"""The error message for an unknown name, which suggests the nearest known one."""

from collections.abc import Iterable
from difflib import get_close_matches


def unknown_name(kind: str, name: str, valid: Iterable[str]) -> str:
    """Return the error message for an unknown name. It suggests the nearest valid name, or lists all."""
    names = sorted(valid)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    separator = "; " if any("," in name for name in names) else ", "
    hint = f"did you mean {near[0]!r}?" if near else f"valid: {separator.join(names) or 'none'}"
    return f"unknown {kind} {name!r}; {hint}"
