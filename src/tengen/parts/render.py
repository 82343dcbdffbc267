"""Options in the formats that users read: TOML, JSON schema, Markdown, command-line help, GoGui."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import msgspec

from tengen.parts.options import Knob, Options, knobs
from tengen.parts.settings import Settings

GENERAL = "general"  # the page of the options that are in no group
PAGE_LINES = 20  # options on a page of a dialog


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


def json_schema(options: Options) -> dict[str, Any]:
    """Return the JSON schema of an option tree."""
    return msgspec.json.schema(type(options))


def to_markdown(options: Options) -> str:
    """Return a Markdown table with a row for each option."""
    rows = ["| option | default | allowed | meaning |", "| --- | --- | --- | --- |"]
    for leaf in knobs(options):
        allowed = leaf.allowed.replace("|", " or ")
        rows.append(f"| `{leaf.name}` | {leaf.text or '(none)'} | {allowed} | {leaf.meta.description} |")
    return "\n".join(rows)


def to_help(settings: Settings) -> str:
    """Return the options for the terminal: ``name=value``, allowed values, origin and meaning of each."""
    lines = []
    for leaf in knobs(settings.options):
        lines.append(f"{leaf.name}={leaf.text}  [{leaf.allowed}; {settings.origin(leaf.name).value}]")
        lines.append(f"    {leaf.meta.description}")
    return "\n".join(lines)


def to_gogui(leaves: Iterable[Knob]) -> str:
    """Return options in the format of GoGui's ``param`` commands: a line ``[type] name value`` for each."""
    lines = []
    for leaf in leaves:
        kind = "bool" if leaf.kind is bool else "list/" + "/".join(leaf.choices) if leaf.choices else "string"
        lines.append(f"[{kind}] {leaf.name} {int(leaf.value) if leaf.kind is bool else leaf.text}")
    return "\n".join(lines)


def option_pages(options: Options) -> dict[str, list[Knob]]:
    """Return the options in pages that fit on a screen.

    The options that are in no group make the page ``general``, each of the large groups a page of its own, such as
    ``time``; if that is too long, ``tree-1``, ``tree-2`` and so on, so that inner groups stay together where possible.
    """
    pages: dict[str, list[Knob]] = {}
    for name, leaves in groupby(knobs(options), lambda leaf: leaf.name.rpartition(".")[0].split(".")[0]):
        pages.setdefault(name or GENERAL, []).extend(leaves)
    divided: dict[str, list[Knob]] = {}
    for name, page in pages.items():
        parts = _divided(page)
        divided |= {f"{name}-{number}" if len(parts) > 1 else name: part for number, part in enumerate(parts, 1)}
    return divided


def _divided(leaves: list[Knob]) -> list[list[Knob]]:
    """Divide a list into pages; an inner group that does not fit on the page any more begins a new one."""
    parts: list[list[Knob]] = [[]]
    for _, inner in groupby(leaves, lambda leaf: leaf.name.split(".")[1:-1]):
        group = list(inner)
        if parts[-1] and len(parts[-1]) + len(group) > PAGE_LINES:
            parts.append([])
        parts[-1] += group
    return parts


def option_group(options: Options, name: str) -> list[Knob]:
    """Return the options of a group, such as ``tree.rave``, or of a page of ``option_pages``; perhaps empty."""
    beginning = f"{name.strip().lower().replace('_', '-')}."
    page = option_pages(options).get(beginning[:-1])
    return page or [leaf for leaf in knobs(options) if leaf.name.startswith(beginning)]
