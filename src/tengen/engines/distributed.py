"""Distributed: the tree search, with other processes on a Ray cluster that search the same positions (Pachi 3.3.4)."""

from typing import cast

from tengen.engines.tree_search import TreeSearchPlayer
from tengen.parts.options import Options
from tengen.parts.settings import Settings
from tengen.search.distributed import DistributedOptions, DistributedSearch, own_options
from tengen.search.search import Search


def new_distributed_search(options: Options, seed: int) -> Search:
    """Return a search with workers."""
    all_options = cast(DistributedOptions, options)
    return DistributedSearch(own_options(all_options), all_options.cluster, seed)


class DistributedPlayer(TreeSearchPlayer):
    """Searches as ``tree-search`` does, with workers. They are kept while the options stay the same."""

    def __init__(self, settings: Settings, seed: int) -> None:
        super().__init__(settings, seed, new_distributed_search)
