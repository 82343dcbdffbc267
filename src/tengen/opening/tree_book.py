"""The tree book: a tree that was searched from the empty board and written to a file, for the first searches of games.

A search without a tree of its own starts from the subtree of the book below the game's moves. It goes on from there, so
the book is advice with the weight of its visits, not an order. Games that are the same when the board is turned or
mirrored are found as well.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tengen.board.point import PASS, Point
from tengen.board.symmetry import SYMMETRIES, symmetry_table
from tengen.compiled.word import u64
from tengen.parts.options import OptionError
from tengen.tree.arena import Tree, clear, compact
from tengen.tree.children import Children, node_after
from tengen.tree.node import FORBIDDEN, POINT_BITS, ROOT, Node, Nodes

FORMAT = "tengen tree book 1"


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


@lru_cache(maxsize=2)
def read_tree_book(path: str) -> TreeBook:
    """Return the book of a file; raises OptionError if it is none."""
    try:
        with np.load(path, allow_pickle=False) as file:
            if str(file["format"]) != FORMAT:
                raise ValueError("of another version")
            found, size, komi = file["nodes"], int(file["size"]), float(file["komi"])
    except OSError as error:
        raise OptionError(f"the book {path} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError) as error:
        raise OptionError(f"{path} is no tree book: {error}") from None
    if not set(Node.fields_declared) <= set(found.dtype.names or ()):
        raise OptionError(f"{path} is no tree book: its nodes lack fields")
    _check(path, found, size)
    return TreeBook(size, komi, found.view(np.recarray))  # whose nodes have attributes, as those of a search


def _check(path: str, nodes: Nodes, size: int) -> None:
    """Raise OptionError for a file whose nodes would lead a search out of bounds."""
    first = nodes["children"].astype(np.int64)
    has_children = first > 0
    ends = first + nodes["siblings"][np.minimum(first, len(nodes) - 1)]
    points = nodes["point"] & int(POINT_BITS)
    is_within = len(nodes) > 0 and bool((ends[has_children] <= len(nodes)).all())
    if not is_within or not (points < symmetry_table(size).shape[1]).all():
        raise OptionError(f"{path} is no tree book: it is damaged")


def begin_with(book: TreeBook, points: Iterable[Point], nodes: Nodes, tree: Tree) -> bool:
    """Make what a book has below some moves the tree; return whether it has anything, else the tree stays empty.

    Raises OptionError if it is larger than the arena.
    """
    clear(nodes, tree)
    found = book.find(points)
    if found is None:
        return False
    if len(book.nodes) > len(nodes):
        raise OptionError(
            f"the tree book has {len(book.nodes):,} nodes, and there is room for {len(nodes):,}: set memory"
        )
    node, symmetry = found
    # The book may be of a search with other parts: what this one keeps and the book has not, begins at 0.
    nodes[: len(book.nodes)] = np.zeros(1, nodes.dtype)
    for name in set(nodes.dtype.names) & set(book.nodes.dtype.names):
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
