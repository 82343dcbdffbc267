"""Ownership: how often the point of a move ended as Black's and as the winner's, in the simulations through its parent.

A point that neither side owns is half of each, and a draw is half a win. Black always owns the pass, which is no
point: so its sums are the number of games that were counted and how many of them Black won, for all its siblings. They
begin with the children, not with their parent, so that pruning cannot make them wrong.

Criticality is what the winner owns more often than it would if owning and winning had nothing to do with each other
(Coulom 2009; Pachi, chapter 5). With B and W the shares of the point and of the win that are Black's, the winner's
share is B * W + (1 - B) * (1 - W), and so C = 2 * Cov(B, W) without any rest.
"""

from tengen.board.board import neighbours, stride
from tengen.board.point import BLACK, PASS, WHITE, Colour
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, TWO, i64, u64
from tengen.tree.node import Nodes, point_of
from tengen.tree.thread import SearchThread

EVEN = 1e-9  # how far from a half the reward of a draw may be, by rounding


@inlined
def criticality(black: float, winner: float, games: float, wins: float) -> float:
    """Return C_Pachi(x) of section 5.1, from sums: Black's and the winner's points, games and Black's wins."""
    b, w = black / games, wins / games
    return winner / games - (2.0 * b * w - b - w + 1.0)


@kernel
def share_stones(thread: SearchThread, reward: float) -> None:
    """Write down how much of each point is Black's and the winner's by the owners noted, and count it in the tally."""
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


@kernel
def share_local_values(thread: SearchThread, reward: float) -> None:
    """Do the same, with (1 + lvalue(Black) - lvalue(White)) / 2 as Black's share of a point (Pachi, section 2.4.3)."""
    share_stones(thread, reward)
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


@kernel
def count_owners(nodes: Nodes, node: int, thread: SearchThread) -> None:
    """Count for each child of a node how much of its point is Black's and the winner's."""
    first = u64(nodes[node].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        point = point_of(nodes, u64(i))
        nodes[i].owned_black += thread.black_share[point]
        nodes[i].owned_winner += thread.winner_share[point]


@kernel
def count_owners_and_amaf(nodes: Nodes, node: int, thread: SearchThread, colour: Colour, reward: float) -> None:
    """Do the same together with ``amaf.count_amaf``: the children come from far memory, so they are seen only once."""
    first = u64(nodes[node].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        point = point_of(nodes, u64(i))
        nodes[i].owned_black += thread.black_share[point]
        nodes[i].owned_winner += thread.winner_share[point]
        if thread.first_colour[point] == colour and point != PASS:
            nodes[i].amaf_visits += 1.0
            nodes[i].amaf_wins += reward


@kernel
def count_survivors(thread: SearchThread) -> None:
    """Count the stones of the root that are still there, and where nobody has played since."""
    root, board, survivals = thread.playout.root, thread.playout.board, thread.playout.tally.survivals
    for point in range(u64(len(survivals))):
        colour = u64(root.colour[point])
        if (colour == BLACK or colour == WHITE) and board.colour[point] == colour and not thread.first_colour[point]:
            survivals[point] += ONE


@inlined
def note_games(nodes: Nodes, node: int, thread: SearchThread) -> None:
    """Tell the terms how many games were counted for the children of a node, and how many of them Black won."""
    first = u64(nodes[node].children)
    passing = first + u64(nodes[first].pass_place)
    thread.urgency.owner_games = nodes[passing].owned_black
    thread.urgency.owner_wins = nodes[passing].owned_winner


@kernel
def rank_by_criticality(nodes: Nodes, thread: SearchThread, from_visits: int) -> None:
    """Give the moves of the node at the end of the path the criticality of their points at its parent as their bias.

    They keep what they have if too few games were counted there, or the node is the root.
    """
    length = u64(thread.length)
    if length < TWO:
        return
    parent = u64(thread.path[length - TWO])
    note_games(nodes, parent, thread)
    games, wins = thread.urgency.owner_games, thread.urgency.owner_wins
    if games < from_visits or games == 0.0:
        return
    prior = thread.prior
    for i in range(u64(prior.length)):
        prior.bias[u64(prior.points[i])] = 0.0
    first = u64(nodes[parent].children)
    for i in range(first, first + u64(nodes[first].siblings)):
        prior.bias[point_of(nodes, u64(i))] = criticality(nodes[i].owned_black, nodes[i].owned_winner, games, wins)
