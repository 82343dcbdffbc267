"""Where a search keeps its trees and threads, and how a new position becomes the root."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tengen.board.board import Board, dimensions, new_board, size_of
from tengen.board.check import check_board
from tengen.board.grid import Move
from tengen.board.point import BLACK, WHITE, Colour, Point
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.game.restriction import Restriction
from tengen.opening.tree_book import begin_with, read_tree_book, save_tree
from tengen.parts.assemble import own_parts_named
from tengen.parts.options import to_record
from tengen.playout.liberty_map import new_ratings
from tengen.playout.state import Tally
from tengen.search.lag import MachineLag
from tengen.search.options import SearchOptions
from tengen.search.round_lock import RoundLock
from tengen.tree.arena import Tree, clear, compact, least_visits_for, new_nodes, prune, set_history
from tengen.tree.check import check_nodes
from tengen.tree.children import Children, node_after
from tengen.tree.node import FORBIDDEN, ROOT, Nodes
from tengen.tree.recipe import Recipe, recipe_for
from tengen.tree.sequence import sequences_from
from tengen.tree.thread import SearchThread, new_thread

RELEASE_SECONDS = 0.01  # between two looks at whether a thread has ended
SUPERKO = {"simple": 0, "positional": 1, "situational": 2}


class RootPosition(NamedTuple):
    """What a tree belongs to: a position with the game that led to it."""

    size: int
    start: int
    """The key of the position before the first move."""
    komi: float
    rules: str
    moves: list[Move]
    colour: Colour

    def is_followed_by(self, later: "RootPosition") -> bool:
        """Return whether a position comes later in the same game, or is the same."""
        return self[:4] == later[:4] and self.moves == later.moves[: len(self.moves)]

    def moves_to(self, later: "RootPosition") -> list[Point] | None:
        """Return the moves that lead to a position; None if it is not later in the game, or colours do not alternate.

        The tree below a root has moves of alternating colours only.
        """
        if not self.is_followed_by(later):
            return None
        new = later.moves[len(self.moves) :]
        colours = [move.colour for move in new] + [later.colour]
        expected = [self.colour if i % 2 == 0 else 3 - self.colour for i in range(len(colours))]
        return [move.point for move in new] if colours == expected else None


def root_position(game: Game, colour: Colour) -> RootPosition:
    """Return what identifies a root: the game so far, and whose turn it is taken to be."""
    return RootPosition(game.size, int(game.start.key), game.compensation, game.rules.name, list(game.moves), colour)


class SearchTrees:
    """The trees of a search, its threads, and what they share. They are kept from move to move."""

    def __init__(self, options: SearchOptions, seed: int, recipe: Recipe | None = None) -> None:
        self.options = options
        self.record = to_record(options)
        self.recipe = recipe or recipe_for(options)
        self.ratings = new_ratings(self.recipe.ratings)
        self._book = read_tree_book(options.book.tree) if options.book.tree else None
        count = options.threads if options.parallel == "root" else 1
        self.all: list[tuple[Nodes, Tree]] = [
            (new_nodes(self.recipe.node, options.memory / count), self.recipe.tree.new()) for _ in range(count)
        ]
        self.threads: list[SearchThread] = []
        self.is_stopped = False
        self.lag = MachineLag()
        """How long the threads of this search wait for a processor."""
        self.lock = RoundLock()
        """Held while the trees change, so that another thread can read them between two rounds of a search."""
        self._can_prune = False
        self._seed = seed
        self._module = self.recipe.module
        self._pool = ThreadPoolExecutor(options.threads) if options.threads > 1 else None

    @property
    def first(self) -> tuple[Nodes, Tree]:
        """The tree, or the first of several."""
        return self.all[0]

    @property
    def simulations(self) -> int:
        """Simulations of this process since the root was set."""
        return sum(int(tree.simulations) for _, tree in self.all)

    def set_position(self, game: Game, board: Board, restriction: Restriction) -> None:
        """Tell threads and trees the position to search, and the moves to avoid; the nodes stay as they are.

        Raises ValueError if a move of the restriction is not on the board.
        """
        depths = restriction.depths(game.size, len(board.colour))
        if not self.threads or size_of(self.threads[0].playout.root) != game.size:
            self.threads = [new_thread(self.recipe.thread, board, self._seed + i) for i in range(self.options.threads)]
        for thread in self.threads:
            thread.playout.root = board
            thread.playout.tally = Tally.new(**dimensions(game.size))
            thread.avoided_until[:] = depths
            thread.avoided_depth = int(depths.max())
        for _, tree in self.all:
            tree.komi = game.compensation
            tree.superko = SUPERKO[game.rules.ko]
            tree.all_alive = not game.rules.removes_dead
            tree.counts_territory = game.rules.scoring == "territory"
            tree.stones_lead = game.stones_lead
            tree.has_mutex = self.options.parallel == "mutex"
            tree.simulations = tree.depth = tree.lock = 0
            set_history(tree, game.seen_keys())

    def set_root(self, points: list[Point] | None, position: RootPosition) -> None:
        """Make the node after some moves the root. A tree that does not have it, and any tree without moves, restarts.

        A tree that restarts has what the tree book knows about the position, or nothing.
        """
        for nodes, tree in self.all:
            # A forbidden move is not found: there was a mirror image of it, which was searched instead.
            node = None if points is None else node_after(nodes, points)
            if node is None:
                clear(nodes, tree)
                if self.threads[0].avoided_depth <= 1:  # a book does not know what is avoided further down
                    self._read_book(position, nodes, tree)
            elif node != ROOT:
                compact(nodes, tree, u64(node), u64(0))

    def prepare(self) -> None:
        """Compile, or load, what a search needs now, and what it needs when the root moves on or a tree is full."""
        self.compile()
        for nodes, tree in self.all:
            least_visits_for(nodes, tree, u64(len(nodes)))
            compact(nodes, tree, u64(ROOT), u64(0))  # keeps all nodes

    def clear(self) -> None:
        """Empty all trees, and count the results of playouts from 0."""
        for nodes, tree in self.all:
            clear(nodes, tree)
        for thread in self.threads:
            thread.playout.tally = Tally.new(**dimensions(size_of(thread.playout.root)))

    def add_root_children(self, allowed: set[Point]) -> None:
        """Give each root its children, and forbid the moves that are not allowed."""
        for number, ((nodes, tree), thread) in enumerate(zip(self.all, self.threads, strict=False)):
            if not Children(nodes, int(ROOT)).block:
                tree.remaining = 0
                self.search_with(number, thread)
            for child in Children(nodes, int(ROOT)).indices:
                if int(nodes[child].point) not in allowed:
                    nodes[child].point = int(nodes[child].point) | int(FORBIDDEN)

    def _read_book(self, position: RootPosition, nodes: Nodes, tree: Tree) -> None:
        """Fill an empty tree with what the tree book knows about the root, if there is a book."""
        book = self._book
        if book is None:
            return
        colours = [*(move.colour for move in position.moves), position.colour]
        is_usual = colours == [BLACK if i % 2 == 0 else WHITE for i in range(len(colours))]
        is_empty = position.start == int(new_board(position.size).key)
        if is_usual and is_empty and (book.size, book.komi) == (position.size, position.komi):
            begin_with(book, [move.point for move in position.moves], nodes, tree)

    def save_book(self, path: Path, position: RootPosition, least_visits: int) -> int:
        """Write the nodes whose parent has enough visits as a tree book; return how many. Cuts the tree down to them.

        Raises ValueError if the root is not the empty board.
        """
        if position.moves or position.start != int(new_board(position.size).key):
            raise ValueError("a tree book needs a search of the empty board")
        return save_tree(path, position.size, position.komi, *self.first, least_visits)

    def compile(self) -> None:
        """Compile, or load, what a search of the position and its report need, and pruning, should the tree fill up."""
        lag = self.lag.seconds
        self.simulate(0)
        self.lag.seconds = lag  # whoever waits for the compiler does not wait for a processor
        sequences_from(self.first[0], np.zeros(0))
        if not self._can_prune:
            nodes, tree = self.recipe.node.array(1), self.recipe.tree.new()
            clear(nodes, tree)
            prune(nodes, tree)
            self._can_prune = True

    def simulate(self, simulations: int) -> int:
        """Let all threads do simulations together; return how many they did. A full tree is pruned afterwards."""
        before = self.simulations
        is_leaf_parallel = self._pool is not None and self.options.parallel == "leaf"
        if self._pool is not None and is_leaf_parallel:
            simulations = self._play_leaves_together(self._pool, simulations)
        count = len(self.all)
        for i, (_, tree) in enumerate(self.all):
            self._order(tree, simulations // count + (i < simulations % count))
        if is_leaf_parallel:
            self.search_with(0, self.threads[0])
        else:
            self._on_all_threads(self._search_measured)
        for nodes, tree in self.all:
            if tree.is_full:
                prune(nodes, tree)
        return self.simulations - before

    def check(self) -> None:
        """Raise Inconsistent if a tree is none, or a thread's board is wrong. No thread may be running."""
        for nodes, tree in self.all:
            check_nodes(nodes, int(tree.used), len(self.threads[0].playout.root.colour))
        for thread in self.threads:
            for board in (thread.playout.root, thread.playout.board):
                if int(board.to_play):  # else the thread has not played yet
                    check_board(board)

    def _order(self, tree: Tree, simulations: int) -> None:
        tree.remaining = simulations
        if self.is_stopped:  # looked at last, as ``stop`` comes from another thread
            tree.remaining = min(simulations, 1)

    def stop(self) -> None:
        """End the round that is running once the simulations in progress are finished; later ones have only one."""
        self.is_stopped = True
        self.end_round()

    def end_round(self) -> None:
        """End the round that is running once the simulations in progress are finished; the next one is not affected."""
        for _, tree in self.all:
            tree.remaining = 0

    def search_with(self, number: int, thread: SearchThread) -> None:
        """Let a thread do the remaining simulations of its tree."""
        with own_parts_named():
            self._module.search(*self.all[number % len(self.all)], thread, self.ratings, self.record)

    def _search_measured(self, number: int, thread: SearchThread) -> None:
        with self.lag.measured():
            self.search_with(number, thread)

    def on_all_threads(self, work: Callable[[SearchThread], object]) -> None:
        """Call a compiled function once with each thread, all at the same time, and wait for them."""
        self._on_all_threads(lambda _, thread: work(thread))

    def _on_all_threads(self, work: Callable[[int, SearchThread], object]) -> None:
        if self._pool is None:
            work(0, self.threads[0])
            return
        self._do_all(self._pool, [(work, i, thread) for i, thread in enumerate(self.threads)])

    def _do_all(self, pool: ThreadPoolExecutor, calls: Sequence[tuple[Any, ...]]) -> None:
        """Call functions with their arguments, each in a thread, and wait; then raise the first error, if any.

        While a thread is still running, nobody else may change the trees: so if one fails, or if the system has no
        more threads, the others are ended first.
        """
        begun: list[Future[object]] = []
        try:
            for function, *arguments in calls:
                begun.append(pool.submit(function, *arguments))
            wait(begun, return_when=FIRST_EXCEPTION)
        finally:
            if not all(one.done() for one in begun):
                self.end_round()
                self._release_leaves(begun)
            wait(begun)
        for one in begun:
            one.result()

    def _play_leaves_together(self, pool: ThreadPoolExecutor, simulations: int) -> int:
        """Let one thread select leaves and all of them play out; return how many simulations are left over."""
        leader, *others = self.threads
        nodes, tree = self.first
        rounds, left = divmod(simulations, len(self.threads))
        self._order(tree, rounds)
        tree.assistants = len(others)
        tree.leaf = tree.answers = tree.is_over = 0
        module, rest = self._module, (self.ratings, self.record)
        assistants = [(module.assist, nodes, tree, leader, thread, *rest) for thread in others]
        self._do_all(pool, [(module.lead, nodes, tree, leader, *rest), *assistants])
        return left

    def _release_leaves(self, begun: list[Future[object]]) -> None:
        """End leaf parallelism after one of its threads has failed, for which the others would wait for ever."""
        if self.options.parallel != "leaf":
            return
        _, tree = self.first
        leader = begun[0]
        while not leader.done():
            tree.remaining, tree.answers = 0, tree.assistants
            wait([leader], RELEASE_SECONDS)
        if leader.exception() is not None:  # else it has ended the assistants itself
            tree.is_over = 1
            tree.leaf += 1

    def close(self) -> None:
        """End the threads and free the memory of the trees."""
        if self._pool is not None:
            self._pool.shutdown()
        self.all, self.threads = [], []
