"""Searching a position: threads around the compiled simulations, limits, and the tree kept from move to move."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, dimensions, new_board, size_of
from tengen.board.grid import Move
from tengen.board.point import BLACK, PASS, WHITE, Colour, Point
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.opening.tree_book import begin_with, read_tree_book, save_tree
from tengen.parts.options import to_record
from tengen.playout.liberty_map import new_ratings
from tengen.playout.state import Tally
from tengen.search.area import SearchArea
from tengen.search.dump import NodeReport, children_of, walk
from tengen.search.komi import DynamicKomi, Results, situation_of
from tengen.search.maps import chain_reports, criticality_map, criticality_of
from tengen.search.options import SearchOptions
from tengen.search.report import MoveReport, Report
from tengen.search.scaling import scale_for
from tengen.search.timing import WORTH, Limits, Pace, Standing
from tengen.tree.arena import Tree, clear, compact, new_nodes, prune, set_history
from tengen.tree.node import FORBIDDEN, POINT_BITS, ROOT, Nodes
from tengen.tree.recipe import entries_for, search_module, uses_local_tree
from tengen.tree.thread import SearchThread, new_thread

FIRST_ROUND = 64  # simulations of a thread before the clock is looked at
ROUND_SECONDS = 0.1
LONGEST_SEQUENCE = 30
SUPERKO = {"simple": 0, "positional": 1, "situational": 2}


class _Root(NamedTuple):
    """What a kept tree belongs to."""

    size: int
    start: int
    """The key of the position before the first move."""
    komi: float
    rules: str
    moves: list[Move]
    colour: Colour


class Search:
    """A tree search with its memory. One search at a time; ``stop`` may be called from another thread."""

    def __init__(self, options: SearchOptions, seed: int) -> None:
        self.options = options
        self._record = to_record(options)
        self._module = search_module(options)
        self._seed = seed
        self._pool = ThreadPoolExecutor(options.threads) if options.threads > 1 else None
        count = options.threads if options.parallel == "root" else 1
        self._trees: list[tuple[Nodes, Tree]] = [(new_nodes(options.memory / count), Tree.new()) for _ in range(count)]
        self._ratings = new_ratings(entries_for(options))
        self._threads: list[SearchThread] = []
        self._komi = DynamicKomi(options.komi)
        self._area = SearchArea(options)
        self._allowed: set[Point] = set()
        self._all_alive = False
        self._root: _Root | None = None
        self._board: Board | None = None
        self._stopped = False
        self._seconds = 0.0
        self.on_clear: Callable[[], None] = lambda: None
        """Called when the tree has been cleared in the middle of a search."""

    @property
    def nodes(self) -> Nodes:
        """The arena; that of the first tree if there are several."""
        return self._trees[0][0]

    def stop(self) -> None:
        """End the search that is running, soon."""
        self._stopped = True

    def begin(self, game: Game, colour: Colour, side: Colour | None = None) -> None:
        """Make a position the root, and keep what the tree has about it.

        ``side`` is who searches, if that is not the colour to move: who ponders keeps their own dynamic komi.
        """
        board = game.board_for(colour)
        root = _Root(game.size, int(game.start.key), game.compensation, game.rules.name, list(game.moves), colour)
        way = self._way_to(root)
        if way is None and uses_local_tree(self.options):
            self._ratings[:] = 0  # sequences of another game would mislead
        if not self.options.reuse:
            way = None
        self._komi.begin(situation_of(game, side or colour), goes_on=self._is_below(root))
        self._root, self._board = root, board
        if not self._threads or size_of(self._threads[0].playout.root) != game.size:
            self._threads = [new_thread(board, self._seed + i) for i in range(self.options.threads)]
        for thread in self._threads:
            thread.playout.root = board
            thread.playout.tally = Tally.new(**dimensions(game.size))
        self._all_alive = not game.rules.removes_dead
        if not self._area.settle(board, [move.point for move in game.moves], self._threads):
            way = None
        for nodes, tree in self._trees:
            self._move_root(nodes, tree, way)
            tree.komi = root.komi
            tree.superko = SUPERKO[game.rules.ko]
            tree.all_alive = self._all_alive and not self._area.is_restricted
            tree.has_mutex = self.options.parallel == "mutex"
            tree.simulations = tree.depth = tree.lock = 0
            tree.wins = tree.real_wins = 0.0
            self._komi.write_to(tree)
            set_history(tree, game.seen_keys())
        self._allowed = {int(PASS), *game.distinct_points(colour)}
        self._give_root_children()
        self._rescale()
        self._seconds = 0.0
        self._stopped = False

    def _way_to(self, root: _Root) -> list[Point] | None:
        """Return the moves from the tree's root to a new one; None if it is not below it."""
        old = self._root
        if old is None or not self._is_below(root):
            return None
        new = root.moves[len(old.moves) :]
        colours = [move.colour for move in new] + [root.colour]
        expected = [old.colour if i % 2 == 0 else 3 - old.colour for i in range(len(colours))]
        return [move.point for move in new] if colours == expected else None

    def _is_below(self, root: _Root) -> bool:
        """Return whether a position comes later in the game of the tree, or is the tree's root."""
        old = self._root
        return old is not None and old[:4] == root[:4] and old.moves == root.moves[: len(old.moves)]

    def _move_root(self, nodes: Nodes, tree: Tree, way: list[Point] | None) -> None:
        node = int(ROOT)
        for point in way or []:
            found = [c for c in self._children(nodes, node) if int(nodes[c].point) == point]
            if not found:  # or it is struck out, because its twin was searched
                way = None
                break
            node = found[0]
        if way is None:
            self._open(nodes, tree)
        elif node != ROOT:
            compact(nodes, tree, u64(node), u64(0))

    def _open(self, nodes: Nodes, tree: Tree) -> None:
        """Begin with what the tree book has about the root, or with nothing."""
        root = self._root
        assert root is not None
        clear(nodes, tree)
        if not self.options.book.tree:
            return
        book = read_tree_book(self.options.book.tree)
        colours = [*(move.colour for move in root.moves), root.colour]
        is_usual = colours == [BLACK if i % 2 == 0 else WHITE for i in range(len(colours))]
        is_empty = root.start == int(new_board(root.size).key)
        if is_usual and is_empty and (book.size, book.komi) == (root.size, root.komi):
            begin_with(book, [move.point for move in root.moves], nodes, tree)

    def save_book(self, path: Path, least_visits: int) -> int:
        """Write the nodes whose parent has enough visits as a tree book; return how many.

        The root must be the empty board. The tree is cut down to what is written.
        """
        assert self._root is not None
        nodes, tree = self._trees[0]
        return save_tree(path, self._root.size, self._root.komi, nodes, tree, least_visits)

    def _give_root_children(self) -> None:
        """Let the root have its children, and strike out those that the rules forbid or that have a twin."""
        for (nodes, tree), thread in zip(self._trees, self._threads, strict=False):
            if not self._children(nodes, int(ROOT)):
                thread.playout.board = thread.playout.root
                thread.path[0] = ROOT
                thread.length = 1
                self._module.expand(nodes, tree, thread, self._record)
            for child in self._children(nodes, int(ROOT)):
                if int(nodes[child].point) not in self._allowed:
                    nodes[child].point = int(nodes[child].point) | int(FORBIDDEN)

    def prepare(self) -> None:
        """Compile, or load, what a search of the root needs."""
        self._round(0)

    def run(self, limits: Limits | Pace) -> Report:
        """Search until a limit is reached, or for as long as a pace says."""
        pace = limits if isinstance(limits, Pace) else Pace(limits, limits)
        for done in self._rounds(pace.desired, pace.longest):
            if not pace.is_fixed and pace.is_enough(self.standing(done)):
                break
        return self.report()

    def reports(self, limits: Limits, interval: float) -> Iterator[Report]:
        """Search, and yield a report every so many seconds (0 for none) and at the end."""
        next_report = interval or float("inf")
        for _ in self._rounds(limits):
            if self._seconds >= next_report:
                next_report = self._seconds + interval
                yield self.report()
        yield self.report()

    def _rounds(self, limits: Limits, longest: Limits | None = None) -> Iterator[int]:
        """Search round by round, and yield the simulations so far; beyond the limits if there are longer ones.

        No round goes across the limit of simulations.
        """
        longest = longest or limits
        if not limits.simulations and not limits.seconds:
            raise ValueError("a search needs a limit: simulations or seconds")
        self.prepare()  # before the clock starts
        started = time.perf_counter()
        before = self._own_simulations()
        assert self._root is not None
        self._area.estimate(self._threads, self._pool, self._root.komi, limits.seconds)
        done = 0
        size = FIRST_ROUND * self.options.threads
        while not self._stopped:
            if longest.share(done, time.perf_counter() - started) >= 1:
                break
            for count in (self._area.part(limits.simulations), limits.simulations, longest.simulations):
                if count > done:
                    size = min(size, count - done)
            done += self._round(min(size, self._komi.room))
            self._balance()
            self._seconds = time.perf_counter() - started
            if self._area.is_left(limits.share(done, self._seconds)):
                self._look_elsewhere()
            size = _next_round(self._own_simulations() - before, self._seconds, longest)
            yield done

    def standing(self, simulations: int) -> Standing:
        """Return how the moves stand after so many simulations of this search."""
        assert self._board is not None
        assert self._root is not None
        counts = np.zeros((2, len(self._board.colour)))
        for nodes, _ in self._trees:
            counts += self._counts(nodes, int(ROOT))
        visits, wins = counts
        if self._area.is_restricted:
            visits[int(PASS)] = 0  # it means to play elsewhere, and is not played
        values = wins / np.maximum(visits, 1)
        if self._root.colour != BLACK:
            values = 1 - values
        second, first = np.lexsort((values, visits))[-2:]
        is_believed = (visits > 0) & (visits >= WORTH * visits[first])
        return Standing(
            simulations,
            self._seconds,
            int(visits[first]),
            int(visits[first] - visits[second]),
            float(values[first]),
            float(values[second]) if visits[second] else 0.0,
            self._reply_value(int(first), float(values[first])),
            float(values[is_believed].max(initial=0.0)),
        )

    def _counts(self, nodes: Nodes, node: int) -> NDArray[np.float64]:
        """Return the visits of a node's children by their points, and Black's wins in them."""
        assert self._board is not None
        counts = np.zeros((2, len(self._board.colour)))
        children = self._children(nodes, node)
        block = slice(children.start, children.stop)
        points = nodes["point"][block]
        is_allowed = points < FORBIDDEN
        counts[0, points[is_allowed]] = nodes["visits"][block][is_allowed]
        counts[1, points[is_allowed]] = nodes["wins"][block][is_allowed]
        return counts

    def _reply_value(self, point: Point, otherwise: float) -> float:
        """Return the mover's value after the most visited answer to a move at the root."""
        assert self._root is not None
        visits = wins = 0.0
        for nodes, _ in self._trees:
            found = [c for c in self._children(nodes, int(ROOT)) if int(nodes["point"][c]) == point]
            if found and self._children(nodes, found[0]):
                counts = self._counts(nodes, found[0])
                answer = int(counts[0].argmax())
                visits, wins = visits + counts[0, answer], wins + counts[1, answer]
        if not visits:
            return otherwise
        return wins / visits if self._root.colour == BLACK else 1 - wins / visits

    def _look_elsewhere(self) -> None:
        """Search the whole board for the rest of the time if the best in the group is a pass: to play elsewhere."""
        if max(self._move_reports(is_black=True), key=lambda move: move.visits).point != PASS:
            return
        self._area.leave(self._threads)
        self._komi.forget_scores()
        for nodes, tree in self._trees:
            clear(nodes, tree)
            tree.all_alive = self._all_alive
        self._give_root_children()
        self.on_clear()

    def _round(self, simulations: int) -> int:
        """Let all threads do simulations together; return how many they did. A full arena is pruned."""
        before = self._own_simulations()
        if self._pool and self.options.parallel == "leaf":
            simulations = self._play_leaves_together(self._pool, simulations)
        shares = len(self._trees)
        for i, (_, tree) in enumerate(self._trees):
            tree.remaining = simulations // shares + (i < simulations % shares)
        jobs = [(self._trees[i % shares], thread) for i, thread in enumerate(self._threads)]
        if self._pool is None or self.options.parallel == "leaf":
            self._search_with(*jobs[0])
        else:
            for done in [self._pool.submit(self._search_with, *job) for job in jobs]:
                done.result()
        for nodes, tree in self._trees:
            if tree.is_full:
                prune(nodes, tree)
        return self._own_simulations() - before

    def _own_simulations(self) -> int:
        """Return how many simulations were done here since the search began."""
        return sum(int(tree.simulations) for _, tree in self._trees)

    def _balance(self) -> None:
        """Let the last round decide how the next one is judged: its komi, and the weight of the score."""
        self._rescale()
        if not self._komi.is_on:
            return
        assert self._root is not None
        found = Results(
            self._own_simulations(),
            sum(float(tree.wins) for _, tree in self._trees),
            sum(float(thread.playout.tally.score) for thread in self._threads),
        )
        if self._komi.observe(found, self._root.komi):
            for _, tree in self._trees:
                self._komi.write_to(tree)

    def _rescale(self) -> None:
        """Write the weight of the score into the record of options that the simulations read."""
        if self.options.reward.dynamic == "none":
            return
        assert self._board is not None
        owners, playouts = self._owners()
        self._record["reward"]["scale"] = scale_for(self.options.reward, self._board, owners, playouts)

    def _owners(self) -> tuple[NDArray[np.float64], int]:
        """Return who owned each point at the end of the playouts, and how many there were."""
        playouts = sum(int(thread.playout.tally.playouts) for thread in self._threads)
        sums = sum((thread.playout.tally.owner for thread in self._threads), np.zeros(1))
        return sums / max(1, playouts) + self._area.outside_owner, playouts

    def _play_leaves_together(self, pool: ThreadPoolExecutor, simulations: int) -> int:
        """Let one thread select leaves and all of them play out; return how many simulations are left over."""
        leader, *others = self._threads
        ((nodes, tree),) = self._trees
        tree.remaining, left = divmod(simulations, len(self._threads))
        tree.assistants = len(others)
        tree.leaf = tree.answers = tree.is_over = 0
        module, rest = self._module, (self._ratings, self._record)
        work = [pool.submit(module.lead, nodes, tree, leader, *rest)]
        work += [pool.submit(module.assist, nodes, tree, leader, thread, *rest) for thread in others]
        for done in work:
            done.result()
        return left

    def _search_with(self, shared: tuple[Nodes, Tree], thread: SearchThread) -> None:
        self._module.search(*shared, thread, self._ratings, self._record)

    def report(self) -> Report:
        """Return what has been found so far."""
        assert self._root is not None
        assert self._board is not None
        is_black = self._root.colour == BLACK
        simulations = self._own_simulations()
        owners, playouts = self._owners()
        moves = sorted(self._move_reports(is_black), key=lambda move: (-move.visits, -move.value))
        if self._area.is_restricted:
            moves = [move for move in moves if move.point != PASS]
        visits = sum(int(nodes[0].visits) for nodes, _ in self._trees)
        black_wins = sum(float(nodes[0].wins) for nodes, _ in self._trees)
        share = black_wins / visits if visits else 0.5
        critical = criticality_map(self._threads)
        return Report(
            moves=moves,
            value=share if is_black else 1 - share,
            score=sum(float(thread.playout.tally.score) for thread in self._threads) / max(1, playouts)
            - self._root.komi,
            ownership=owners,
            visits=visits,
            simulations=simulations,
            seconds=self._seconds,
            depth=sum(int(tree.depth) for _, tree in self._trees) / max(1, simulations),
            nodes=sum(int(tree.used) for _, tree in self._trees),
            colour=self._root.colour,
            size=self._root.size,
            won=self._won(simulations),
            extra_komi=self._komi.in_blacks_view,
            criticality=critical,
            chains=None if critical is None else chain_reports(self._board, self._threads),
        )

    def _won(self, simulations: int) -> float | None:
        """Return the share of simulations that the side to move wins with the real komi, where that is counted."""
        assert self._root is not None
        if not self._komi.is_on or not simulations:
            return None
        share = sum(float(tree.real_wins) for _, tree in self._trees) / simulations
        return share if self._root.colour == BLACK else 1 - share

    def walk(self, depth: int, share: float) -> Iterator[NodeReport]:
        """Yield the nodes down to a depth with a share of the root's visits; of several trees, those of the first."""
        assert self._root is not None
        return walk(self._trees[0][0], self._root.colour, depth, share)

    def _move_reports(self, is_black: bool) -> Iterator[MoveReport]:  # noqa: FBT001
        """Yield the moves at the root that have been tried, all trees together."""
        by_point: dict[int, list[Any]] = {}
        for nodes, _ in self._trees:
            for child in self._children(nodes, int(ROOT)):
                node = nodes[child]
                if node.visits and not int(node.point) & int(FORBIDDEN):
                    by_point.setdefault(int(node.point), []).append((nodes, child, node))
        for point, found in by_point.items():

            def mean(wins: str, games: str, found: list[Any] = found) -> float | None:
                total = sum(float(node[games]) for *_, node in found)
                share = sum(float(node[wins]) for *_, node in found) / total if total else None
                return share if share is None or is_black else 1 - share

            nodes, child, _ = max(found, key=lambda f: int(f[2].visits))
            yield MoveReport(
                point,
                sum(int(node.visits) for *_, node in found),
                mean("wins", "visits") or 0.0,
                mean("amaf_wins", "amaf_visits"),
                mean("prior_wins", "prior_visits"),
                self._sequence(nodes, child),
                self._criticality_at(found),
            )

    def _criticality_at(self, found: list[Any]) -> float | None:
        """Return the criticality of a move at the root, all trees together; None if it was not counted."""
        games = wins = 0.0
        for nodes, *_ in found:
            first = self._children(nodes, int(ROOT)).start
            passing = nodes[first + int(nodes[first].pass_place)]
            games += float(passing.owned_black)
            wins += float(passing.owned_winner)
        black, winner = (sum(float(node[name]) for *_, node in found) for name in ("owned_black", "owned_winner"))
        return float(criticality_of(black, winner, games, wins)) if games else None

    def _sequence(self, nodes: Nodes, node: int) -> list[Point]:
        """Return the moves from a node down the most visited children."""
        points: list[Point] = []
        while len(points) < LONGEST_SEQUENCE:
            points.append(int(nodes[node].point) & int(POINT_BITS))
            children = self._children(nodes, node)
            if not children:
                break
            # Field by field: records one by one would take seconds on a large board.
            block = slice(children.start, children.stop)
            visits = np.where(nodes["point"][block] < FORBIDDEN, nodes["visits"][block], 0)
            if not visits.any():
                break
            node = children[int(visits.argmax())]
        return points

    @staticmethod
    def _children(nodes: Nodes, node: int) -> range:
        return children_of(nodes, node)


def _next_round(done: int, seconds: float, limits: Limits) -> int:
    """Return how many simulations fit into a round, the last of them just into the time limit."""
    speed = done / max(seconds, 1e-6)
    left = limits.seconds - seconds if limits.seconds else ROUND_SECONDS
    return max(1, int(speed * min(ROUND_SECONDS, max(0.0, left))))
