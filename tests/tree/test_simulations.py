"""A naive tree that is fed with the same simulations knows the same after each of them."""

import numpy as np
import pytest

from oracle.naive_tree import NaiveTree, urgency
from tengen.board.point import BLACK, PASS, WHITE
from tengen.game.game import Game
from tree.made_search import RECIPES, children, column, is_struck_out, made_options, made_search, point_at

COUNTED = {"mogo": ("visits", "wins", "squares"), "pachi": ("visits", "wins", "squares", "amaf_visits", "amaf_wins")}
PRIOR = ("prior_visits", "prior_wins", "bias", "hint")
OWNED = ("owned_black", "owned_winner")  # beside covariances in test_criticality.py


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize(("recipe", "last"), [("mogo", 1.0), ("pachi", 1.0), ("pachi", 0.25)])
def test_every_simulation_counts_as_in_the_naive_tree(recipe: str, last: float, colour: int) -> None:
    game = Game(3, 0.5, "chinese")
    game.to_play = int(colour)
    tree_options = RECIPES[recipe]["tree"] | {"amaf": {"last": last}}
    options = made_options(recipe, tree=tree_options)
    search = made_search(recipe, tree=tree_options)
    search.begin(game, game.to_play)
    (nodes, tree), thread = search.trees.first, search.trees.threads[0]
    groups = {name: getattr(options.tree, name) for name in options.tree.terms}
    counted = [name for name in COUNTED[recipe] if name in nodes.dtype.names]
    naive = NaiveTree()
    index: dict[tuple[int, ...], int] = {(): 0}

    def learn_children(way: tuple[int, ...]) -> None:
        """Take over the children of a node from the arena: their order is random, and so is what priors say."""
        block = children(nodes, index[way])
        naive.expand(way, [point_at(nodes, c) for c in block])
        for child in block:
            sequence = (*way, point_at(nodes, child))
            index[sequence] = child
            naive.stats[sequence] |= {name: float(nodes[child][name]) for name in PRIOR if name in nodes.dtype.names}

    def learn_owners() -> None:
        if OWNED[0] not in nodes.dtype.names:
            return
        black, winner = (column(nodes, name)[: int(tree.used)].astype(float).tolist() for name in OWNED)
        for sequence, node in list(index.items())[1:]:
            stats, passing = naive.stats[sequence], index[(*sequence[:-1], int(PASS))]
            stats[OWNED[0]], stats[OWNED[1]] = black[node], winner[node]
            stats["owner_games"], stats["owner_wins"] = black[passing], winner[passing]

    learn_children(())
    score_before = 0.0
    tolerance = 1e-9 if last == 1 else 1e-3  # single precision
    for _ in range(400):
        tree.remaining = 1
        search.trees.search_with(0, thread)
        path = [int(n) for n in thread.path[: int(thread.length)]]
        way = tuple(point_at(nodes, n) for n in path[1:])
        score, score_before = float(thread.playout.tally.score) - score_before, float(thread.playout.tally.score)
        lead = score - 0.5
        scale = options.reward.scale
        reward = (lead > 0) * (1 - 2 * scale) + scale + scale * max(-1.0, min(1.0, lead / options.reward.range))

        # The way down: a leaf is one that has no children and too few visits; else the most urgent child.
        for depth in range(len(way) + 1):
            here = way[:depth]
            n = naive.stats[here]["visits"] + 1
            if here not in naive.children and n > options.tree.expand_visits and here[-2:] != (PASS, PASS):
                learn_children(here)
            assert (here in naive.children) == (depth < len(way))
            if depth < len(way):
                black = (depth % 2 == 0) == (colour == BLACK)
                open_points = [p for p in naive.children[here] if not is_struck_out(nodes, index[(*here, p)])]
                found = {p: urgency(naive.stats[(*here, p)], black, n, None, groups) for p in open_points}
                assert found[way[depth]] >= max(found.values()) - 1e-5

        trail = thread.playout.trail
        naive.count(way, [int(p) for p in trail.points[: int(trail.length)]], reward, last)
        known = [naive.stats[sequence] for sequence in index]
        for name in counted:
            ours = column(nodes, name)[list(index.values())]
            assert np.abs(ours - [stats[name] for stats in known]).max() < tolerance
        learn_owners()
    assert int(nodes[0].visits) == 400
    assert max(map(len, naive.stats)) > 3
