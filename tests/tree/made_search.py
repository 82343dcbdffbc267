"""Searches for tests, with light playouts; the same few recipes everywhere, so that little is compiled."""

import sys
from types import ModuleType
from typing import Any

import msgspec

from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.tree.node import FORBIDDEN, POINT_BITS, Nodes
from tengen.tree.recipe import Recipe

MOGO: dict[str, Any] = {"terms": ["ucb1_tuned", "fpu"], "expand_visits": 1, "fpu": {"value": 1.1}}
MANGO: dict[str, Any] = {
    "terms": ["uct", "fpu", "progressive_bias"],
    "expand_visits": 5,
    "fpu": {"value": 100.0},
    "parts": ["unpruning"],
}
PACHI: dict[str, Any] = {
    "terms": ["prior", "criticality", "rave"],
    "expand_visits": 2,
    "criticality": {"from_visits": 50},
}
RECIPES: dict[str, dict[str, Any]] = {
    "mogo": {"tree": MOGO},
    "mango": {"tree": MANGO, "prior": {"parts": ["heuristic"]}},
    "pachi": {"tree": PACHI, "prior": {"parts": ["even"]}, "reward": {"scale": 0.04}},
}


def made_options(
    recipe: str, komi: dict[str, Any] | None = None, scaling: dict[str, Any] | None = None, **changed: Any
) -> SearchOptions:
    """Return the options of a recipe with some changed, and with dynamic komi or value scaling if they are given."""
    given = {"memory": 4.0, "simulations": 2000, "playout": {"policy": "random"}} | RECIPES[recipe] | changed
    for part, options in {"dynamic_komi": komi, "value_scaling": scaling}.items():
        if options is not None:
            tree = given["tree"]
            given["tree"] = tree | {"parts": [*tree.get("parts", []), part], part: options}
    return msgspec.convert(given, SearchOptions)


def made_search(recipe: str, seed: int = 1, **changed: Any) -> Search:
    return Search(made_options(recipe, **changed), seed)


def searched(recipe: str, simulations: int, game: Game, seed: int = 1, **changed: Any) -> Search:
    search = made_search(recipe, seed, **changed)
    search.begin(game, game.to_play)
    search.run(Limit(simulations))
    return search


def template_of(recipe: Recipe, name: str) -> ModuleType:
    """Return the copy of a template, such as ``select``, that belongs to an assembled search."""
    return sys.modules[recipe.module.__name__.replace(".search_", f".{name}_")]


def children(nodes: Nodes, node: int) -> range:
    first = int(nodes[node].children)
    return range(first, first + int(nodes[first].siblings)) if first else range(0)


def point_at(nodes: Nodes, node: int) -> int:
    return int(nodes[node].point) & int(POINT_BITS)


def is_struck_out(nodes: Nodes, node: int) -> bool:
    return bool(int(nodes[node].point) & int(FORBIDDEN))


def as_dicts(nodes: Nodes, node: int = 0) -> dict[str, Any]:
    """Return the tree below a node, with all that is known of each move."""
    places = ("parent", "children", "point", "siblings", "pass_place")
    found = {name: float(nodes[node][name]) for name in nodes.dtype.names if name not in places}
    below = {int(nodes[child].point): as_dicts(nodes, child) for child in children(nodes, node)}
    return found | {"children": below}


def check_consistent(nodes: Nodes, used: int) -> None:
    """Check that the blocks of children fill the arena without gaps, and that no child has a visit its parent lacks."""
    seen, blocks = {0}, []
    todo = [0]
    while todo:
        node = todo.pop()
        block = children(nodes, node)
        if not block:
            continue
        assert int(nodes[block[0]].parent) == node
        assert {int(nodes[c].siblings) for c in block} == {len(block)}
        assert sum(int(nodes[c].visits) for c in block) <= int(nodes[node].visits)
        assert len({point_at(nodes, c) for c in block}) == len(block)
        assert not seen.intersection(block)
        seen.update(block)
        blocks.append((block.start, block.stop))
        todo.extend(block)
    assert seen == set(range(used))
    assert all(0 <= float(nodes[n].wins) <= int(nodes[n].visits) + 1e-6 for n in seen)
