"""The hooks of the tree search: where its parts are called, and how several of them combine.

Each function here does what happens when no part uses the hook. A search is assembled with another version of this
file, in which each hook calls the parts of the recipe (``tengen show preset pachi --code`` prints it). In the order of
a simulation: select, expand, play out, back up.
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
    """Begin a simulation at the root, whose position is on the board."""


@HOOKS.declare(EACH)
def look_around(thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """See the position on the board before one of its moves is selected."""


@HOOKS.declare(EACH)
def prepare(nodes: Nodes, node: int, thread: SearchThread, options: Any) -> None:
    """See all children of a node before they are weighed."""


@HOOKS.declare(first_answer("ZERO", "tengen.compiled.word"))
def count_considered(nodes: Nodes, node: int, options: Any) -> int:
    """Return the number of leading children that selection is limited to; 0 means all."""
    return ZERO


@HOOKS.declare(EACH)
def introduce(nodes: Nodes, child: int, thread: SearchThread, urgency: Urgency, options: Any) -> None:
    """Look up what is known about a child before the terms weigh it."""


@HOOKS.declare(EACH)
def weigh(child: Node, options: Any, urgency: Urgency, thread: SearchThread) -> None:
    """Let a term change the urgency of a child."""


@HOOKS.declare(EACH)
def follow_move(thread: SearchThread, point: Point, mover: Colour, options: Any) -> None:
    """See a move of the path after it was played on the board."""


# 2. Expand: give a leaf its children


@HOOKS.declare(ALL)
def is_searched(thread: SearchThread, point: Point, options: Any) -> bool:
    """Return whether the tree has a move at a point."""
    return True


@HOOKS.declare(EACH, board="thread.playout.board", prior="thread.prior")
def judge(thread: SearchThread, options: Any) -> None:
    """Let a prior judge the listed moves in the position on the board."""


@HOOKS.declare(EACH, prior="thread.prior")
def arrange(nodes: Nodes, thread: SearchThread, options: Any) -> None:
    """Put the listed moves into the order in which they are considered."""


@HOOKS.declare(first_answer("PASS", "tengen.board.point"))
def answer(thread: SearchThread, depth: int, options: Any) -> Point:
    """Return the move that continues a leaf's position before it is played out; PASS if none does."""
    return PASS


@HOOKS.declare(EACH)
def promote(thread: SearchThread, continuation: Point, options: Any) -> None:
    """Move some of the listed moves to the front; ``continuation`` is the position's ``answer``, or PASS."""


@HOOKS.declare(EACH, prior="thread.prior")
def add_child(nodes: Nodes, child: int, first: int, point: Point, thread: SearchThread, options: Any) -> None:
    """Fill a part's own fields of a new child; ``first`` is the first of its siblings."""


@HOOKS.declare(EACH)
def inherit(nodes: Nodes, child: int, node: int, options: Any) -> None:
    """Give a new child what a part has counted for its parent while that was a leaf."""


# 3. Play out


@HOOKS.declare(EACH)
def join(thread: SearchThread, leader: SearchThread) -> None:
    """Take over another thread's path, to play out from the same leaf."""


@HOOKS.declare(EACH)
def before_playout(thread: SearchThread, ratings: Ratings, options: Any) -> None:
    """Play moves on the board before the playout begins."""


@HOOKS.declare(SUM)
def extra_komi(tree: Tree, turn: int, options: Any) -> float:
    """Return what Black pays in a simulation on top of the real komi; ``turn`` is the leaf's."""
    return 0.0


@HOOKS.declare(ALL)
def is_counted(thread: SearchThread, point: Point, options: Any) -> bool:
    """Return whether the owner of a point counts at the end of a playout."""
    return True


@HOOKS.declare(EACH)
def note_owner(thread: SearchThread, point: Point, owner: int, options: Any) -> None:
    """See who owns a point at the end of a playout: 1 Black, -1 White, 0 neither."""


@HOOKS.declare(SUM)
def uncounted_score(thread: SearchThread) -> float:
    """Return what the points that are not counted add to the score of this simulation."""
    return 0.0


@HOOKS.declare(SUM)
def uncounted_mean(thread: SearchThread) -> float:
    """Return what they add to the mean score of the search."""
    return 0.0


# 4. Back up: count the result


@HOOKS.declare(EACH)
def after_playout(tree: Tree, thread: SearchThread, ratings: Ratings, score: float, komi: float, options: Any) -> None:
    """See the result of a simulation: Black's score without komi, and the komi that it was judged with."""


@HOOKS.declare(EACH)
def appraise(thread: SearchThread, reward: float, options: Any) -> None:
    """Work out what the position at the end of the playout says about each point, once for the whole path."""


@HOOKS.declare(EACH)
def fade(node: Node, lost: float, reward: float, options: Any) -> None:
    """Change the rewards of a node before one is added; ``lost`` is the virtual loss, not a reward."""


@HOOKS.declare(EACH)
def count_visit(node: Node, reward: float, options: Any) -> None:
    """Count a reward for a node of the path."""


@HOOKS.declare(EACH)
def count_child(child: Node, point: Point, thread: SearchThread, colour: Colour, reward: float, options: Any) -> None:
    """Count a simulation for a child of a node of the path, where ``colour`` was to move."""


@HOOKS.declare(EACH)
def count_root(thread: SearchThread, options: Any) -> None:
    """Count a simulation for the position at the root."""
