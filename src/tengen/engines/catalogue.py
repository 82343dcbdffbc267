"""The engines by name."""

from collections.abc import Callable

from tengen.engines.distributed import DistributedEngine
from tengen.engines.engine import Engine
from tengen.engines.joseki import JosekiEngine
from tengen.engines.montecarlo import MonteCarloEngine, MonteCarloOptions
from tengen.engines.random import RandomEngine, RandomOptions
from tengen.engines.replay import ReplayEngine, ReplayOptions
from tengen.engines.tree_search import TreeSearchEngine
from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, Options
from tengen.parts.settings import Settings
from tengen.search.distributed import DistributedOptions
from tengen.search.options import SearchOptions

ENGINES: dict[str, tuple[type[Options], Callable[[Settings, int], Engine]]] = {
    "random": (RandomOptions, RandomEngine),
    "montecarlo": (MonteCarloOptions, MonteCarloEngine),
    "replay": (ReplayOptions, ReplayEngine),
    "joseki": (ReplayOptions, JosekiEngine),
    "tree-search": (SearchOptions, TreeSearchEngine),
    "distributed": (DistributedOptions, DistributedEngine),
}


def default_options(engine: str) -> Options:
    """Return the options of an engine as they are without a preset; raises OptionError for an unknown engine."""
    if engine not in ENGINES:
        raise OptionError(unknown_name("engine", engine, ENGINES))
    return ENGINES[engine][0]()


def new_engine(engine: str, settings: Settings, seed: int) -> Engine:
    """Return an engine with its options."""
    return ENGINES[engine][1](settings, seed)
