"""Playout policies: named recipes of rules, and the code that is assembled from them."""

from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from msgspec import Meta

from tengen.board.point import Point
from tengen.parts.assemble import assemble, assembled_source
from tengen.parts.family import Family, option_group
from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, to_record
from tengen.playout import playout
from tengen.playout.liberty_map import ENTRIES, LibertyMapOptions, new_ratings
from tengen.playout.state import PlayoutState

RULES = Family("playout rule", "tengen.playout.rules", "suggest")
FILTERS = Family("playout filter", "tengen.playout.filters", "permit")
SAMPLERS = Family("playout sampler", "tengen.playout.samplers", "draw")
UNIFORM = "uniform"  # the sampler that the template has itself
FROM_POLICY = "policy"  # use the policy's own parts
MAPPED = "liberty_map"  # the option of rules whose suggestions can be rated


class Recipe(NamedTuple):
    """The parts of a policy."""

    rules: tuple[str, ...] = ()
    """Tried in this order; the first that suggests something decides."""
    filters: tuple[str, ...] = ()
    """What a uniformly random move must pass."""
    sampler: str = UNIFORM
    """How a move is drawn when no rule suggests one."""
    area: Literal["board", "zone"] = "board"
    """Where moves are played: everywhere, or in the state's zone."""


POLICIES = {
    "random": Recipe(),
    "capture": Recipe(("capture",)),
    "mango": Recipe(sampler="urgency"),
    "mogo": Recipe(("save", "pattern", "capture")),
    "moggy": Recipe(("ko", "nakade", "atari", "two_liberties", "n_liberties", "pattern"), ("self_atari",)),
}


def recipe_of(options: Any) -> Recipe:
    """Return the parts that playout options ask for; raises OptionError for an unknown policy, rule or filter."""
    if options.policy not in POLICIES:
        raise OptionError(unknown_name("policy", options.policy, POLICIES))
    recipe = POLICIES[options.policy]
    return Recipe(
        tuple(_listed(options.rules, recipe.rules, RULES)),
        tuple(_listed(options.filters, recipe.filters, FILTERS)),
        recipe.sampler if options.sampler == FROM_POLICY else _sampler_named(options.sampler),
    )


def _listed(names: tuple[str, ...], own: tuple[str, ...], family: Family) -> Iterator[str]:
    for name in names:
        yield from own if name == FROM_POLICY else [family.part(name).name]


def _sampler_named(name: str) -> str:
    if name not in (UNIFORM, *SAMPLERS.names):
        raise OptionError(unknown_name(SAMPLERS.title, name, (FROM_POLICY, UNIFORM, *SAMPLERS.names)))
    return name


PlayoutOptions: Any = option_group(
    "PlayoutOptions",
    "How playouts are played: which rules, in which order, and the options of each.",
    [
        ("policy", Annotated[str, Meta(description=f"recipe of rules: {', '.join(POLICIES)}")], "random"),
        (
            "mercy",
            Annotated[int, Meta(ge=0, le=1000, description="lead in stones that ends a playout; 0 plays to the end")],
            0,
        ),
        ("rules", Annotated[tuple[str, ...], Meta(description="rules in order; policy: those it has")], (FROM_POLICY,)),
        (
            "filters",
            Annotated[tuple[str, ...], Meta(description="filters in order; policy: those it has")],
            (FROM_POLICY,),
        ),
        ("sampler", Annotated[str, Meta(description="uniform or urgency; policy: the one it has")], FROM_POLICY),
        *RULES.option_fields(),
        *FILTERS.option_fields(),
        *SAMPLERS.option_fields(),
        ("liberty_map", LibertyMapOptions, LibertyMapOptions()),
    ],
    check=recipe_of,
)


class Policy:
    """A policy ready to play: its compiled code, its options, and the liberty map that all its threads share."""

    def __init__(self, options: Any) -> None:
        self._module = policy_module(options)
        self._options = to_record(options)
        self._ratings = new_ratings(ENTRIES if uses_liberty_map(options) else 1)

    def run(self, state: PlayoutState, komi: float, count: int) -> None:
        """Play playouts from the state's root and add their results to its tally."""
        self._module.run(state, self._ratings, self._options, komi, count)

    def survey(self, state: PlayoutState, komi: float, count: int) -> None:
        """Do the same and also count who owned each point, and the moves by all-moves-as-first."""
        self._module.survey(state, self._ratings, self._options, komi, count)

    def first_moves(self, state: PlayoutState, count: int) -> Counter[Point]:
        """Return how often the policy chooses each move at the state's root, PASS among them."""
        counts = np.zeros(len(state.root.colour), np.int64)
        self._module.count_choices(state, self._ratings, self._options, counts, count)
        return Counter({int(point): int(counts[point]) for point in np.flatnonzero(counts)})


def uses_liberty_map(options: Any) -> bool:
    """Return whether one of the rules of a policy has its liberty map switched on."""
    return any(getattr(getattr(options, name), MAPPED, False) for name in recipe_of(options).rules)


def policy_module(options: Any) -> ModuleType:
    """Return ``playout.playout`` with the parts that the options ask for; compiled when it is first used."""
    return assemble(playout, *_assembly(recipe_of(options)))


def zoned_policy_module(options: Any) -> ModuleType:
    """Return the same for playouts that stay in the zone of their state."""
    return assemble(playout, *_assembly(recipe_of(options)._replace(area="zone")))


def policy_source(options: Any) -> str:
    """Return the text of that module."""
    return assembled_source(playout, *_assembly(recipe_of(options)))


def _assembly(recipe: Recipe) -> tuple[str, dict[str, str], list[str]]:
    """Return the label of a policy, the bodies of its functions, and the imports that they need."""
    label = f"Playout policy {', '.join((*recipe.rules, recipe.sampler, *recipe.filters))}"
    imports = [f"from tengen.playout.rules import {name}" for name in recipe.rules]
    imports += [f"from tengen.playout.filters import {name}" for name in recipe.filters]
    if imports:
        imports += ["from tengen.playout.chance import is_tried", "from tengen.tactics.suggestion import pick"]
    if any(hasattr(RULES.part(name).options(), MAPPED) for name in recipe.rules):
        imports += ["from tengen.playout.liberty_map import pick_rated"]
    bodies = {"choose": _choose_body(recipe), "permit": _permit_body(recipe.filters)}
    if recipe.sampler != UNIFORM:
        imports += [f"from tengen.playout.samplers import {recipe.sampler}"]
        imports += ["from tengen.playout.state import UNDECIDED"]
        bodies |= _sampler_bodies(recipe.sampler)
    if recipe.area == "zone":
        label += " in a zone"
        imports += ["from tengen.playout.zone import DRAWS, is_in_zone, keep_in_zone"]
        bodies["may_play"] = "return is_in_zone(state, point)"
        if recipe.sampler != UNIFORM:
            bodies["draw"] = _zoned_draw_body(recipe.sampler)
    return label, bodies, imports


def _choose_body(recipe: Recipe) -> str:
    rules = recipe.rules
    if not rules:
        return "return draw(state, options)"
    lines = ["board, rng, moves = state.board, state.rng, state.moves", "moves.length = ZERO"]
    for number, name in enumerate(rules, start=1):
        lines += [
            f"given = options.{name}",
            "if is_tried(board, rng, given.chance, given.large_chance):",
            f"    {name}.suggest(board, given, moves)",
            *(["    keep_in_zone(state)"] if recipe.area == "zone" else []),
            "    if moves.length != ZERO:",
            f"        moves.rule = {number}",
        ]
        if hasattr(RULES.part(name).options(), MAPPED):
            lines += [
                f"        if given.{MAPPED}:",
                f"            return pick_rated(state, ratings, options.{MAPPED})",
            ]
        lines += ["        return pick(moves, rng)"]
    return "\n".join([*lines, "moves.rule = 0", "return draw(state, options)"])


def _permit_body(filters: tuple[str, ...]) -> str:
    lines = []
    for name in filters:
        lines += [
            f"given = options.{name}",
            "if point != PASS and is_tried(state.board, state.rng, given.chance, given.large_chance):",
            f"    point = {name}.permit(state.board, point, given)",
        ]
    return "\n".join([*lines, "return point"])


def _sampler_bodies(name: str) -> dict[str, str]:
    return {
        "start": f"{name}.start(state)",
        "follow": f"{name}.follow(state, point, empty_before)",
        "draw": f"point = {name}.draw(state, options.{name})\n"
        "return random_move(state, options) if point == UNDECIDED else point",
    }


def _zoned_draw_body(name: str) -> str:
    """Return the code that draws until a move is in the zone, which leaves their probabilities in proportion."""
    return (
        "for _ in range(DRAWS):\n"
        f"    point = {name}.draw(state, options.{name})\n"
        "    if point == UNDECIDED:\n"
        "        break\n"
        "    if point == PASS or is_in_zone(state, point):\n"
        "        return point\n"
        "return random_move(state, options)"
    )
