"""Options in the formats that users read: TOML, JSON schema, Markdown, command-line help, GoGui."""

from typing import Any

import msgspec

from tengen.parts.options import Options, knobs
from tengen.parts.settings import Settings


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


def to_gogui(options: Options) -> str:
    """Return the options in the format of GoGui's ``param`` commands: a line ``[type] name value`` for each."""
    lines = []
    for leaf in knobs(options):
        kind = "bool" if leaf.kind is bool else "list/" + "/".join(leaf.choices) if leaf.choices else "string"
        lines.append(f"[{kind}] {leaf.name} {int(leaf.value) if leaf.kind is bool else leaf.text}")
    return "\n".join(lines)
