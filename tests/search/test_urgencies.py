"""Urgencies as sums: they are those that selection compares, for every recipe, and asking for them changes nothing."""

import ast
import math
from pathlib import Path
from typing import Any

import pytest

from both_ways import printed_plainly
from tengen.game.game import Game
from tengen.parts.settings import Origin, Settings
from tengen.report.report import NodeReport, UrgencyReport
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.tree import explain_hooks, hooks
from tengen.tree.node import POINT_BITS
from tengen.tree.recipe import explanation_for
from tree.made_search import MANGO, as_dicts, made_options, made_search

LOCAL_TREE: dict[str, Any] = {
    "terms": ["prior", "local_tree", "rave"],
    "expand_visits": 1,
    "local_tree": {"distance": 2, "from_games": 3, "force": 2, "good": 0.6},
}
RECIPES: dict[str, tuple[str, dict[str, Any]]] = {
    "mogo": ("mogo", {}),
    "mango": ("mango", {"tree": MANGO | {"expand_visits": 1, "unpruning": {"first": 3, "start": 10.0}}}),
    "pachi": ("pachi", {}),
    "local_tree": ("pachi", {"tree": LOCAL_TREE}),
}


def urgency_of(child: NodeReport) -> UrgencyReport:
    assert child.urgency is not None
    return child.urgency


def begun(name: str) -> Search:
    recipe, changed = RECIPES[name]
    search = made_search(recipe, **changed)
    search.begin(Game(5, 0.5), 1)
    search.trees.compile()
    return search


def explained(search: Search, path: list[str]) -> dict[int, UrgencyReport]:
    return {child.point: urgency_of(child) for child in search.children(path, None, explained=True)}


@pytest.mark.parametrize("name", RECIPES)
def test_the_next_simulation_goes_where_the_sum_is_greatest(name: str) -> None:
    search = begun(name)
    compared = 0
    for _ in range(150):
        line: list[str] = []
        levels = []
        while len(levels) < 4 and (urgencies := explained(search, line)):
            for urgency in urgencies.values():
                assert math.isclose(urgency.base + sum(urgency.addends.values()), urgency.total, abs_tol=1e-9)
            considered = {point: one.total for point, one in urgencies.items() if one.is_considered}
            levels.append(considered)
            best = max(considered, key=lambda point: considered[point])
            line.append(search.root.context.game.name(best))
        search.trees.simulate(1)
        thread = search.trees.threads[0]
        path = thread.path[1 : int(thread.length)].tolist()
        for considered, node in zip(levels, path, strict=False):
            point = int(search.nodes[node].point) & int(POINT_BITS)
            assert considered[point] == max(considered.values())
            compared += 1
            if point != max(considered, key=lambda one: considered[one]):
                break  # another child with the same urgency: the levels below were not explained
    assert compared > 200


def test_asking_changes_nothing() -> None:
    search, undisturbed = begun("pachi"), begun("pachi")
    for _ in range(10):
        explained(search, ["C3"])
        search.trees.simulate(20)
    undisturbed.trees.simulate(200)
    assert as_dicts(search.nodes) == as_dicts(undisturbed.nodes)


def test_children_that_are_not_considered_are_explained_too() -> None:
    search = begun("mango")
    search.trees.simulate(8)
    urgencies = explained(search, []).values()
    assert [urgency.is_considered for urgency in urgencies].count(True) == 3
    assert len(urgencies) == 7
    assert all(urgency.addends["fpu"] == 100.0 for urgency in urgencies if not urgency.is_considered)


def test_a_child_without_games_has_no_base() -> None:
    search = begun("mogo")
    search.trees.simulate(3)
    for child in search.children([], None, explained=True):
        urgency = urgency_of(child)
        if not child.visits:
            assert (urgency.base, urgency.addends) == (0.0, {"ucb1_tuned": 0.0, "fpu": urgency.total})
            assert urgency.total == pytest.approx(1.1)
        else:
            assert urgency.base == pytest.approx(child.win_rate)
            assert (urgency.addends["ucb1_tuned"] > 0, urgency.addends["fpu"]) == (True, 0.0)


def test_a_node_without_children_and_one_that_is_not_there_have_none() -> None:
    search = begun("mogo")
    assert explained(search, ["C3", "C4", "C2"]) == {}
    assert explained(search, ["resign"]) == {}
    with pytest.raises(ValueError, match="'K10' is not a point"):
        explained(search, ["K10"])


TERM = '''
"""Edge: dislike the first line."""

from tengen.compiled.jit import inlined
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


@inlined
def introduce(nodes, child, urgency):
    urgency.bonus += 0.25


@inlined
def weigh(child: Node, urgency: Urgency) -> None:
    urgency.bonus -= 0.5
'''

PRESETS = """
import tengen

def shown(preset, options):
    options = {"playout.policy": "random", "playout.rules": "policy", "tree.expand_visits": 1, **options}
    with tengen.Engine(preset, options, memory=1, seed=1) as engine:
        engine.analyse(tengen.Game(4, 0.5), tengen.Limit(simulations=12))
        children = engine.children(explained=True)
        for child in children:
            urgency = child.urgency
            assert abs(urgency.base + sum(urgency.addends.values()) - urgency.total) < 1e-9
        return {name: round(value, 6) for name, value in children[0].urgency.addends.items()}

"""


def plain_addends(*calls: str) -> list[dict[str, float]]:
    """Return what the parts add for the most visited move of searches in plain Python, which compile nothing."""
    script = PRESETS + "\n".join(f"print(shown({call}))" for call in calls)
    return [ast.literal_eval(line) for line in printed_plainly(script).splitlines()]


def test_the_presets_of_a_tree_search_are_explained() -> None:
    tengen, pachi, mogo, mango, lingo = plain_addends(
        *(f"{name!r}, {{}}" for name in ("tengen", "pachi", "mogo", "mango", "lingo"))
    )
    assert list(tengen) == ["prior", "rave"]
    assert list(pachi) == ["prior", "criticality", "rave"]
    assert list(mogo) == ["ucb1_tuned", "fpu"]
    assert list(mango) == ["uct", "fpu", "progressive_bias"]
    assert list(lingo) == ["rave", "ucb1", "fpu"]
    assert all(any(addends.values()) for addends in (tengen, pachi, mogo, mango, lingo))


def test_a_part_that_is_off_adds_nothing_and_one_of_ones_own_adds_its_share(tmp_path: Path) -> None:
    own = tmp_path / "edge.py"
    own.write_text(TERM)
    without, with_own = plain_addends(
        "'tengen', {'tree.terms': '-rave'}", f"'tengen', {{'tree.terms': '-rave,+{own}'}}"
    )
    assert list(without) == ["prior"]
    assert with_own == {"prior": with_own["prior"], "edge": -0.25}


def test_the_explanation_calls_the_parts_of_the_recipe_and_no_others() -> None:
    settings = Settings(made_options("pachi"))
    for change, weighed in (("", ("prior", "criticality", "rave")), ("-rave", ("prior", "criticality"))):
        if change:
            settings.set("tree.terms", change, Origin.PYTHON)
        assert isinstance(settings.options, SearchOptions)
        assert explanation_for(settings.options).weighed == weighed


@pytest.mark.parametrize("name", ["introduce", "weigh"])
def test_the_noted_hooks_are_those_of_the_search(name: str) -> None:
    noted, own = explain_hooks.HOOKS.hooks[name], hooks.HOOKS.hooks[name]
    assert noted.parameters == (*own.parameters, "steps")
    assert noted.text == own.text
