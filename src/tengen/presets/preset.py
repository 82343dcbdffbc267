"""Finding presets. This needs no engine, so a wrong name is noticed before anything is loaded."""

from importlib.resources import files
from typing import Any

import msgspec

from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError
from tengen.parts.toml import TomlDocument

DEFAULT_PRESET = "tengen"
_FOLDER = files("tengen.presets")


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An engine and the options in which it differs from the engine's defaults."""

    about: str
    engine: str
    base: str = ""
    """Another preset whose options this one has as well."""
    options: dict[str, Any] = {}
    missing: list[str] = []
    """What the described program has and this preset has not."""


def preset_names() -> list[str]:
    """Return the names of all presets, sorted."""
    return sorted(f.name.removesuffix(".toml") for f in _FOLDER.iterdir() if f.name.endswith(".toml"))


def preset_named(name: str) -> Preset:
    """Return a preset; raises OptionError and names the nearest for one that is not there."""
    key = name.strip().lower()
    if key not in preset_names():
        raise OptionError(unknown_name("preset", name, preset_names()))
    preset = TomlDocument(_FOLDER.joinpath(f"{key}.toml").read_text("utf-8"), f"{key}.toml").read(Preset)
    if not preset.base:
        return preset
    return msgspec.structs.replace(preset, options=merged(preset_named(preset.base).options, preset.options))


def merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return two tables of options as one; where both have a value, the second's counts."""
    both = {
        name: merged(under[name], value) if isinstance(value, dict) and name in under else value
        for name, value in over.items()
    }
    return under | both
