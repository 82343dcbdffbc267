"""Searching a position: one search with its trees, from one root to the next."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import NamedTuple

from tengen.board.grid import Move
from tengen.board.point import PASS, Colour, Point
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.game.restriction import NO_RESTRICTION, Restriction
from tengen.parts.check import CHECK
from tengen.report.report import NodeReport, Report
from tengen.search.dump import children_of, walk
from tengen.search.options import SearchOptions
from tengen.search.results import report_of, standing_of
from tengen.search.rounds import Rounds, Stopwatch
from tengen.search.timing import Pace, Standing
from tengen.search.trees import RootPosition, SearchTrees, root_position
from tengen.search.urgencies import Explainer
from tengen.tree.children import path_along
from tengen.tree.companion import Companion, ReportExtras, SearchContext
from tengen.tree.node import Nodes
from tengen.tree.recipe import Recipe

ROUNDS_A_REPORT = 4  # a report is late by a round at most


class Root(NamedTuple):
    """The position that is searched."""

    position: RootPosition
    rounds: Rounds

    @property
    def context(self) -> SearchContext:
        """What the companions know of it."""
        return self.rounds.context


class Search:
    """A tree search with its memory. One search at a time.

    Other threads may call ``stop``, ``walk`` and ``children`` while it runs. The last two wait for the end of a round.
    """

    def __init__(
        self, options: SearchOptions, seed: int, companions: Sequence[Companion] = (), *, recipe: Recipe | None = None
    ) -> None:
        """Make the trees. Companions may be added to those that the options ask for; they are called first.

        The recipe of a search with the same parts may be given, which saves assembling it again.
        """
        self.options = options
        self.trees = SearchTrees(options, seed, recipe)
        self.companions = [*companions, *self.trees.recipe.companions(options)]
        self._watch = Stopwatch()
        self._root: Root | None = None
        self._is_readable = False  # whether the trees belong to the root; guarded by their lock
        self._explainer = Explainer(options, self.trees)

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

    def begin(
        self, game: Game, colour: Colour, side: Colour | None = None, restriction: Restriction = NO_RESTRICTION
    ) -> None:
        """Make a position the root, and keep what the tree knows about it.

        ``side`` is the side that searches, if that is not the colour to move: when pondering, it keeps its own komi.
        Raises ValueError if a move of the restriction is not on the board. If this fails, whatever the reason, the next
        search starts with empty trees.
        """
        self.trees.is_stopped = False  # from here on ``stop`` counts
        with self.trees.lock:
            self._is_readable = False
            # While this runs, the trees belong to no position.
            before, self._root = self._root, None
        position, board = root_position(game, colour), game.board_for(colour)
        known = before.position if before is not None else None
        points = known.moves_to(position) if known is not None else None
        self.trees.set_position(game, board, restriction)
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
            restriction=restriction,
        )
        are_valid = [companion.begin(context) for companion in self.companions]
        are_valid.append(before is None or _fits(before.context.restriction, restriction, points))
        self.trees.set_root(points if all(are_valid) and self.options.reuse else None, position)
        allowed = _allowed_points(game, colour, restriction)
        self.trees.add_root_children(allowed)
        if CHECK:
            self.trees.check()
        self._root = Root(position, Rounds(self.trees, self.companions, context, allowed))
        self._is_readable = True

    def prepare(self) -> None:
        """Compile, or load, what a search of the root needs."""
        self.trees.prepare()

    def run(self, limit: Limit | Pace, until: Event | None = None) -> Report:
        """Search until a limit is reached, or for as long as a pace says; the event ends it earlier."""
        (report,) = self.reports(limit, math.inf, until)
        return report

    def reports(self, limit: Limit | Pace, interval: float, until: Event | None = None) -> Iterator[Report]:
        """Search as ``run`` does, and yield a report every so many seconds (0 for none) and at the end."""
        pace = limit if isinstance(limit, Pace) else Pace(limit, limit)
        root, interval = self.root, interval or math.inf
        rounds, due, is_new = root.rounds, interval, True
        for done in self._rounds(root, rounds.run(pace, self._watch, until, interval / ROUNDS_A_REPORT)):
            is_new = True
            if not pace.is_fixed and pace.is_enough(self.standing(done)):
                break
            if rounds.seconds >= due:
                due, is_new = max(due, rounds.seconds - interval) + interval, False
                yield self.report()
        if is_new:
            yield self.report()

    def work(self, until: Event | None = None) -> None:
        """Search until ``stop``, or until the event is set, without a report: that would take time at the end."""
        root, endless = self.root, Pace(Limit(), Limit())
        for _ in self._rounds(root, root.rounds.run(endless, self._watch, until)):
            pass

    def _rounds(self, root: Root, rounds: Iterator[int]) -> Iterator[int]:
        """Yield from the rounds of a search. If one fails, the next search starts with empty trees."""
        try:
            yield from rounds
            if CHECK:
                self.trees.check()
        except Exception:
            with self.trees.lock:
                if self._root is root:
                    self._root, self._is_readable = None, False
            raise

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

    def walk(self, depth: int, share: float) -> list[NodeReport]:
        """Return the nodes down to a depth with a share of the root's visits; of several trees, those of the first."""
        with self.trees.lock:
            context = self.root.context
            return list(walk(self.nodes, context.colour, context.game.size, depth, share))

    def children(self, names: Sequence[str], most: int | None, *, explained: bool) -> list[NodeReport]:
        """Return the children of the node that moves lead to from the root, the most visited first, or some of them.

        Empty if the node has none or is not in the tree, and while a new root is being set. Of several trees the first
        is read. Raises ValueError for a name that is not a move.
        """
        if explained and self._is_readable:
            self._explainer.compile()  # takes seconds when it is first asked for, so not while the search waits
        with self.trees.lock:
            if not self._is_readable:
                return []
            context = self.root.context
            points = [Move.parse(name, context.colour, context.game.size).point for name in names]
            path = path_along(self.nodes, points)
            if path is None:
                return []
            urgencies = self._explainer.urgencies(path) if explained else {}
            return children_of(self.nodes, context, path, most, urgencies)

    def save_book(self, path: Path, least_visits: int) -> int:
        """Write the nodes whose parent has enough visits as a tree book; return how many. Cuts the tree down to them.

        Raises ValueError if the root is not the empty board.
        """
        with self.trees.lock:
            return self.trees.save_book(path, self.root.position, least_visits)

    def close(self) -> None:
        """End the threads, free the memory of the trees, and let the companions release what they hold."""
        self.stop()
        with self.trees.lock:
            self._is_readable = False
            self._root = None
        for companion in self.companions:
            companion.close()
        self.trees.close()


def _fits(before: Restriction, restriction: Restriction, points: list[Point] | None) -> bool:
    """Return whether a tree made with one restriction can be used with another; ``points`` lead to the new root.

    Moves that are avoided at the root only are no matter for the trees below it.
    """
    return max(before.depth, restriction.depth) <= 1 if points else before == restriction


def _allowed_points(game: Game, colour: Colour, restriction: Restriction) -> set[Point]:
    """Return the moves that may be searched at the root.

    Of moves that are mirror images of each other one is enough, unless the restriction treats them differently.
    """
    if not restriction:
        return {int(PASS), *game.distinct_points(colour)}
    depths = restriction.depths(game.size, len(game.board.colour))[colour]
    return {point for point in (int(PASS), *game.legal_points(colour)) if not depths[point]}
