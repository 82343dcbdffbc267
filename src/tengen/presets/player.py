"""Making a player of a preset: preset, then file, then command line decide each option."""

from collections.abc import Iterable, Mapping
from typing import Any

from tengen.engines.catalogue import default_options, new_engine
from tengen.engines.engine import Engine
from tengen.parts.options import read_toml
from tengen.parts.settings import Origin, Settings
from tengen.presets.preset import Preset, preset_named


def player_settings(preset: Preset, file: Mapping[str, Any] | None = None, assignments: Iterable[str] = ()) -> Settings:
    """Return the options of a preset, changed by a file's tables and then by ``name=value`` words.

    Raises OptionError for a name or value that is not valid.
    """
    settings = Settings(default_options(preset.engine))
    settings.update(preset.options, Origin.PRESET)
    settings.update(file or {}, Origin.FILE)
    settings.assign(assignments, Origin.COMMAND_LINE)
    return settings


def new_player(preset: str, file: str | None = None, assignments: Iterable[str] = (), seed: int = 0) -> Engine:
    """Return the engine of a preset, changed by the text of a TOML file and by ``name=value`` words."""
    chosen = preset_named(preset)
    tables = read_toml(file, "options file") if file is not None else None
    return new_engine(chosen.engine, player_settings(chosen, tables, assignments), seed)
