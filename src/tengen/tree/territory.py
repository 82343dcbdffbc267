"""The score of a simulation under rules that count territory, from the area at its end.

Area and territory score differ by a number that is known at the leaf: Black's stones less White's, on the board and
captured, whether they were set up or played in the game or on the path. A pass is no stone. Moves of the playout do not
count: both sides fill territory there, which neither would do in a real game.
"""

from tengen.board.board import Board, stride
from tengen.board.point import BLACK, EMPTY, PASS, WHITE
from tengen.board.score import owner_of, owners_of
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, i64, u64
from tengen.tree.arena import Tree
from tengen.tree.node import Nodes, point_of
from tengen.tree.thread import Prior, SearchThread

LAST_NEUTRAL_POINT = 0.5  # area that the side to play at a leaf gets on average because it moves first
LATE = 0.4  # share of the points with a stone from which on a pass may be the best move
PASS_GAMES = 4.0  # virtual games, all won, that make the search try the pass then


@kernel
def territory_score(nodes: Nodes, tree: Tree, thread: SearchThread, area: float, has_ended: bool) -> float:  # noqa: FBT001
    """Return Black's territory and prisoners less White's, for the area at the end of a playout.

    If the game ended at the leaf, the playout tells only which stones were dead there (see ``agreed_area``). Otherwise
    the side to play fills the first neutral point, and with odds of one half also the last; that is no territory.
    """
    lead = tree.stones_lead
    colour = u64(thread.playout.root.to_play)
    for i in range(ONE, u64(thread.length)):
        if point_of(nodes, u64(thread.path[i])) != PASS:
            lead += 1.0 if colour == BLACK else -1.0
        colour = THREE - colour
    if has_ended:
        score = float(agreed_area(thread.leaf, thread.playout.board)) - lead
    else:
        score = area - lead - (LAST_NEUTRAL_POINT if colour == BLACK else -LAST_NEUTRAL_POINT)
    thread.playout.tally.score += score - area
    return score


@inlined
def recommend_pass(board: Board, prior: Prior) -> None:
    """Have the pass tried late in a game.

    In a finished position it is the only move that costs no point. Nothing else recommends it: the priors know shapes,
    and no playout contains it, so that it has no AMAF value.
    """
    lines = float(stride(board)) - 1.0
    if float(board.empty_count) <= (1.0 - LATE) * lines * lines:
        prior.games[PASS] = PASS_GAMES
        prior.wins[PASS] = PASS_GAMES


@kernel
def agreed_area(board: Board, end: Board) -> int:
    """Return Black's area less White's on a board, with the stones removed whose points the opponent owns at the end.

    A chain is judged by one of its stones. Neutral points count for neither side.
    """
    colours = board.colour.copy()
    for p in range(u64(len(colours))):
        colour = u64(colours[p])
        if colour == BLACK or colour == WHITE:
            owner = owner_of(end, u64(board.chain[p]))
            if owner == (i64(-1) if colour == BLACK else i64(1)):
                colours[p] = EMPTY
    score = i64(0)
    for owner in owners_of(colours, stride(board)):
        score += i64(owner == BLACK) - i64(owner == WHITE)
    return score
