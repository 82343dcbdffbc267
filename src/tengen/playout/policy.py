"""Playout policies: named recipes of rules, and the code that is assembled from them."""

from types import ModuleType
from typing import Annotated, Any

from msgspec import Meta

from tengen.base.assemble import assemble, assembled_source
from tengen.base.names import unknown_name
from tengen.base.options import OptionError
from tengen.base.parts import Family, option_group
from tengen.playout import playout

RULES = Family("playout rule", "tengen.playout.rules", "suggest")

POLICIES: dict[str, tuple[str, ...]] = {
    "random": (),
    "capture": ("capture",),
}
"""Rules in their order; after the last one a random move is played that fills no own eye."""


def rules_of(options: Any) -> tuple[str, ...]:
    """Return the rules that playout options ask for; raises OptionError for an unknown policy or rule."""
    if options.policy not in POLICIES:
        raise OptionError(unknown_name("policy", options.policy, POLICIES))
    return tuple(RULES.part(name).name for name in options.rules or POLICIES[options.policy])


PlayoutOptions: Any = option_group(
    "PlayoutOptions",
    "How playouts are played: which rules, in which order, and the options of each.",
    [
        ("policy", Annotated[str, Meta(description=f"recipe of rules: {', '.join(POLICIES)}")], "random"),
        ("rules", Annotated[tuple[str, ...], Meta(description="rules in their order, instead of the policy's")], ()),
        *RULES.option_fields(),
    ],
    check=rules_of,
)


def policy_module(options: Any) -> ModuleType:
    """Return ``playout.playout`` with the rules that the options ask for; compiled when it is first used."""
    rules = rules_of(options)
    return assemble(playout, _label(rules), {"choose": _body(rules)}, _imports(rules))


def policy_source(options: Any) -> str:
    """Return the text of that module."""
    rules = rules_of(options)
    return assembled_source(playout, _label(rules), {"choose": _body(rules)}, _imports(rules))


def _label(rules: tuple[str, ...]) -> str:
    return f"Playout policy {', '.join((*rules, 'random'))}"


def _imports(rules: tuple[str, ...]) -> list[str]:
    if not rules:
        return []
    return [
        "from tengen.base.rng import happens",
        "from tengen.playout.desk import pick",
        *(f"from tengen.playout.rules import {name}" for name in rules),
    ]


def _body(rules: tuple[str, ...]) -> str:
    lines = ["moves.length = ZERO"] if rules else []
    for name in rules:
        lines += [
            f"if happens(rng, options.{name}.chance):",
            f"    {name}.suggest(board, options.{name}, moves)",
            "    if moves.length != ZERO:",
            "        return pick(moves, rng)",
        ]
    return "\n".join([*lines, "return random_move(board, rng)"])
