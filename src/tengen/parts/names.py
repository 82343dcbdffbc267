"""Names that users type: find one in a list, or say which is the nearest."""

from collections.abc import Iterable
from difflib import get_close_matches


def unknown_name(kind: str, name: str, valid: Iterable[str]) -> str:
    """Return the message for a name that is not among the valid ones, with the nearest of them."""
    names = sorted(valid)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    separator = "; " if any("," in name for name in names) else ", "
    hint = f"did you mean {near[0]!r}?" if near else f"valid: {separator.join(names) or 'none'}"
    return f"unknown {kind} {name!r}; {hint}"
