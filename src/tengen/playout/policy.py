"""Playout policies: named recipes of rules, and the code that is assembled from them."""

from types import ModuleType
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from tengen.base.assemble import assemble, assembled_source
from tengen.base.names import unknown_name
from tengen.base.options import OptionError
from tengen.base.parts import Family, option_group
from tengen.playout import playout

RULES = Family("playout rule", "tengen.playout.rules", "suggest")
FILTERS = Family("playout filter", "tengen.playout.filters", "permit")
SAMPLERS = Family("playout sampler", "tengen.playout.samplers", "draw")
UNIFORM = "uniform"  # the sampler that the template has itself


class Recipe(NamedTuple):
    """The parts of a policy."""

    rules: tuple[str, ...] = ()
    """Tried in this order; the first that suggests something decides."""
    filters: tuple[str, ...] = ()
    """What a uniformly random move must pass."""
    sampler: str = UNIFORM
    """How a move is drawn when no rule suggests one."""


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
        tuple(RULES.part(name).name for name in options.rules or recipe.rules),
        tuple(FILTERS.part(name).name for name in options.filters or recipe.filters),
        _sampler_named(options.sampler or recipe.sampler),
    )


def _sampler_named(name: str) -> str:
    return name if name == UNIFORM else SAMPLERS.part(name).name


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
        ("rules", Annotated[tuple[str, ...], Meta(description="rules in order, instead of the policy's")], ()),
        (
            "filters",
            Annotated[tuple[str, ...], Meta(description="filters in order, instead of the policy's")],
            (),
        ),
        ("sampler", Annotated[str, Meta(description="uniform or urgency, instead of the policy's")], ""),
        *RULES.option_fields(),
        *FILTERS.option_fields(),
        *SAMPLERS.option_fields(),
    ],
    check=recipe_of,
)


def policy_module(options: Any) -> ModuleType:
    """Return ``playout.playout`` with the parts that the options ask for; compiled when it is first used."""
    return assemble(playout, *_assembly(recipe_of(options)))


def policy_source(options: Any) -> str:
    """Return the text of that module."""
    return assembled_source(playout, *_assembly(recipe_of(options)))


def _assembly(recipe: Recipe) -> tuple[str, dict[str, str], list[str]]:
    """Return the label of a policy, the bodies of its functions, and the imports that they need."""
    label = f"Playout policy {', '.join((*recipe.rules, recipe.sampler, *recipe.filters))}"
    imports = [f"from tengen.playout.rules import {name}" for name in recipe.rules]
    imports += [f"from tengen.playout.filters import {name}" for name in recipe.filters]
    if imports:
        imports += ["from tengen.base.rng import happens", "from tengen.tactics.suggestion import pick"]
    bodies = {"choose": _choose_body(recipe.rules), "permit": _permit_body(recipe.filters)}
    if recipe.sampler != UNIFORM:
        imports += [f"from tengen.playout.samplers import {recipe.sampler}"]
        imports += ["from tengen.playout.desk import UNDECIDED"]
        bodies |= _sampler_bodies(recipe.sampler)
    return label, bodies, imports


def _choose_body(rules: tuple[str, ...]) -> str:
    if not rules:
        return "return draw(desk, options)"
    lines = ["board, rng, moves = desk.board, desk.rng, desk.moves", "moves.length = ZERO"]
    for number, name in enumerate(rules, start=1):
        lines += [
            f"if happens(rng, options.{name}.chance):",
            f"    {name}.suggest(board, options.{name}, moves)",
            "    if moves.length != ZERO:",
            f"        moves.rule = {number}",
            "        return pick(moves, rng)",
        ]
    return "\n".join([*lines, "moves.rule = 0", "return draw(desk, options)"])


def _permit_body(filters: tuple[str, ...]) -> str:
    lines = []
    for name in filters:
        lines += [
            f"if point != PASS and happens(desk.rng, options.{name}.chance):",
            f"    point = {name}.permit(desk.board, point, options.{name})",
        ]
    return "\n".join([*lines, "return point"])


def _sampler_bodies(name: str) -> dict[str, str]:
    return {
        "start": f"{name}.start(desk)",
        "follow": f"{name}.follow(desk, point, empty_before)",
        "draw": f"point = {name}.draw(desk, options.{name})\n"
        "return random_move(desk, options) if point == UNDECIDED else point",
    }
