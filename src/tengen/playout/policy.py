"""Playout policies: named recipes of rules, and the code that is assembled from them."""

from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import Annotated, Any, NamedTuple, Self

import numpy as np
from msgspec import Meta

from tengen.board.point import Point
from tengen.parts.assemble import Assembly
from tengen.parts.family import FROM_POLICY, Family, Part, in_order, with_own_groups
from tengen.parts.hooks import hooks_source
from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, Options, to_record
from tengen.playout import hooks, playout
from tengen.playout.filters.self_atari import SelfAtariOptions
from tengen.playout.hooks import LIBERTY_MAP
from tengen.playout.liberty_map import ENTRIES, LibertyMapOptions, new_ratings
from tengen.playout.rules.atari import AtariOptions
from tengen.playout.rules.capture import CaptureOptions
from tengen.playout.rules.joseki import JosekiRuleOptions
from tengen.playout.rules.ko import KoOptions
from tengen.playout.rules.n_liberties import NLibertiesOptions
from tengen.playout.rules.nakade import NakadeOptions
from tengen.playout.rules.pattern import PatternOptions
from tengen.playout.rules.save import SaveOptions
from tengen.playout.rules.two_liberties import TwoLibertiesOptions
from tengen.playout.samplers.urgency import UrgencyOptions
from tengen.playout.state import PlayoutState

RULES = Family("rule", "tengen.playout.rules", "playout", kernel="suggest", title="playout rule")
FILTERS = Family("filter", "tengen.playout.filters", "playout", kernel="permit", title="playout filter")
SAMPLERS = Family("sampler", "tengen.playout.samplers", "playout", kernel="draw", title="playout sampler")


class Recipe(NamedTuple):
    """The parts of a policy, by name."""

    rules: tuple[str, ...] = ()
    """Tried in this order; the first that suggests something decides."""
    filters: tuple[str, ...] = ()
    """What a uniformly random move must pass."""
    samplers: tuple[str, ...] = ()
    """How a move is drawn when no rule suggests one; uniformly if there is none."""


POLICIES = {
    "random": Recipe(),
    "capture": Recipe(("capture",)),
    "mango": Recipe(samplers=("urgency",)),
    "mogo": Recipe(("save", "pattern", "capture")),
    "moggy": Recipe(("ko", "nakade", "atari", "two_liberties", "n_liberties", "pattern"), ("self_atari",)),
}


class PlayoutOptions(Options, frozen=True):
    """How playouts are played: which rules, in which order, and the options of each."""

    policy: Annotated[str, Meta(description=f"recipe of rules: {', '.join(POLICIES)}")] = "random"
    mercy: Annotated[
        int, Meta(ge=0, le=1000, description="lead in stones that ends a playout; 0 plays every one to the end")
    ] = 0
    rules: Annotated[tuple[str, ...], Meta(description="rules in order; policy stands for the policy's own")] = (
        FROM_POLICY,
    )
    filters: Annotated[tuple[str, ...], Meta(description="filters in order; policy stands for the policy's own")] = (
        FROM_POLICY,
    )
    samplers: Annotated[
        tuple[str, ...],
        Meta(description="sampler where no rule suggests a move; policy stands for the policy's own, none for uniform"),
    ] = (FROM_POLICY,)
    atari: AtariOptions = AtariOptions()
    capture: CaptureOptions = CaptureOptions()
    joseki: JosekiRuleOptions = JosekiRuleOptions()
    ko: KoOptions = KoOptions()
    n_liberties: NLibertiesOptions = NLibertiesOptions()
    nakade: NakadeOptions = NakadeOptions()
    pattern: PatternOptions = PatternOptions()
    save: SaveOptions = SaveOptions()
    two_liberties: TwoLibertiesOptions = TwoLibertiesOptions()
    self_atari: SelfAtariOptions = SelfAtariOptions()
    urgency: UrgencyOptions = UrgencyOptions()
    liberty_map: LibertyMapOptions = LibertyMapOptions()

    def completed(self) -> Self:
        """Return these options with a group for each part of the user's own that they name."""
        return with_own_groups(self, policy_parts(self)) if self.policy in POLICIES else self

    def check(self) -> None:
        """Raise OptionError for an unknown policy or part."""
        policy_parts(self)


def policy_parts(options: PlayoutOptions) -> list[Part]:
    """Return the parts that playout options ask for; raises OptionError for an unknown policy or part."""
    if options.policy not in POLICIES:
        raise OptionError(unknown_name("policy", options.policy, POLICIES))
    recipe = POLICIES[options.policy]
    return [
        *in_order(RULES.listed(options.rules, recipe.rules)),
        *in_order(FILTERS.listed(options.filters, recipe.filters)),
        *in_order(SAMPLERS.listed(options.samplers, recipe.samplers)),
    ]


def recipe_of(options: PlayoutOptions) -> Recipe:
    """Return the names of the parts that playout options ask for; raises OptionError as ``policy_parts`` does."""
    parts = policy_parts(options)
    rules, filters, samplers = (
        tuple(part.name for part in parts if part.family == family.name) for family in (RULES, FILTERS, SAMPLERS)
    )
    return Recipe(rules, filters, samplers)


class Policy:
    """A policy ready to play: its compiled code, its options, and the liberty map that all its threads share."""

    def __init__(self, options: PlayoutOptions) -> None:
        self._module = policy_module(options)
        self._options = to_record(options)
        self._ratings = new_ratings(ENTRIES if uses_liberty_map(options) else 1)

    def run(self, state: PlayoutState, komi: float, count: int) -> None:
        """Play playouts from the root of a state, and add their results to its tally."""
        self._module.run(state, self._ratings, self._options, komi, count)

    def survey(self, state: PlayoutState, komi: float, count: int) -> None:
        """Do the same and also count who owned each point, and the moves by all-moves-as-first."""
        self._module.survey(state, self._ratings, self._options, komi, count)

    def first_moves(self, state: PlayoutState, count: int) -> Counter[Point]:
        """Return how often the policy chooses each move at the root of a state, PASS among them."""
        counts = np.zeros(len(state.root.colour), np.int64)
        self._module.count_choices(state, self._ratings, self._options, counts, count)
        return Counter({int(point): int(counts[point]) for point in np.flatnonzero(counts)})


def uses_liberty_map(options: PlayoutOptions) -> bool:
    """Return whether one of the rules of a policy has its liberty map switched on."""
    groups: list[Any] = [getattr(options, name, None) for name in recipe_of(options).rules]
    return any(getattr(group, LIBERTY_MAP, False) for group in groups)


def policy_assembly(options: PlayoutOptions, others: Sequence[Part] = ()) -> Assembly:
    """Return what a policy is assembled from; other parts, such as those of a tree, may use the hooks of playouts."""
    parts = [*policy_parts(options), *others]
    names = ", ".join(part.name for part in parts) or "uniformly random"
    label = f"Playouts: {names}"
    return Assembly(label, [playout], {hooks.__name__: hooks_source(hooks.HOOKS, parts, label)})


def policy_module(options: PlayoutOptions, others: Sequence[Part] = ()) -> ModuleType:
    """Return ``playout.playout`` with the parts that the options ask for; compiled when it is first used."""
    return policy_assembly(options, others).load()
