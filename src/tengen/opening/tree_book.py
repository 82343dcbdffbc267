"""The tree book: a tree that was searched from the empty board and written to a file, for the first searches of games.

A search without a tree of its own starts from the subtree of the book below the game's moves. It goes on from there, so
the book is advice with the weight of its visits, not an order. Games that are the same when the board is turned or
mirrored are found as well.
"""

import math
import os
import zipfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from tengen.board.board import Board, new_board
from tengen.board.point import EMPTY, MAX_SIZE, MIN_SIZE, PASS, Point
from tengen.board.symmetry import SYMMETRIES, symmetry_table
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.attempt import attempt, keys_after
from tengen.parts.check import Inconsistent, require
from tengen.parts.options import OptionError
from tengen.parts.regular_file import regular_file
from tengen.tree.arena import Tree, clear, compact
from tengen.tree.check import check_nodes
from tengen.tree.children import Children, node_after
from tengen.tree.node import FORBIDDEN, POINT_BITS, ROOT, Node, Nodes

FORMAT = "tengen tree book 1"
MOST_BYTES = 2**31  # of a book in memory


class TreeBook(NamedTuple):
    """A tree of the empty board."""

    size: int
    komi: float
    nodes: Nodes

    def find(self, points: Iterable[Point]) -> tuple[int, int] | None:
        """Return the node after some moves, Black's first, and the symmetry under which they are in the book.

        None if they are not, or if nothing is known there.
        """
        points = list(points)
        for symmetry, table in enumerate(symmetry_table(self.size)):
            node = self._walk([int(table[point]) for point in points])
            if node is not None:
                return node, symmetry
        return None

    def _walk(self, points: list[Point]) -> int | None:
        node = node_after(self.nodes, points)
        return node if node is not None and Children(self.nodes, node).block else None


def save_tree(path: Path, size: int, komi: float, nodes: Nodes, tree: Tree, least_visits: int) -> int:
    """Write the nodes whose parent has enough visits to a file, and return how many; the tree is cut down to them."""
    compact(nodes, tree, u64(ROOT), u64(least_visits))
    kept = nodes[: int(tree.used)]
    with path.open("wb") as file:
        np.savez_compressed(file, format=FORMAT, size=size, komi=komi, nodes=kept)
    return len(kept)


def read_tree_book(path: str) -> TreeBook:
    """Return the book of a file; raises OptionError if it is none.

    The whole file is checked, since compiled code trusts what is in a tree: the nodes must form a tree, and each move
    must be legal. A file that has not changed is read once.
    """
    try:
        with regular_file(path) as file:
            status = os.fstat(file.fileno())
    except OSError as error:
        raise OptionError(f"the book {path} cannot be read: {error.strerror}") from None
    return _read(path, (status.st_ino, status.st_size, status.st_mtime_ns))


@lru_cache(maxsize=2)
def _read(path: str, _version: tuple[int, ...]) -> TreeBook:
    try:
        with regular_file(path) as file:
            _check_archive(file)
            with np.load(file, allow_pickle=False) as parts:
                if str(parts["format"]) != FORMAT:
                    raise Inconsistent("it is of another version")
                found, size, komi = parts["nodes"], int(parts["size"]), float(parts["komi"])
        _check(found, size, komi)
    except OSError as error:
        raise OptionError(f"the book {path} cannot be read: {error.strerror or 'it is damaged'}") from None
    except Inconsistent as error:
        raise OptionError(f"{path} is no tree book: {error}") from None
    except Exception:  # NumPy raises many kinds of error, and some of them quote the file
        raise OptionError(f"{path} is no tree book, or it is damaged") from None
    return TreeBook(size, komi, found.view(np.recarray))  # whose nodes have attributes, as those of a search


def _check_archive(file: BinaryIO) -> None:
    """Raise Inconsistent for a file that would need too much memory; it may be compressed a thousandfold."""
    with zipfile.ZipFile(file) as archive:
        require(sum(part.file_size for part in archive.infolist()) <= MOST_BYTES, "it is too large")
        for part in archive.infolist():
            with archive.open(part) as stream:
                version = np.lib.format.read_magic(stream)
                read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
                shape, _, kind = read(stream)
                require(math.prod(shape) * kind.itemsize <= part.file_size, "it is damaged")
    file.seek(0)


def _check(nodes: Nodes, size: int, komi: float) -> None:
    """Raise Inconsistent for nodes that would lead a search astray."""
    require(MIN_SIZE <= size <= MAX_SIZE and math.isfinite(komi), "it has no board")
    kinds = {name: np.dtype(kind) for name, (kind, _) in Node.fields_declared.items()}
    require(nodes.ndim == 1 and nodes.dtype.names, "it has no nodes")
    require(all(nodes.dtype[name].base.kind in "fiu" for name in nodes.dtype.names), "its nodes have other fields")
    require(set(kinds) <= set(nodes.dtype.names), "its nodes lack fields")
    require(all(nodes.dtype[name] == kind for name, kind in kinds.items()), "its nodes have other fields")
    points = symmetry_table(size).shape[1]
    check_nodes(nodes, len(nodes), points)
    for visits in (name for name in nodes.dtype.names if name.endswith("visits")):
        wins = visits.removesuffix("visits") + "wins"
        if wins in nodes.dtype.names:
            require(not nodes[wins][nodes[visits] == 0].any(), f"it has {wins} without {visits}")
    require(int(nodes["point"][ROOT]) & int(POINT_BITS) < points, "its root is not on the board")
    _check_moves(nodes, new_board(size))


def _check_moves(nodes: Nodes, board: Board) -> None:
    """Raise Inconsistent if a node's move cannot be played in the position of its parent."""
    positions = [(int(ROOT), board)] if nodes["children"][ROOT] else []
    scratch = copy_of(board)
    while positions:
        node, board = positions.pop()
        first = int(nodes["children"][node])
        last = first + int(nodes["siblings"][first])
        points = nodes["point"][first:last] & int(POINT_BITS)
        stones = points[points != PASS].astype(np.uint64)
        require((board.colour[stones] == EMPTY).all(), "it has a move that cannot be played")
        outcomes = keys_after(board, scratch, u64(board.to_play), stones, np.empty(len(stones), np.uint64))
        require((outcomes >= 0).all(), "it has a move that is against the rules")
        for child in first + np.flatnonzero(nodes["children"][first:last]):
            after = copy_of(board)
            attempt(board, after, u64(int(nodes["point"][child]) & int(POINT_BITS)), u64(board.to_play))
            positions.append((int(child), after))


def begin_with(book: TreeBook, points: Iterable[Point], nodes: Nodes, tree: Tree) -> bool:
    """Make what a book has below some moves the tree; return whether it has anything, else the tree stays empty.

    Raises OptionError if it is larger than the arena.
    """
    if len(book.nodes) > len(nodes):
        raise OptionError(
            f"the tree book has {len(book.nodes):,} nodes, and there is room for {len(nodes):,}: set memory"
        )
    clear(nodes, tree)
    found = book.find(points)
    if found is None:
        return False
    node, symmetry = found
    # The book may be of a search with other parts: what this one keeps and the book has not, begins at 0.
    nodes[: len(book.nodes)] = np.zeros(1, nodes.dtype)
    for name in set(nodes.dtype.names) & set(book.nodes.dtype.names):
        if nodes.dtype[name] == book.nodes.dtype[name]:
            nodes[name][: len(book.nodes)] = book.nodes[name]
    tree.used = len(book.nodes)
    if node != ROOT:
        compact(nodes, tree, u64(node), u64(0))
    _turn(nodes[: int(tree.used)], _inverse(symmetry, book.size), book.size)
    return True


def _inverse(symmetry: int, size: int) -> int:
    table = symmetry_table(size)
    board = np.flatnonzero(table[0])
    return next(s for s in range(SYMMETRIES) if (table[s][table[symmetry][board]] == board).all())


def _turn(nodes: Nodes, symmetry: int, size: int) -> None:
    """Turn the points of all nodes; what superko forbids stays forbidden, and the pass a pass."""
    points = nodes["point"]
    nodes["point"] = symmetry_table(size)[symmetry][points & int(POINT_BITS)] | (points & int(FORBIDDEN))
    assert symmetry_table(size)[symmetry][PASS] == PASS
