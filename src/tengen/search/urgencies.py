"""The urgencies of the children of a node, each as the sum of what the parts of the search add."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import size_of
from tengen.compiled.record import copy_of
from tengen.parts.assemble import own_parts_named
from tengen.report.report import UrgencyReport
from tengen.search.options import SearchOptions
from tengen.search.trees import SearchTrees
from tengen.tree.children import Children
from tengen.tree.explain import BASE, IS_CONSIDERED, TOTAL
from tengen.tree.explain_hooks import INTRODUCED, WEIGHED
from tengen.tree.node import Nodes
from tengen.tree.recipe import Explanation, explanation_for
from tengen.tree.select import FIRST_PLAY
from tengen.tree.thread import SearchThread

Numbers = NDArray[np.float64]


class Explainer:
    """Explains the urgencies in the first tree of a search. Its code is compiled when it is first asked for."""

    def __init__(self, options: SearchOptions, trees: SearchTrees) -> None:
        self._options = options
        self._trees = trees
        self._sizes: set[int] = set()  # of the boards that the code is compiled for

    @cached_property
    def _explanation(self) -> Explanation:
        return explanation_for(self._options)

    def compile(self) -> None:
        """Compile, or load, the code for the size of the board; does nothing if that is done."""
        with self._trees.lock:
            threads = self._trees.threads
            size = size_of(threads[0].playout.root) if threads else None
            if size is None or size in self._sizes:
                return
            thread = copy_of(threads[0])
        self._explain(self._trees.recipe.node.array(1), thread, [], 0)
        self._sizes.add(size)

    def urgencies(self, path: Sequence[int]) -> dict[int, UrgencyReport]:
        """Return the urgency of each child of the last node of a path from the root, by the child's index.

        These are the numbers that the next simulation compares if it comes there. No simulation may run meanwhile.
        """
        nodes, _ = self._trees.first
        children = Children(nodes, path[-1])
        if not len(children):
            return {}
        visits, wins = nodes["visits"][path], nodes["wins"][path]
        try:
            sums, steps = self._explain(nodes, copy_of(self._trees.threads[0]), path, len(children.block))
        finally:
            nodes["visits"][path], nodes["wins"][path] = visits, wins
        rows = children.indices - children.block.start
        reports = self._reports(sums[rows], steps[rows])
        return dict(zip(children.indices.tolist(), reports, strict=True))

    def _explain(
        self, nodes: Nodes, thread: SearchThread, path: Sequence[int], children: int
    ) -> tuple[Numbers, Numbers]:
        """Return base, total and whether each child is considered, and its urgency after each part."""
        introduced, weighed = self._explanation.introduced, self._explanation.weighed
        sums = np.zeros((children, 3))
        steps = np.zeros((children, 2, 1 + max(len(introduced), len(weighed))))
        with own_parts_named():
            self._explanation.module.explain(
                nodes, thread, self._trees.ratings, self._trees.record, np.array(path, np.uint64), sums, steps
            )
        return sums, steps

    def _reports(self, sums: Numbers, steps: Numbers) -> list[UrgencyReport]:
        introduced, weighed = self._explanation.introduced, self._explanation.weighed
        names = (*introduced, *weighed)
        urgencies = np.hstack(
            [
                sums[:, BASE : BASE + 1],
                steps[:, INTRODUCED, 1 : 1 + len(introduced)],
                steps[:, WEIGHED, 1 : 1 + len(weighed)],
            ]
        )
        # The urgency of a move without games is left out of the sum once a part has replaced it.
        is_first_play = urgencies > FIRST_PLAY / 2
        urgencies[is_first_play & ~is_first_play[:, -1:]] -= FIRST_PLAY
        changes = np.diff(urgencies, axis=1)
        shown = [name for name in dict.fromkeys(names) if name in weighed or changes[:, names.index(name)].any()]
        by_part = {name: changes[:, [one == name for one in names]].sum(axis=1) for name in shown}
        return [
            UrgencyReport(
                total=float(sums[row, TOTAL]),
                base=float(urgencies[row, 0]),
                addends={name: float(values[row]) for name, values in by_part.items()},
                is_considered=bool(sums[row, IS_CONSIDERED]),
            )
            for row in range(len(sums))
        ]
