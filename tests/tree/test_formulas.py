"""The child that a search picks, beside the papers' formulas in plain Python."""

from random import Random
from typing import Any

import numpy as np
import pytest

from oracle.naive_tree import NEW, Stats, faded_mean, unpruned, urgency
from tengen.board.board import new_board
from tengen.board.point import BLACK, PASS, WHITE, all_points
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.parts.options import to_record
from tengen.tree.node import FORBIDDEN, Node, Nodes
from tengen.tree.options import TERMS, tree_parts
from tengen.tree.parts.unpruning import UnpruningOptions, width
from tengen.tree.recipe import recipe_for
from tengen.tree.statistics.variance import VarianceNode, variance
from tengen.tree.terms.discount import DiscountOptions, fade
from tengen.tree.thread import new_thread
from tree.made_search import PACHI, RECIPES, made_options, searched, template_of

SIZE = 5
POINTS = [0, *all_points(SIZE)]
TOGETHER = {
    "mogo": ["ucb1_tuned", "fpu", "grandfather"],
    "mango": ["uct", "fpu", "progressive_bias"],
    "pachi": ["prior", "criticality", "rave"],
    "pachi with exploration": ["prior", "rave", "ucb1"],
    "pachi with predictions": ["prior", "rave", "puct"],
    "pachi with the deviation": ["prior", "rave", "ucb_deviation"],
    "lingo": ["rave", "ucb1", "fpu"],
    "pachi with Bernstein's bound": ["prior", "rave", "ucb_bernstein"],
    "pachi with caution": ["prior", "rave", "ucb_cautious"],
    "pachi with local trees": ["prior", "local_tree", "rave"],
    "everything": [
        *("discount", "prior", "local_tree", "fpu", "grandfather"),
        *("criticality", "rave", "ucb1_tuned", "neighbour_mean"),
    ],
}


def random_stats(random: Random) -> Stats:
    visits = random.choice([0, 0, 1, 2, random.randrange(1, 2000)])
    rewards = [random.random() for _ in range(min(visits, 5))]
    mean = sum(rewards) / len(rewards) if rewards else 0.0
    amaf, prior = random.choice([0, random.randrange(1, 500)]), random.choice([0, 14.0, 30.0])
    made = {
        "visits": visits,
        "wins": mean * visits,
        "squares": sum(r * r for r in rewards) / len(rewards) * visits if rewards else 0.0,
        "amaf_visits": amaf,
        "amaf_wins": amaf * random.random(),
        "prior_visits": prior,
        "prior_wins": prior * random.random(),
        "bias": 2 * random.random(),
        "chance": random.random() ** 3,
        "hint": random.choice([-1.0, random.random()]),
        "owned_black": 100 * random.random(),
        "owned_winner": 100 * random.random(),
    }
    singles = (name for name in NEW if name not in ("wins", "visits"))
    return made | {name: float(np.float32(made[name])) for name in singles}


def with_shared(by_point: dict[int, Stats], random: Random) -> dict[int, Stats]:
    """Add what siblings have in common, how many games were counted, and what the local trees know of each."""
    games, wins = random.choice([0.0, 5.0, 100.0]), random.random()
    shared = {"owner_games": games, "owner_wins": games * wins}
    if PASS in by_point:
        by_point[PASS] |= {"owned_black": games, "owned_winner": games * wins}
    else:
        shared = {"owner_games": 0.0, "owner_wins": 0.0}
        next(iter(by_point.values()))["owned_black"] = 0.0
    local = {p: random.choice([0.0, 3.0, 40.0]) for p in by_point}
    return {
        point: stats | shared | {"local_games": local[point], "local_wins": local[point] * random.random()}
        for point, stats in by_point.items()
    }


def write(nodes: Nodes, by_point: dict[int, Stats], parent_visits: int) -> None:
    nodes[0].visits, nodes[0].children = parent_visits, 1
    for i, (point, stats) in enumerate(by_point.items(), start=1):
        for name in set(NEW) & set(nodes.dtype.names):
            nodes[i][name] = stats[name]
        nodes[i].point, nodes[i].siblings = point, len(by_point)
        if point == PASS and "pass_place" in nodes.dtype.names:
            nodes[1].pass_place = i - 1


def write_local(thread: Any, by_point: dict[int, Stats]) -> None:
    """Write what the local trees know of each move, if the search walks in local trees."""
    if "local" in thread.dtype.names:
        for point, stats in by_point.items():
            thread.local.games[point], thread.local.wins[point] = stats["local_games"], stats["local_wins"]


def mean_around(point: int, by_point: dict[int, Stats], black: bool) -> float | None:
    near = [p for p in (point - SIZE - 1, point - 1, point + 1, point + SIZE + 1) if point and p and p in by_point]
    values = [by_point[p]["wins"] / by_point[p]["visits"] for p in near if by_point[p]["visits"]]
    values = [v if black else 1 - v for v in values]
    return sum(values) / len(values) if values else None


@pytest.mark.parametrize("terms", TOGETHER.values(), ids=TOGETHER)
def test_the_formula_chooses_the_same_child(terms: list[str]) -> None:
    check_formula(terms, {})


def test_every_term_is_in_one_of_these_formulas() -> None:
    assert {term for terms in TOGETHER.values() for term in terms} == set(TERMS.names)


@pytest.mark.slow
@pytest.mark.parametrize("term", TERMS.names)
def test_a_term_alone_chooses_the_same_child(term: str) -> None:
    check_formula([term], {})


def test_pellegrinos_form_of_criticality_chooses_the_same_child() -> None:
    check_formula(["prior", "criticality", "rave"], {"criticality": {"mode": "ucb", "from_visits": 5}})


def check_formula(terms: list[str], more: dict[str, Any]) -> None:
    options = made_options("pachi", tree=PACHI | {"terms": terms} | more)
    groups = {name: getattr(options.tree, name) for name in terms}
    recipe, record = recipe_for(options), to_record(options)
    random = Random(5)
    picked = set()
    for turn in range(150):
        black = turn % 2 == 0
        board = new_board(SIZE)
        board.to_play = BLACK if black else WHITE
        thread = new_thread(recipe.thread, board, seed=1)
        thread.playout.board = board
        by_point = {point: random_stats(random) for point in random.sample(POINTS, random.randrange(2, 26))}
        if turn % 3:  # all have been tried
            by_point = {point: stats for point, stats in by_point.items() if stats["visits"]} or by_point
        by_point = with_shared(by_point, random)
        n = int(sum(stats["visits"] for stats in by_point.values())) + 1
        nodes = recipe.node.array(len(POINTS) + 1)
        write(nodes, by_point, n)
        write_local(thread, by_point)
        points = list(by_point)
        best = points[int(template_of(recipe, "select").pick_child(nodes, u64(0), thread, record)) - 1]
        found = {p: urgency(by_point[p], black, n, mean_around(p, by_point, black), groups) for p in points}
        assert found[best] >= max(found.values()) - 1e-5, (terms, black)
        picked.add(best)
    assert len(picked) > 10


@pytest.mark.parametrize("name", TERMS.names)
def test_options_of_terms_have_range_and_description(name: str) -> None:
    from tengen.parts.options import knobs

    group = TERMS.part(name).options
    assert group is not None
    for knob in knobs(group()):
        assert knob.meta.description
        if knob.choices:
            continue
        assert knob.meta.ge is not None
        assert knob.meta.le is not None


def test_unpruning_follows_mango() -> None:
    options = UnpruningOptions()
    record = to_record(options)
    for visits in range(1, 3000, 7):
        expected = unpruned(visits, options.first, options.start, options.growth)
        assert int(width(u64(visits), record)) == expected
    assert [int(width(u64(v), record)) for v in (10, 50, 64, 66, 84, 85)] == [5, 5, 5, 6, 6, 7]


def test_unpruning_looks_past_moves_that_are_struck_out() -> None:
    """Twins of other moves, and what superko forbids, may be the first ones by the heuristic."""
    options = made_options("mango")
    recipe, record = recipe_for(options), to_record(options)
    module = template_of(recipe, "select")
    thread = new_thread(recipe.thread, new_board(SIZE), seed=1)
    thread.playout.board = thread.playout.root
    nodes = recipe.node.array(len(POINTS) + 1)
    write(nodes, {point: dict(NEW) | {"bias": 1.0} for point in POINTS[::-1]}, parent_visits=3)
    for child in range(1, 11):
        nodes[child].point = int(nodes[child].point) | int(FORBIDDEN)
    assert int(module.pick_child(nodes, u64(0), thread, record)) == 11
    # The five best of those that are left, and no more.
    for child in range(11, 16):
        nodes[child].visits = 1
    nodes[16].bias = 1000.0
    assert int(module.pick_child(nodes, u64(0), thread, record)) in range(11, 16)


@pytest.mark.parametrize("white_moved", [False, True])
def test_discounted_rewards_are_a_mean_of_the_latest(white_moved: bool) -> None:
    """Also for White's moves, whose simulations begin as won by Black."""
    options = DiscountOptions(factor=0.9)
    node, lost = Node.new(), float(white_moved)
    random, rewards = Random(3), []
    for _ in range(50):
        node.visits += 1
        node.wins += lost
        rewards.append(random.random())
        fade(node, to_record(options), lost, rewards[-1])
        node.wins += rewards[-1] - lost
        assert node.wins / node.visits == pytest.approx(faded_mean(rewards, 0.9))


def test_recipes_of_presets_are_those_tested() -> None:
    from tengen.engines.catalogue import preset_settings
    from tengen.presets.preset import preset_named

    for name, recipe in RECIPES.items():
        options: Any = preset_settings(preset_named(name)).options
        assert list(options.tree.terms) == recipe["tree"]["terms"]


def test_variance_survives_rounding() -> None:
    node = VarianceNode.new()
    node.visits, node.wins, node.squares = 3, 3 * 0.1, np.float32(3 * 0.01)
    assert variance(node) == pytest.approx(0.0, abs=1e-8)
    node.visits, node.wins, node.squares = 2, 1.0, 1.0
    assert variance(node) == pytest.approx(0.25)


@pytest.mark.parametrize("late", ["prior", "local_tree", "criticality", "discount"])
def test_terms_that_rave_mixes_have_their_turn_before_it(late: str) -> None:
    parts = tree_parts(made_options("pachi", tree={"terms": ["rave", late]}).tree)
    assert [part.name for part in parts if part.is_listed] == [late, "rave"]


def test_more_exploration_tries_more_moves() -> None:
    def moves_tried(c: float) -> int:
        tree = PACHI | {"terms": ["prior", "rave", "ucb1"], "ucb1": {"c": c}}
        return len(searched("pachi", 300, Game(5, 0.5), tree=tree).report().moves)

    every = 7  # points that differ on the empty board, and the pass
    assert moves_tried(0.0) < moves_tried(0.2) <= moves_tried(3.0) == every
