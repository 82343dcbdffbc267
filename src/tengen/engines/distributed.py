"""Distributed: the tree search, with other processes on a Ray cluster that search the same positions (Pachi 3.3.4)."""

from typing import cast

from tengen.engines.tree_search import TreeSearchEngine
from tengen.parts.settings import Settings
from tengen.search.distributed import DistributedOptions, DistributedSearch, own_options
from tengen.search.search import Search


class DistributedEngine(TreeSearchEngine):
    """Searches as ``tree-search`` does, with workers."""

    def __init__(self, settings: Settings, seed: int) -> None:
        super().__init__(settings, seed)
        self._cluster_search: DistributedSearch | None = None

    def reseed(self, seed: int) -> None:
        """Restart the random numbers with another seed, and empty all trees."""
        super().reseed(seed)
        self._end_workers()

    def search(self) -> Search:
        """Return the search with the current options; workers and trees are kept while the options stay the same."""
        options = cast(DistributedOptions, self.settings.options)
        own, known = own_options(options), self._cluster_search
        if known is None or (known.options, known.cluster) != (own, options.cluster):
            self._end_workers()
            self._cluster_search = DistributedSearch(own, options.cluster, self._seed)
        self._search = self._cluster_search
        assert self._search is not None
        return self._search

    def _end_workers(self) -> None:
        if self._cluster_search is not None:
            self._cluster_search.close()
            self._cluster_search = None
