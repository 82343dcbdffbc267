"""Names of our engines in game records: tengen, tengen 8k or tengen (pachi)."""

import re

from tengen.presets.preset import DEFAULT_PRESET

ENGINE = "tengen"


def engine_name(preset: str, level: str | None) -> str:
    """Return the name of an engine, with its level or its preset."""
    if level is not None:
        return f"{ENGINE} {level}"
    return ENGINE if preset == DEFAULT_PRESET else f"{ENGINE} ({preset})"


def preset_and_level(name: str) -> tuple[str, str | None] | None:
    """Return the preset and the level of an engine by its name; None if it is no name of ours."""
    known = re.fullmatch(rf"{ENGINE}(?: (\w+))?(?: \((\w+)\))?", name)
    return None if known is None else (known[2] or DEFAULT_PRESET, known[1])
