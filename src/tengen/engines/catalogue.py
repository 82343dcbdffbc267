"""The kinds of engine by name, and the options of a preset."""

from collections.abc import Callable, Mapping
from typing import Any

from tengen.engines.distributed import DistributedPlayer
from tengen.engines.joseki import JosekiPlayer
from tengen.engines.montecarlo import MonteCarloOptions, MonteCarloPlayer
from tengen.engines.player import Player
from tengen.engines.random import RandomOptions, RandomPlayer
from tengen.engines.replay import ReplayOptions, ReplayPlayer
from tengen.engines.tree_search import TreeSearchPlayer
from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, Options
from tengen.parts.settings import Origin, Settings
from tengen.presets.preset import Preset
from tengen.search.distributed import DistributedOptions
from tengen.search.options import SearchOptions

ENGINES: dict[str, tuple[type[Options], Callable[[Settings, int], Player]]] = {
    "random": (RandomOptions, RandomPlayer),
    "montecarlo": (MonteCarloOptions, MonteCarloPlayer),
    "replay": (ReplayOptions, ReplayPlayer),
    "joseki": (ReplayOptions, JosekiPlayer),
    "tree-search": (SearchOptions, TreeSearchPlayer),
    "distributed": (DistributedOptions, DistributedPlayer),
}


def default_options(engine: str) -> Options:
    """Return the options of a kind of engine without a preset; raises OptionError for an unknown one."""
    if engine not in ENGINES:
        raise OptionError(unknown_name("engine", engine, ENGINES))
    return ENGINES[engine][0]()


def new_player(engine: str, settings: Settings, seed: int) -> Player:
    """Return a player of a kind with its options."""
    return ENGINES[engine][1](settings, seed)


def preset_settings(preset: Preset, file: Mapping[str, Any] | None = None) -> Settings:
    """Return the options of a preset, changed by the tables of an options file.

    Raises OptionError for a name or value that is not valid.
    """
    settings = Settings(default_options(preset.engine))
    settings.update(preset.options, Origin.PRESET)
    settings.update(file or {}, Origin.FILE)
    return settings
