"""Playout policies: named lists of rules, filters and other parts, and the code that is assembled from them."""

from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import Annotated, Any, NamedTuple, Self

import numpy as np
from msgspec import Meta

from tengen.board.point import Point
from tengen.parts.assemble import Assembly, own_parts_named
from tengen.parts.family import FROM_POLICY, Family, Part, in_order, with_own_groups
from tengen.parts.hooks import hooks_source, hooks_used
from tengen.parts.names import unknown_name
from tengen.parts.options import OptionError, Options, to_record
from tengen.playout import hooks, playout
from tengen.playout.filters.false_eye import FalseEyeOptions
from tengen.playout.filters.self_atari import SelfAtariOptions
from tengen.playout.hooks import LIBERTY_MAP
from tengen.playout.liberty_map import ENTRIES, LibertyMapOptions, new_ratings
from tengen.playout.rules.atari import AtariOptions
from tengen.playout.rules.capture import CaptureOptions
from tengen.playout.rules.eye import EyeRuleOptions
from tengen.playout.rules.joseki import JosekiRuleOptions
from tengen.playout.rules.ko import KoOptions
from tengen.playout.rules.live import LiveOptions
from tengen.playout.rules.n_liberties import NLibertiesOptions
from tengen.playout.rules.nakade import NakadeOptions
from tengen.playout.rules.net import NetOptions
from tengen.playout.rules.pattern import PatternOptions
from tengen.playout.rules.race import RaceOptions
from tengen.playout.rules.save import SaveOptions
from tengen.playout.rules.two_liberties import TwoLibertiesOptions
from tengen.playout.samplers.urgency import UrgencyOptions
from tengen.playout.state import PlayoutState

RULES = Family(
    "rule", "tengen.playout.rules", "playout", kernel="suggest", title="playout rule", listed_in="playout.rules"
)
FILTERS = Family(
    "filter", "tengen.playout.filters", "playout", kernel="permit", title="playout filter", listed_in="playout.filters"
)
SAMPLERS = Family(
    "sampler",
    "tengen.playout.samplers",
    "playout",
    kernel="draw",
    title="playout sampler",
    listed_in="playout.samplers",
)
CHOOSERS = Family(
    "chooser",
    "tengen.playout.choosers",
    "playout",
    kernel="choose",
    title="playout chooser",
    listed_in="playout.choosers",
)
FAMILIES = RULES, CHOOSERS, FILTERS, SAMPLERS
for family in FAMILIES:
    family.others = tuple(other for other in FAMILIES if other is not family)


class PolicyRecipe(NamedTuple):
    """The parts of a policy, by name."""

    rules: tuple[str, ...] = ()
    """Tried in this order; the first rule that suggests a move decides."""
    choosers: tuple[str, ...] = ()
    """They choose among the suggestions of a rule; without a chooser all are equally likely."""
    filters: tuple[str, ...] = ()
    """Checks that a uniformly random move must pass."""
    samplers: tuple[str, ...] = ()
    """They draw a move when no rule suggests one; without a sampler the draw is uniform."""


POLICIES = {
    "random": PolicyRecipe(),
    "capture": PolicyRecipe(("capture",)),
    "mango": PolicyRecipe(samplers=("urgency",)),
    "mogo": PolicyRecipe(("save", "pattern", "capture")),
    "moggy": PolicyRecipe(
        ("ko", "nakade", "atari", "two_liberties", "n_liberties", "pattern"), filters=("self_atari",)
    ),
}


class PlayoutOptions(Options, frozen=True):
    """How playouts are played: which rules, in which order, and the options of each."""

    policy: Annotated[str, Meta(description=f"playout policy, a named list of rules: {', '.join(POLICIES)}")] = "random"
    mercy: Annotated[
        int,
        Meta(ge=0, le=1000, description="lead in stones that ends a playout early; 0 plays every playout to its end"),
    ] = 0
    rules: Annotated[
        tuple[str, ...], Meta(description="playout rules in order; the word policy stands for the policy's rules")
    ] = (FROM_POLICY,)
    choosers: Annotated[
        tuple[str, ...],
        Meta(description="chooser among a rule's suggestions: policy for the policy's own, none for an even choice"),
    ] = (FROM_POLICY,)
    filters: Annotated[
        tuple[str, ...],
        Meta(description="filters of random moves in order; the word policy stands for the policy's filters"),
    ] = (FROM_POLICY,)
    samplers: Annotated[
        tuple[str, ...],
        Meta(
            description="sampler for moves that no rule suggests: policy for the policy's own, none for uniform draws"
        ),
    ] = (FROM_POLICY,)
    atari: AtariOptions = AtariOptions()
    capture: CaptureOptions = CaptureOptions()
    eye: EyeRuleOptions = EyeRuleOptions()
    joseki: JosekiRuleOptions = JosekiRuleOptions()
    ko: KoOptions = KoOptions()
    live: LiveOptions = LiveOptions()
    n_liberties: NLibertiesOptions = NLibertiesOptions()
    nakade: NakadeOptions = NakadeOptions()
    net: NetOptions = NetOptions()
    pattern: PatternOptions = PatternOptions()
    race: RaceOptions = RaceOptions()
    save: SaveOptions = SaveOptions()
    two_liberties: TwoLibertiesOptions = TwoLibertiesOptions()
    false_eye: FalseEyeOptions = FalseEyeOptions()
    self_atari: SelfAtariOptions = SelfAtariOptions()
    urgency: UrgencyOptions = UrgencyOptions()
    liberty_map: LibertyMapOptions = LibertyMapOptions()

    def completed(self) -> Self:
        """Return these options with a group added for each user's part that they name."""
        return with_own_groups(self, policy_parts(self)) if self.policy in POLICIES else self

    def check(self) -> None:
        """Raise OptionError for an unknown policy or part."""
        policy_parts(self)


def policy_parts(options: PlayoutOptions) -> list[Part]:
    """Return the parts of the policy that options describe; raises OptionError for an unknown policy or part."""
    if options.policy not in POLICIES:
        raise OptionError(unknown_name("policy", options.policy, POLICIES))
    recipe = POLICIES[options.policy]
    return [
        *in_order(RULES.listed(options.rules, recipe.rules)),
        *in_order(CHOOSERS.listed(options.choosers, recipe.choosers)),
        *in_order(FILTERS.listed(options.filters, recipe.filters)),
        *in_order(SAMPLERS.listed(options.samplers, recipe.samplers)),
    ]


def recipe_of(options: PlayoutOptions) -> PolicyRecipe:
    """Return the names of the parts of the policy that options describe; raises OptionError as ``policy_parts``."""
    parts = policy_parts(options)
    return PolicyRecipe(*(tuple(part.name for part in parts if part.family == family.name) for family in FAMILIES))


class Policy:
    """A policy ready to play: its compiled code, its options, and the liberty map that all its threads share."""

    def __init__(self, options: PlayoutOptions) -> None:
        self._module = policy_module(options)
        self._options = to_record(options)
        self._ratings = new_ratings(ENTRIES if uses_liberty_map(options) else 1)

    def run(self, state: PlayoutState, komi: float, count: int) -> None:
        """Play playouts from the root of a state, and add their results to its tally."""
        with own_parts_named():
            self._module.run(state, self._ratings, self._options, komi, count)

    def survey(self, state: PlayoutState, komi: float, count: int) -> None:
        """Do the same as ``run``, and also count the owners of points and the all-moves-as-first statistics."""
        with own_parts_named():
            self._module.survey(state, self._ratings, self._options, komi, count)

    def first_moves(self, state: PlayoutState, count: int) -> Counter[Point]:
        """Return how often the policy chooses each move, including PASS, at the root of a state."""
        counts = np.zeros(len(state.root.colour), np.int64)
        with own_parts_named():
            self._module.count_choices(state, self._ratings, self._options, counts, count)
        return Counter({int(point): int(counts[point]) for point in np.flatnonzero(counts)})


def uses_liberty_map(options: PlayoutOptions) -> bool:
    """Return whether a rule of the policy has ``liberty-map=true``."""
    groups: list[Any] = [getattr(options, name, None) for name in recipe_of(options).rules]
    return any(getattr(group, LIBERTY_MAP, False) for group in groups)


def policy_assembly(options: PlayoutOptions, others: Sequence[Part] = ()) -> Assembly:
    """Return the source code of a policy. ``others`` are further parts, such as those of a tree.

    Those that use no hook of playouts are left out, so that searches with the same playouts share their compiled code.
    """
    parts = [*policy_parts(options), *(part for part in others if hooks_used(part, hooks.HOOKS))]
    names = ", ".join(part.name for part in parts) or "uniformly random"
    label = f"Playouts: {names}"
    return Assembly(label, [playout], {hooks.__name__: hooks_source(hooks.HOOKS, parts, label)})


def policy_module(options: PlayoutOptions, others: Sequence[Part] = ()) -> ModuleType:
    """Return the copy of ``playout.playout`` for a policy. Its functions are compiled when first called."""
    return policy_assembly(options, others).load()
