"""The hooks of the tree search: where parts are called, and how the calls of several parts are combined.

The functions here are the defaults, for hooks that no part uses. Each search is assembled with a version of this file
in which the hooks call the parts of its recipe (``tengen show preset pachi --code`` prints it). The hooks are listed in
the order of a simulation: select, expand, play out, back up.
"""

from typing import Any

from tengen.board.point import PASS, Colour, Point
from tengen.compiled.word import ZERO
from tengen.parts.hooks import ALL, EACH, SUM, HookTable, first_answer
from tengen.playout.liberty_map import Ratings
from tengen.tree.arena import Tree
from tengen.tree.node import Node, Nodes
from tengen.tree.thread import SearchThread, Urgency

HOOKS = HookTable(__name__)


# 1. Select: go down from the root to a leaf


@HOOKS.declare(EACH)
def begin_path(thread: SearchThread, options: Any) -> None:
    """Get ready for a new simulation; the root position is on the board."""


@HOOKS.declare(EACH)
def look_around(thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Look at the position on the board before one of its children is selected."""


@HOOKS.declare(EACH)
def prepare(nodes: Nodes, node: int, thread: SearchThread, options: Any) -> None:
    """Look at all children of a node before they are weighed."""


@HOOKS.declare(first_answer("ZERO", "tengen.compiled.word"))
def count_considered(nodes: Nodes, node: int, options: Any) -> int:
    """Return the number of leading children that selection is limited to; 0 means all."""
    return ZERO


@HOOKS.declare(EACH)
def introduce(nodes: Nodes, child: int, thread: SearchThread, urgency: Urgency, options: Any) -> None:
    """Set fields of ``urgency`` or ``thread`` for a child, before the terms weigh it."""


@HOOKS.declare(EACH)
def weigh(child: Node, options: Any, urgency: Urgency, thread: SearchThread) -> None:
    """Let a term change the urgency of a child."""


@HOOKS.declare(EACH)
def follow_move(thread: SearchThread, point: Point, mover: Colour, options: Any) -> None:
    """Look at a move of the path after it was played on the board."""


# 2. Expand: give a leaf its children


@HOOKS.declare(ALL)
def is_searched(thread: SearchThread, point: Point, options: Any) -> bool:
    """Return whether the tree may contain a move at a point."""
    return True


@HOOKS.declare(EACH, board="thread.playout.board", prior="thread.prior")
def judge(thread: SearchThread, options: Any) -> None:
    """Let a prior judge the listed moves in the position on the board."""


@HOOKS.declare(EACH, prior="thread.prior")
def arrange(nodes: Nodes, thread: SearchThread, options: Any) -> None:
    """Sort the listed moves into the order in which they are considered."""


@HOOKS.declare(first_answer("PASS", "tengen.board.point"))
def answer(thread: SearchThread, depth: int, options: Any) -> Point:
    """Return a move to play from a leaf before its playout; PASS for none."""
    return PASS


@HOOKS.declare(EACH)
def promote(thread: SearchThread, continuation: Point, options: Any) -> None:
    """Move some of the listed moves to the front; ``continuation`` is what ``answer`` returned for the position."""


@HOOKS.declare(EACH, prior="thread.prior")
def add_child(nodes: Nodes, child: int, first: int, point: Point, thread: SearchThread, options: Any) -> None:
    """Fill a part's own fields of a new child; ``first`` is the first of its siblings."""


@HOOKS.declare(EACH)
def inherit(nodes: Nodes, child: int, node: int, options: Any) -> None:
    """Copy a part's own statistics of a former leaf to the child that inherits its simulations."""


# 3. Play out


@HOOKS.declare(EACH)
def join(thread: SearchThread, leader: SearchThread) -> None:
    """Take over the path of the leading thread, to play out from the same leaf (leaf parallelism)."""


@HOOKS.declare(EACH)
def before_playout(thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Play moves on the board before the playout begins."""


@HOOKS.declare(SUM)
def extra_komi(tree: Tree, turn: int, options: Any) -> float:
    """Return what Black pays in a simulation on top of the real komi; ``turn`` is the move number of the leaf."""
    return 0.0


@HOOKS.declare(ALL)
def is_counted(thread: SearchThread, point: Point, options: Any) -> bool:
    """Return whether a point counts in the score of a playout."""
    return True


@HOOKS.declare(EACH)
def note_owner(thread: SearchThread, point: Point, owner: int, options: Any) -> None:
    """Note who owns a point at the end of a playout: 1 Black, -1 White, 0 neither."""


@HOOKS.declare(SUM)
def uncounted_score(thread: SearchThread) -> float:
    """Return the score of all uncounted points together, by which a simulation is judged."""
    return 0.0


@HOOKS.declare(SUM)
def uncounted_mean(thread: SearchThread) -> float:
    """Return the score of all uncounted points together, for the reported mean score."""
    return 0.0


# 4. Back up: count the result


@HOOKS.declare(EACH)
def after_playout(tree: Tree, thread: SearchThread, ratings: Ratings, score: float, komi: float, options: Any) -> None:
    """Look at the result of a simulation: Black's score without komi, and the komi that it is judged with."""


@HOOKS.declare(EACH)
def appraise(thread: SearchThread, reward: float, options: Any) -> None:
    """Compute what ``count_child`` needs from the final position, once for each simulation."""


@HOOKS.declare(EACH)
def fade(node: Node, lost: float, reward: float, options: Any) -> None:
    """Change a node's sum of rewards before a reward is added; ``lost`` is the virtual loss, not a reward."""


@HOOKS.declare(EACH)
def count_visit(node: Node, thread: SearchThread, reward: float, options: Any) -> None:
    """Count a reward for a node of the path."""


@HOOKS.declare(EACH)
def count_child(child: Node, point: Point, thread: SearchThread, colour: Colour, reward: float, options: Any) -> None:
    """Count a simulation for a child of a node of the path; ``colour`` was to move at that node."""


@HOOKS.declare(EACH)
def count_root(thread: SearchThread, options: Any) -> None:
    """Count a simulation for the root position."""
