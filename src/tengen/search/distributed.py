"""A search with workers: other processes, perhaps on other machines, that search the same position.

Each process has a tree of its own. Several times a second they exchange what they have found near the root (see
``sharing``), so that all search where one of them has found something. The tree of this process counts the
simulations of all of them near its root.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec
from msgspec import Meta

from tengen.board.point import Colour
from tengen.cluster.ray import RemoteCall, RemoteObject, join_cluster
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.game.restriction import Restriction
from tengen.parts.options import Options
from tengen.parts.safe import UNSAFE
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.search.sharing import Counts, Ledger
from tengen.tree.companion import Companion, ReportExtras, SearchContext
from tengen.tree.node import Nodes

_log = logging.getLogger("tengen")


class ClusterOptions(Options, frozen=True):
    """Search with other processes."""

    workers: Annotated[
        int, Meta(ge=0, le=10**4, description="number of worker processes, besides this one", extra=UNSAFE)
    ] = 1
    address: Annotated[
        str,
        Meta(
            description="address of a Ray cluster: auto, ray://HOST:10001, or local to start one on this machine",
            extra=UNSAFE,
        ),
    ] = "local"
    depth: Annotated[int, Meta(ge=0, le=20, description="depth in moves down to which nodes are shared")] = 4
    least_visits: Annotated[int, Meta(ge=1, le=10**9, description="fewest visits of a node that is shared")] = 20
    seconds: Annotated[float, Meta(ge=0.01, le=60, description="seconds between two exchanges")] = 0.2


class DistributedOptions(SearchOptions, frozen=True):
    """Monte-Carlo tree search by several processes."""

    cluster: ClusterOptions = ClusterOptions()


def own_options(options: DistributedOptions) -> SearchOptions:
    """Return the options of the search in each process."""
    return SearchOptions(**{name: getattr(options, name) for name in SearchOptions.__struct_fields__})


class Findings(NamedTuple):
    """What a worker has found since its last exchange."""

    counts: Counts
    simulations: int


class LedgerKeeper(Companion):
    """Keeps what the other side knows of the tree."""

    def __init__(self, cluster: ClusterOptions) -> None:
        self.ledger = Ledger(cluster.depth, cluster.least_visits)

    def cleared(self, context: SearchContext) -> None:
        """Forget what the other side knows, as the tree is empty."""
        self.ledger.forget()


class RemoteSearch:
    """The search of a worker, in the worker's process.

    The options come as JSON, since the classes of some groups are made at run time and cannot be pickled.
    """

    def __init__(self, options: bytes, cluster: ClusterOptions, seed: int) -> None:
        keeper = LedgerKeeper(cluster)
        self._ledger = keeper.ledger
        self._search = Search(msgspec.json.decode(options, type=SearchOptions), seed, [keeper])
        self._seconds = cluster.seconds

    def begin(self, game: Game, colour: Colour, side: Colour | None, restriction: Restriction) -> None:
        """Make a position the root."""
        self._search.begin(game, colour, side, restriction)
        self._ledger.restart(self._search.nodes)

    def work(self, news: Counts) -> Findings:
        """Add what the other processes have found to the tree, search for a while, and return what is new."""
        before = self._search.report().simulations
        self._ledger.take(self._search.nodes, news)
        done = self._search.run(Limit(seconds=self._seconds)).simulations - before
        return Findings(self._ledger.news(self._search.nodes), done)


class Worker(Protocol):
    """A process that runs a ``RemoteSearch``. Every method raises ConnectionError if it is gone."""

    def begin(self, game: Game, colour: Colour, side: Colour | None, restriction: Restriction) -> None:
        """Make a position its root; an answer about the position before is dropped."""
        ...

    def send(self, news: Counts) -> None:
        """Tell it what the others have found, and let it search for a while; returns at once."""
        ...

    def receive(self) -> Findings | None:
        """Return what it has found, None while it is still searching."""
        ...

    def end(self) -> None:
        """End its process."""
        ...


class RayWorker:
    """A worker on a Ray cluster."""

    def __init__(self, options: SearchOptions, cluster: ClusterOptions, seed: int) -> None:
        self._remote = RemoteObject(RemoteSearch, msgspec.json.encode(options), cluster, seed)
        self._running: RemoteCall[Findings] | None = None

    def begin(self, game: Game, colour: Colour, side: Colour | None, restriction: Restriction) -> None:
        """Make a position its root; an answer about the position before is dropped."""
        self._remote.call(RemoteSearch.begin, game, colour, side, restriction)
        self._running = None

    def send(self, news: Counts) -> None:
        """Tell it what the others have found, and let it search for a while; returns at once."""
        self._running = self._remote.call(RemoteSearch.work, news)

    def receive(self) -> Findings | None:
        """Return what it has found, None while it is still searching."""
        return self._running.result() if self._running is not None and self._running.is_done() else None

    def end(self) -> None:
        """End its process."""
        self._remote.kill()


def ray_workers(options: SearchOptions, cluster: ClusterOptions, seed: int) -> list[Worker]:
    """Start the workers on a Ray cluster; raises OptionError without Ray or without a cluster."""
    if not cluster.workers:
        return []
    join_cluster(cluster.address, cluster.workers, "the engine distributed")
    return [RayWorker(options, cluster, seed + 1000 * (i + 1)) for i in range(cluster.workers)]


class Workers(Companion):
    """Lets workers search the same root, and adds what they find to the tree. If one dies, the search goes on."""

    def __init__(self, workers: Iterable[Worker], cluster: ClusterOptions) -> None:
        self._workers = [(worker, Ledger(cluster.depth, cluster.least_visits)) for worker in workers]
        self._simulations = 0
        self._is_new_root = False

    def __len__(self) -> int:
        """Return how many workers are alive."""
        return len(self._workers)

    def begin(self, context: SearchContext) -> bool:
        """Take note of a new root; the workers get it when the search starts, as the tree is complete then."""
        self._simulations = 0
        self._is_new_root = True
        return True

    def start(self, context: SearchContext, limit: Limit) -> None:
        """Tell all workers the root, once for each."""
        if not self._is_new_root:
            return
        self._is_new_root = False
        for worker, ledger in list(self._workers):
            ledger.restart(_nodes(context))
            self._ask(worker, worker.begin, context.game, context.colour, context.side, context.restriction)
            self._ask(worker, worker.send, {})

    def after_round(self, context: SearchContext, share_done: float) -> bool:
        """Add the findings of workers to the tree, and send them those of the others."""
        for worker, ledger in list(self._workers):
            found = self._ask(worker, worker.receive)
            if found is not None:
                ledger.take(_nodes(context), found.counts)
                context.simulations += found.simulations
                self._simulations += found.simulations
                self._ask(worker, worker.send, ledger.news(_nodes(context)))
        return True

    def cleared(self, context: SearchContext) -> None:
        """Forget what the workers know of the tree, as it is empty."""
        for _, ledger in self._workers:
            ledger.forget()

    def report(self, context: SearchContext, extras: ReportExtras) -> None:
        """Count the simulations of the workers."""
        extras.simulations += self._simulations

    def close(self) -> None:
        """End all workers."""
        for worker, _ in self._workers:
            worker.end()
        self._workers = []

    def _ask(self, worker: Worker, method: Callable[..., Any], *args: Any) -> Any:
        """Call a method of a worker; if the worker is gone, remove it and return None."""
        try:
            return method(*args)
        except ConnectionError as error:
            self._workers = [(other, ledger) for other, ledger in self._workers if other is not worker]
            _log.warning("a worker of the search is gone (%s); %d left", error, len(self))
            return None


def _nodes(context: SearchContext) -> Nodes:
    return context.trees[0][0]


class DistributedSearch(Search):
    """A search whose tree also counts the simulations of workers."""

    def __init__(
        self,
        options: SearchOptions,
        cluster: ClusterOptions,
        seed: int,
        start_workers: Callable[[SearchOptions, ClusterOptions, int], list[Worker]] = ray_workers,
    ) -> None:
        self.cluster = cluster
        self.workers = Workers(start_workers(options, cluster, seed), cluster)
        super().__init__(options, seed, [self.workers])
