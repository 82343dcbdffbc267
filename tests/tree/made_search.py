"""Searches for tests, with light playouts; the same few recipes everywhere, so that little is compiled."""

import sys
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

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


def column(nodes: Nodes, name: str) -> NDArray[Any]:
    """Return a field of all nodes. ``column(nodes, name)[node]`` takes a tenth of the time of ``nodes[node].name``."""
    return nodes.view(np.ndarray)[name]


def children(nodes: Nodes, node: int) -> range:
    first = int(column(nodes, "children")[node])
    return range(first, first + int(column(nodes, "siblings")[first])) if first else range(0)


def point_at(nodes: Nodes, node: int) -> int:
    return int(column(nodes, "point")[node]) & int(POINT_BITS)


def is_struck_out(nodes: Nodes, node: int) -> bool:
    return bool(int(column(nodes, "point")[node]) & int(FORBIDDEN))


def as_dicts(nodes: Nodes, root: int = 0) -> dict[str, Any]:
    """Return the tree below a node, with all that is known of each move."""
    places = ("parent", "children", "point", "siblings", "pass_place")
    points = column(nodes, "point")
    known = {name: column(nodes, name) for name in nodes.dtype.names if name not in places}

    def below(node: int) -> dict[str, Any]:
        found: dict[str, Any] = {name: float(values[node]) for name, values in known.items()}
        return found | {"children": {int(points[child]): below(child) for child in children(nodes, node)}}

    return below(root)


def check_consistent(nodes: Nodes, used: int) -> None:
    """Check that the blocks of children fill the arena without gaps, and that no child has a visit its parent lacks."""
    names = ("parent", "children", "siblings", "visits", "point")
    parent, first, siblings, visits, point = (column(nodes, name)[:used].tolist() for name in names)
    seen = {0}
    todo = [0]
    while todo:
        node = todo.pop()
        if not first[node]:
            continue
        block = slice(first[node], first[node] + siblings[first[node]])
        count = block.stop - block.start
        assert parent[block.start] == node
        assert siblings[block] == [count] * count
        assert sum(visits[block]) <= visits[node]
        assert len({p & int(POINT_BITS) for p in point[block]}) == count
        inside = range(block.start, block.stop)
        assert not seen.intersection(inside)
        seen.update(inside)
        todo.extend(inside)
    assert seen == set(range(used))
    wins = column(nodes, "wins")[:used]
    assert (wins >= 0).all()
    assert (wins <= column(nodes, "visits")[:used] + 1e-6).all()
