"""The arena: pruning and moving the root, beside nested dicts; and what stays true when it is tiny."""

from random import Random
from typing import Any

import numpy as np
import pytest

from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.tree.arena import HISTORY, Tree, clear, compact, least_visits_for, new_nodes, prune, set_history, was_seen
from tengen.tree.node import Nodes
from tengen.tree.terms.progressive_bias import BiasNode
from tree.made_search import as_dicts, check_consistent, children, made_search, searched


def random_tree(seed: int, blocks: int = 60) -> tuple[Nodes, Tree]:
    """Return a tree that grew at random, with visits that fall from parents to children."""
    random = Random(seed)
    nodes, tree = new_nodes(BiasNode, 0.0), Tree.new()
    clear(nodes, tree)
    nodes[0].visits = 4000
    leaves = [0]
    for _ in range(blocks):
        node = leaves.pop(random.randrange(len(leaves)))
        first, count, left = int(tree.used), random.randrange(1, 6), int(nodes[node].visits)
        nodes[node].children = first
        for child in range(first, first + count):
            nodes[child].parent, nodes[child].siblings, nodes[child].children = node, count, 0
            nodes[child].point = child - first
            nodes[child].visits = random.randrange(left // 2 + 1)
            left -= int(nodes[child].visits)
            nodes[child].wins = random.random() * int(nodes[child].visits)
            nodes[child].bias = child
            leaves.append(child)
        tree.used = first + count
    return nodes, tree


def pruned(tree: dict[str, Any], least: int, *, is_root: bool = True) -> dict[str, Any]:
    stays = is_root or tree["visits"] >= least
    below = {p: pruned(child, least, is_root=False) for p, child in tree["children"].items()} if stays else {}
    return tree | {"children": below}


@pytest.mark.parametrize("least", [0, 1, 16, 300, 10**6])
def test_compact_prunes_as_nested_dicts_are_pruned(least: int) -> None:
    for seed in range(20):
        nodes, tree = random_tree(seed)
        expected = pruned(as_dicts(nodes), least)
        compact(nodes, tree, u64(0), u64(least))
        assert as_dicts(nodes) == expected
        check_consistent(nodes, int(tree.used))


@pytest.mark.parametrize("least", [0, 20])
def test_compact_moves_the_root(least: int) -> None:
    for seed in range(10):
        for root in range(0, 40, 3):
            nodes, tree = random_tree(seed)
            expected = pruned(as_dicts(nodes, root), least)
            compact(nodes, tree, u64(root), u64(least))
            assert as_dicts(nodes) == expected
            check_consistent(nodes, int(tree.used))


@pytest.mark.parametrize("room", [10, 50, 100, 500])
def test_pruning_leaves_room_and_no_more_than_needed(room: int) -> None:
    for seed in range(10):
        nodes, tree = random_tree(seed)
        before = as_dicts(nodes)
        least = int(least_visits_for(nodes, tree, u64(room)))
        compact(nodes, tree, u64(0), u64(least))
        roots = len(before["children"])
        assert int(tree.used) - 1 <= max(room, roots)
        if least > 1:
            nodes, tree = random_tree(seed)
            compact(nodes, tree, u64(0), u64(least // 2))
            assert int(tree.used) - 1 > room


def test_pruning_frees_half() -> None:
    nodes, tree = random_tree(1, blocks=600)
    assert int(tree.used) > len(nodes) // 2
    prune(nodes, tree)
    assert int(tree.used) <= len(nodes) // 2 + 1
    assert int(tree.is_full) == 0
    check_consistent(nodes, int(tree.used))


def test_a_long_search_in_a_tiny_arena_goes_on() -> None:
    search = made_search("mogo", memory=1.0)
    recipe = search.trees.recipe
    search.trees.all = [(new_nodes(recipe.node, 0.0), recipe.tree.new())]
    (nodes, tree) = search.trees.first
    game = Game(5, 0.5)
    search.begin(game, 1)
    for rounds in range(1, 11):
        report = search.run(Limit(1000))
        assert report.simulations == report.visits == 1000 * rounds
        assert int(tree.used) <= len(nodes) == 2048
        check_consistent(nodes, int(tree.used))
    assert report.depth > 2


def test_visits_are_those_of_the_children_and_those_before_it_had_any() -> None:
    search = searched("pachi", 2000, Game(5, 0.5))
    nodes = search.nodes
    todo = [(int(c), 2) for c in children(nodes, 0)]
    assert int(nodes[0].visits) == 2000 == sum(int(nodes[c].visits) for c, _ in todo)
    inner = 0
    while todo:
        node, own = todo.pop()
        block = children(nodes, node)
        if block:
            inner += 1
            assert sum(int(nodes[c].visits) for c in block) + own == int(nodes[node].visits)
            todo += [(int(c), 2) for c in block]
    assert inner > 20


def test_a_history_longer_than_the_table_is_taken_in() -> None:
    tree = Tree.new()
    keys = np.arange(1, 2 * HISTORY, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    set_history(tree, keys)
    assert was_seen(tree, keys[0])
    assert not was_seen(tree, u64(12345))
