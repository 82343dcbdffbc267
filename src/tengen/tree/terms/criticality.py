"""Criticality: prefer moves at points whose owner usually wins the game (Pachi, chapter 5).

C(x) = P(winner owns x) - (2 * P(Black owns x) * P(Black wins) - P(Black owns x) - P(Black wins) + 1), from the
simulations through the parent. In Pachi's form, |C| * amaf games are added to the AMAF games of the move: won if C > 0,
else lost.

C is how much more often the winner owns the point than if owning and winning were independent (Coulom 2009). Let B be
Black's share of the point and W Black's share of the win. The winner's share of the point is B * W + (1 - B) * (1 - W),
and so C = 2 * Cov(B, W). A point without an owner is half Black's and half White's, and a draw is half a win.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from tengen.board.board import Board, neighbours, stride
from tengen.board.life import chain_points, heads_of
from tengen.board.point import BLACK, PASS, WHITE, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, TWO, i64, u64
from tengen.parts.options import Options, places
from tengen.tree.arena import Tree
from tengen.tree.children import Children
from tengen.tree.companion import Companion, ReportExtras, SearchContext
from tengen.tree.node import ROOT, Node, Nodes
from tengen.tree.thread import SearchThread, Urgency

EVEN = 1e-9  # largest rounding error of the reward of a draw
CONFLICTS = {"zone": "criticality needs the owner of every point, and zone mode knows only those in the zone"}


Mode = Literal["rave", "ucb", "report"]
BY_RAVE, BY_UCB, _ = places(Mode)
Value = Literal["stone", "local"]
STONE, LOCAL = places(Value)


class CriticalityOptions(Options, frozen=True):
    """Prefer moves at points whose owner usually wins."""

    mode: Annotated[
        Mode,
        Meta(description="rave: add AMAF games (Pachi); ucb: add a bonus (Pellegrino); report: only make maps"),
    ] = "rave"
    value: Annotated[
        Value, Meta(description="stone: the owner of a point itself counts; local: its local value counts")
    ] = "stone"
    from_visits: Annotated[
        int, Meta(ge=0, le=10**9, description="games of the parent from which criticality is used")
    ] = 250
    weight: Annotated[
        float, Meta(ge=0, le=100, description="ucb: factor on Pellegrino's covariance, which is C / 2")
    ] = 2.0


class OwnerNode(Node):
    """What is counted for each node.

    The pass counts as a point that Black always owns. So its sums are the number of games that were counted for its
    siblings, and Black's wins among them. They start when the children are created, so pruning cannot make them wrong.
    """

    owned_black: Annotated[float, np.float32]  # simulations through the parent in which Black owned the point
    owned_winner: Annotated[float, np.float32]  # simulations through the parent in which the winner owned it
    pass_place: Annotated[int, np.uint16]  # index of the pass among its siblings; valid only in the first


class OwnerThread(SearchThread):
    """Scratch space of a thread."""

    owner_at: Annotated[NDArray[np.int8], "points"]  # who owns a point after the playout: 1 Black, -1 White, 0 neither
    black_share: Annotated[NDArray[np.float32], "points"]  # Black's share of a point, from 0 to 1
    winner_share: Annotated[NDArray[np.float32], "points"]  # the winner's share of a point
    owner_games: Annotated[float, np.float64]  # games counted for the children that are being weighed
    owner_wins: Annotated[float, np.float64]  # Black's wins in these games


def criticality_formula(black: Any, winner: Any, games: Any, wins: Any) -> Any:
    """Return C_Pachi(x) of section 5.1 from sums: Black's and the winner's share of x, games, and Black's wins.

    The arguments are numbers or, in plain Python, arrays.
    """
    b, w = black / games, wins / games
    return winner / games - (2.0 * b * w - b - w + 1.0)


criticality = inlined(criticality_formula)


# Counting owners


@inlined
def add_child(nodes: Nodes, child: int, first: int, point: Point) -> None:
    """Store the index of the pass among its siblings."""
    if point == PASS:
        nodes[first].pass_place = child - first


@inlined
def note_owner(thread: OwnerThread, point: Point, owner: int) -> None:
    """Note who owns a point at the end of a playout."""
    thread.owner_at[point] = owner


@kernel
def appraise(thread: OwnerThread, reward: float, options: CriticalityOptions) -> None:
    """Compute Black's and the winner's share of each point, and count the winner's in the tally of the search."""
    tally = thread.playout.tally
    won = 0.5 if abs(reward - 0.5) < EVEN else 1.0 if reward > 0.5 else 0.0
    tally.black_wins += won
    lost = 1.0 - won
    for point in range(u64(len(thread.owner_at))):
        black = 0.5 + 0.5 * thread.owner_at[point]
        winner = won * black + lost * (1.0 - black)
        tally.winner_owner[point] += winner
        thread.black_share[point] = black
        thread.winner_share[point] = winner
    thread.black_share[PASS] = 1.0
    thread.winner_share[PASS] = won
    if options.value == LOCAL:
        share_local_values(thread)


@kernel
def share_local_values(thread: OwnerThread) -> None:
    """Replace Black's share of each point by (1 + lvalue(Black) - lvalue(White)) / 2 (Pachi, section 2.4.3)."""
    board, owner_at = thread.playout.board, thread.owner_at
    won = thread.winner_share[PASS]
    for row in range(ONE, stride(board)):
        for column in range(ONE, stride(board)):
            point = u64(row) * stride(board) + u64(column)
            sixths = i64(TWO) * i64(owner_at[point])
            for neighbour in neighbours(board, point):
                sixths += i64(owner_at[neighbour])
            black = 0.5 + float(sixths) / 12.0
            thread.black_share[point] = black
            thread.winner_share[point] = won * black + (1.0 - won) * (1.0 - black)


@inlined
def count_child(child: OwnerNode, point: Point, thread: OwnerThread) -> None:
    """Add Black's and the winner's share of the child's point."""
    child.owned_black += thread.black_share[point]
    child.owned_winner += thread.winner_share[point]


@kernel
def count_root(thread: OwnerThread) -> None:
    """Count the root's stones that survived: they are still there, and nobody has played at their points."""
    root, board, survivals = thread.playout.root, thread.playout.board, thread.playout.tally.survivals
    for point in range(u64(len(survivals))):
        colour = u64(root.colour[point])
        if (colour == BLACK or colour == WHITE) and board.colour[point] == colour and not thread.first_colour[point]:
            survivals[point] += ONE


# Using it


@inlined
def prepare(nodes: Nodes, node: int, thread: OwnerThread) -> None:
    """Look up the number of games counted for the children of a node, and Black's wins among them."""
    first = u64(nodes[node].children)
    passing = first + u64(nodes[first].pass_place)
    thread.owner_games = nodes[passing].owned_black
    thread.owner_wins = nodes[passing].owned_winner


@inlined
def weigh(child: OwnerNode, options: CriticalityOptions, urgency: Urgency, thread: OwnerThread) -> None:
    """Add virtual AMAF games (mode ``rave``), or a bonus (mode ``ucb``).

    The bonus is mu + c * sqrt(2 ln n / T) + 2 * C_Pell (Pellegrino et al. 2009; Pachi, section 5.2).
    """
    if thread.owner_games < options.from_visits or thread.owner_games == 0.0:
        return
    c = criticality(child.owned_black, child.owned_winner, thread.owner_games, thread.owner_wins)
    if options.mode == BY_RAVE:
        games = abs(c) * urgency.amaf_games
        urgency.amaf_games += games
        if c > 0.0:
            urgency.amaf_wins += games
    elif options.mode == BY_UCB:
        urgency.bonus += options.weight * 0.5 * c


# Reports: criticality of points and of moves at the root, and survival of chains


class CriticalityCompanion(Companion):
    """Adds criticality and the survival of chains to reports."""

    def report(self, context: SearchContext, extras: ReportExtras) -> None:
        """Add criticality and survival, if playouts have been counted."""
        extras.criticality = criticality_map(context.threads)
        extras.move_criticality = root_criticality(context.trees, len(context.board.colour))
        if extras.criticality is not None:
            extras.chains = chain_survival(context.board, context.threads)


def criticality_map(threads: Sequence[SearchThread]) -> NDArray[np.float64] | None:
    """Return the criticality of each point, by its owner itself (``stone``); None if it was not counted."""
    tallies = [thread.playout.tally for thread in threads]
    games = sum(int(tally.playouts) for tally in tallies)
    winner = sum((tally.winner_owner for tally in tallies), np.zeros(1))
    if not games or not winner.any():
        return None
    black = sum(((tally.playouts + tally.owner) / 2 for tally in tallies), np.zeros(1))
    wins = sum(float(tally.black_wins) for tally in tallies)
    return cast(NDArray[np.float64], criticality_formula(black, winner, games, wins))


def root_criticality(trees: Sequence[tuple[Nodes, Tree]], points: int) -> dict[Point, float]:
    """Return the criticality of the visited moves at the root, over all trees together."""
    owned, passes = np.zeros((2, points)), np.zeros((2, points))
    for nodes, _ in trees:
        children = Children(nodes, int(ROOT))
        if not len(children):
            continue
        first = children.block.start
        tried = children["visits"] > 0
        at = children["point"][tried]
        # The pass has the number of games counted and Black's wins among them: see ``OwnerNode``.
        counted = nodes[first + int(nodes[first].pass_place)]
        for i, field in enumerate(("owned_black", "owned_winner")):
            owned[i, at] += children[field][tried]
            passes[i, at] += float(counted[field])
    games, wins = passes
    return {
        int(point): float(criticality_formula(owned[0, point], owned[1, point], games[point], wins[point]))
        for point in np.flatnonzero(games)
    }


def chain_survival(board: Board, threads: Sequence[SearchThread]) -> list[tuple[list[Point], float]]:
    """Return each chain at the root with the share of playouts that it survived, the most endangered first."""
    games = max(1, sum(int(thread.playout.tally.playouts) for thread in threads))
    survivals = sum((thread.playout.tally.survivals for thread in threads), np.zeros(1))
    heads = [head for colour in (BLACK, WHITE) for head in heads_of(board, colour)]
    chains = [(sorted(chain_points(board, head)), float(survivals[head]) / games) for head in heads]
    return sorted(chains, key=lambda chain: chain[1])
