"""Players for tests: a preset with some options, without ``tengen.Engine`` around it."""

from collections.abc import Iterable

from tengen.engines.catalogue import new_player, preset_settings
from tengen.engines.player import Player
from tengen.parts.settings import Origin
from tengen.presets.preset import preset_named


def made_player(preset: str, assignments: Iterable[str] = (), seed: int = 0) -> Player:
    chosen = preset_named(preset)
    settings = preset_settings(chosen)
    settings.assign(assignments, Origin.PYTHON)
    return new_player(chosen.engine, settings, seed)
