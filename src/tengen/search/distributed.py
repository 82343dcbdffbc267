"""A search with colleagues: other processes, perhaps on other machines, that search the same position.

Each has a tree of its own; the tops of the trees are shared every fraction of a second (see ``sharing``), so that all
look where one of them has found something, and this side's tree counts everybody's simulations at its top.
"""

import sys
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

from msgspec import Meta

from tengen.board.point import Colour
from tengen.game.game import Game
from tengen.parts.options import Options
from tengen.search.options import SearchOptions
from tengen.search.report import Report
from tengen.search.search import Search
from tengen.search.sharing import Counts, Ledger
from tengen.search.timing import Limits


class ClusterOptions(Options, frozen=True):
    """Search with other processes."""

    workers: Annotated[int, Meta(ge=0, le=10**4, description="processes that search beside this one")] = 1
    address: Annotated[
        str, Meta(description="of a Ray cluster, such as auto or ray://HOST:10001; local starts one on this machine")
    ] = "local"
    depth: Annotated[int, Meta(ge=0, le=20, description="moves from the root down to which trees are shared")] = 4
    least_visits: Annotated[int, Meta(ge=1, le=10**9, description="visits of a node that is worth sharing")] = 20
    seconds: Annotated[float, Meta(ge=0.01, le=60, description="between two exchanges")] = 0.2


class DistributedOptions(SearchOptions, frozen=True):
    """Monte-Carlo tree search by several processes."""

    cluster: ClusterOptions = ClusterOptions()


def own_options(options: DistributedOptions) -> SearchOptions:
    """Return the options of the search of each process."""
    return SearchOptions(**{name: getattr(options, name) for name in SearchOptions.__struct_fields__})


class Findings(NamedTuple):
    """What a colleague has done in a while."""

    counts: Counts
    simulations: int


class Helper:
    """The search of a colleague; Ray makes an actor of it."""

    def __init__(self, options: SearchOptions, cluster: ClusterOptions, seed: int) -> None:
        self._search = Search(options, seed)
        self._ledger = Ledger(cluster.depth, cluster.least_visits)
        self._search.on_clear = self._ledger.forget
        self._seconds = cluster.seconds

    def begin(self, game: Game, colour: Colour, side: Colour | None) -> None:
        """Make a position the root."""
        self._search.begin(game, colour, side)
        self._ledger.restart(self._search.nodes)

    def work(self, news: Counts) -> Findings:
        """Search for a while, after being told what the others have found."""
        before = self._search.report().simulations
        self._ledger.take(self._search.nodes, news)
        done = self._search.run(Limits(seconds=self._seconds)).simulations - before
        return Findings(self._ledger.news(self._search.nodes), done)


class Colleague(Protocol):
    """A helper somewhere else, from here. Raises ConnectionError when it is gone."""

    def begin(self, game: Game, colour: Colour, side: Colour | None) -> None:
        """Make a position its root; what it still does on the last one is lost."""
        ...

    def send(self, news: Counts) -> None:
        """Let it work for a while."""
        ...

    def receive(self) -> Findings | None:
        """Return what it has found, once it is done."""
        ...

    def end(self) -> None:
        """End its process."""
        ...


class DistributedSearch(Search):
    """A search whose tree also counts what colleagues do. A colleague that is gone is done without."""

    def __init__(
        self,
        options: SearchOptions,
        cluster: ClusterOptions,
        seed: int,
        hire: Callable[..., list[Colleague]] | None = None,
    ) -> None:
        super().__init__(options, seed)
        self.cluster = cluster
        found = (hire or ray_colleagues)(options, cluster, seed)
        self._colleagues = [(colleague, Ledger(cluster.depth, cluster.least_visits)) for colleague in found]
        self._others = 0
        self.on_clear = self._forget

    @property
    def colleagues(self) -> int:
        """How many there are."""
        return len(self._colleagues)

    def begin(self, game: Game, colour: Colour, side: Colour | None = None) -> None:
        """Make a position the root, here and everywhere."""
        super().begin(game, colour, side)
        self._others = 0
        for colleague, ledger in list(self._colleagues):
            ledger.restart(self.nodes)
            self._ask(colleague, colleague.begin, game, colour, side)
            self._ask(colleague, colleague.send, {})

    def report(self) -> Report:
        """Return what has been found so far, by all."""
        report = super().report()
        return report._replace(simulations=report.simulations + self._others)

    def _round(self, simulations: int) -> int:
        done = super()._round(simulations)
        return done + self._exchange() if simulations else done

    def _exchange(self) -> int:
        """Take in what colleagues have found, and tell them what the others have; return their simulations."""
        done = 0
        for colleague, ledger in list(self._colleagues):
            found = self._ask(colleague, colleague.receive)
            if found is not None:
                ledger.take(self.nodes, found.counts)
                done += found.simulations
                self._ask(colleague, colleague.send, ledger.news(self.nodes))
        self._others += done
        return done

    def _forget(self) -> None:
        for _, ledger in self._colleagues:
            ledger.forget()

    def _ask(self, colleague: Colleague, question: Callable[..., Any], *about: Any) -> Any:
        try:
            return question(*about)
        except ConnectionError as error:
            self._colleagues = [one for one in self._colleagues if one[0] is not colleague]
            sys.stderr.write(f"tengen: a process of the search is gone ({error}); {self.colleagues} are left\n")
            return None

    def end(self) -> None:
        """End all processes."""
        for colleague, _ in self._colleagues:
            colleague.end()
        self._colleagues = []


def ray_colleagues(options: SearchOptions, cluster: ClusterOptions, seed: int) -> list[Colleague]:
    """Start helpers on a Ray cluster; raises OptionError without Ray or without a cluster."""
    from tengen.search.ray_colleague import start

    return start(options, cluster, seed)
