"""The two hooks that make up the urgency of a child, with a note of the urgency after each part.

The hooks have the names and parameters of those in ``tree.hooks``, and ``steps`` besides. So parts know nothing of
this: the same functions are called in the same order. Only explanations use these versions, never a search.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.compiled.jit import inlined
from tengen.parts.hooks import Combination, HookTable
from tengen.tree.node import Node, Nodes
from tengen.tree.select import total
from tengen.tree.thread import SearchThread, Urgency

HOOKS = HookTable(__name__)
INTRODUCED, WEIGHED = 0, 1  # rows of ``steps``
Steps = NDArray[np.float64]
"""The urgency of one child after each part: a row for each of the two hooks, with the parts from column 1 on."""


@inlined
def note(steps: Steps, row: int, number: int, urgency: Urgency) -> None:
    """Note the urgency after a part."""
    steps[row, number] = total(urgency)


def _noted(row: int) -> Combination:
    """Return the combination that calls every part in turn, and notes the urgency after each."""
    return Combination(
        lambda call: f"{call.text}\nnote(steps, {row}, {call.number}, urgency)",
        imports=(f"from {__name__} import note",),
    )


@HOOKS.declare(_noted(INTRODUCED))
def introduce(nodes: Nodes, child: int, thread: SearchThread, urgency: Urgency, options: Any, steps: Steps) -> None:
    """Set fields of ``urgency`` or ``thread`` for a child, before the terms weigh it."""


@HOOKS.declare(_noted(WEIGHED))
def weigh(child: Node, options: Any, urgency: Urgency, thread: SearchThread, steps: Steps) -> None:
    """Let a term change the urgency of a child."""
