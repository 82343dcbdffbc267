"""Searching a position: one search with its trees, from one root to the next."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tengen.board.point import PASS, Colour
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.report.report import NodeReport, Report
from tengen.search.dump import walk
from tengen.search.options import SearchOptions
from tengen.search.results import report_of, standing_of
from tengen.search.rounds import Rounds, Stopwatch
from tengen.search.timing import Pace, Standing
from tengen.search.trees import RootPosition, SearchTrees, root_position
from tengen.tree.companion import Companion, ReportExtras, SearchContext
from tengen.tree.node import Nodes


class Root(NamedTuple):
    """The position that is searched."""

    position: RootPosition
    rounds: Rounds

    @property
    def context(self) -> SearchContext:
        """What the companions know of it."""
        return self.rounds.context


class Search:
    """A tree search with its memory. One search at a time; ``stop`` may be called from another thread."""

    def __init__(self, options: SearchOptions, seed: int, companions: Sequence[Companion] = ()) -> None:
        """Make the trees. Companions may be added to those that the options ask for; they are called first."""
        self.options = options
        self.trees = SearchTrees(options, seed)
        self.companions = [*companions, *self.trees.recipe.companions(options)]
        self._watch = Stopwatch()
        self._root: Root | None = None

    @property
    def root(self) -> Root:
        """The position that is searched; raises RuntimeError if there was none yet."""
        if self._root is None:
            raise RuntimeError("no position has been searched yet")
        return self._root

    def has_root(self, root: Root) -> bool:
        """Return whether a root is still the one that is searched."""
        return self._root is root

    @property
    def nodes(self) -> Nodes:
        """The nodes of the tree, or of the first of several."""
        return self.trees.first[0]

    def stop(self) -> None:
        """End the search that is running, within a few milliseconds."""
        self.trees.stop()

    def begin(self, game: Game, colour: Colour, side: Colour | None = None) -> None:
        """Make a position the root, and keep what the tree knows about it.

        ``side`` is the side that searches, if that is not the colour to move: when pondering, it keeps its own komi.
        """
        self.trees.is_stopped = False  # from here on ``stop`` counts
        position, board = root_position(game, colour), game.board_for(colour)
        known = self._root.position if self._root is not None else None
        points = known.moves_to(position) if known is not None else None
        self.trees.set_position(game, board)
        context = SearchContext(
            game=game.copy(),
            board=board,
            colour=colour,
            side=side or colour,
            continues_game=known is not None and known.is_followed_by(position),
            continues_tree=points is not None,
            trees=self.trees.all,
            threads=self.trees.threads,
            ratings=self.trees.ratings,
            record=self.trees.record,
            on_all_threads=self.trees.on_all_threads,
            elapsed=self._watch.seconds,
        )
        are_valid = [companion.begin(context) for companion in self.companions]
        self.trees.set_root(points if all(are_valid) and self.options.reuse else None, position)
        allowed = {int(PASS), *game.distinct_points(colour)}
        self.trees.add_root_children(allowed)
        self._root = Root(position, Rounds(self.trees, self.companions, context, allowed))

    def prepare(self) -> None:
        """Compile, or load, what a search of the root needs."""
        self.trees.prepare()

    def run(self, limit: Limit | Pace) -> Report:
        """Search until a limit is reached, or for as long as a pace says."""
        pace = limit if isinstance(limit, Pace) else Pace(limit, limit)
        for done in self.root.rounds.run(pace, self._watch):
            if not pace.is_fixed and pace.is_enough(self.standing(done)):
                break
        return self.report()

    def reports(self, limit: Limit, interval: float) -> Iterator[Report]:
        """Search, and yield a report every so many seconds (0 for none) and at the end."""
        rounds = self.root.rounds
        next_report, is_new = interval or float("inf"), True
        for _ in rounds.run(Pace(limit, limit), self._watch):
            is_new = rounds.seconds < next_report
            if not is_new:
                next_report = rounds.seconds + interval
                yield self.report()
        if is_new:
            yield self.report()

    def standing(self, simulations: int) -> Standing:
        """Return how the moves stand after so many simulations of this search."""
        return standing_of(self.root.context, simulations, self.root.rounds.seconds)

    def report(self) -> Report:
        """Return what has been found so far."""
        context = self.root.context
        extras = ReportExtras(simulations=context.own_simulations)
        for companion in self.companions:
            companion.report(context, extras)
        return report_of(context, self.root.rounds.seconds, extras)

    def walk(self, depth: int, share: float) -> Iterator[NodeReport]:
        """Yield the nodes down to a depth with a share of the root's visits; of several trees, those of the first."""
        context = self.root.context
        return walk(self.nodes, context.colour, context.game.size, depth, share)

    def save_book(self, path: Path, least_visits: int) -> int:
        """Write the nodes whose parent has enough visits as a tree book; return how many. Cuts the tree down to them.

        Raises ValueError if the root is not the empty board.
        """
        return self.trees.save_book(path, self.root.position, least_visits)

    def close(self) -> None:
        """End the threads, free the memory of the trees, and let the companions release what they hold."""
        self.stop()
        for companion in self.companions:
            companion.close()
        self.trees.close()
        self._root = None
