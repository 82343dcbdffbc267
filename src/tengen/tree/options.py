"""The options of the tree search: its parts, and the options of each part.

The option group of each part is a field here, so that type checkers know it; a test compares the fields with the files.
"""

from typing import Annotated, Self

from msgspec import Meta

from tengen.parts.family import Family, Part, check_conflicts, in_order, with_own_groups
from tengen.parts.options import OptionError, Options
from tengen.tree.parts.dynamic_komi import DynamicKomiOptions
from tengen.tree.parts.group import GroupOptions
from tengen.tree.parts.quiescent import QuiescentOptions
from tengen.tree.parts.unpruning import UnpruningOptions
from tengen.tree.parts.unpruning_by_criticality import UnpruningByCriticalityOptions
from tengen.tree.parts.value_scaling import ValueScalingOptions
from tengen.tree.parts.zone import ZoneOptions
from tengen.tree.priors.common_fate import CommonFateOptions
from tengen.tree.priors.even import EvenOptions
from tengen.tree.priors.eye import EyeOptions
from tengen.tree.priors.heuristic import HeuristicOptions
from tengen.tree.priors.joseki import JosekiPriorOptions
from tengen.tree.priors.ko import KoPriorOptions
from tengen.tree.priors.lines import LinesOptions
from tengen.tree.priors.playout import PlayoutPriorOptions
from tengen.tree.priors.prediction import PredictionOptions
from tengen.tree.priors.shapes import ShapesOptions
from tengen.tree.statistics.amaf import AmafOptions
from tengen.tree.terms.criticality import CriticalityOptions
from tengen.tree.terms.discount import DiscountOptions
from tengen.tree.terms.fpu import FpuOptions
from tengen.tree.terms.grandfather import GrandfatherOptions
from tengen.tree.terms.local_tree import LocalTreeOptions
from tengen.tree.terms.neighbour_mean import NeighbourMeanOptions
from tengen.tree.terms.prior import PriorTermOptions
from tengen.tree.terms.progressive_bias import ProgressiveBiasOptions
from tengen.tree.terms.puct import PuctOptions
from tengen.tree.terms.rave import RaveOptions
from tengen.tree.terms.ucb1 import Ucb1Options
from tengen.tree.terms.ucb1_tuned import Ucb1TunedOptions
from tengen.tree.terms.ucb_bernstein import UcbBernsteinOptions
from tengen.tree.terms.ucb_cautious import UcbCautiousOptions
from tengen.tree.terms.ucb_deviation import UcbDeviationOptions
from tengen.tree.terms.uct import UctTermOptions

TERMS = Family(
    "term", "tengen.tree.terms", "tree", kernel="weigh", title="tree term", listed_in="tree.terms", pages="terms"
)
PARTS = Family("part", "tengen.tree.parts", "tree", title="part of the tree", listed_in="tree.parts", pages="parts")
STATISTICS = Family("statistic", "tengen.tree.statistics", "tree", pages="statistics")
PRIORS = Family("prior", "tengen.tree.priors", "prior", kernel="judge", listed_in="prior.parts", pages="priors")
ALWAYS = ("score",)  # statistics that every search counts
TERMS.others = PARTS, PRIORS, STATISTICS
PARTS.others = TERMS, PRIORS, STATISTICS
PRIORS.others = TERMS, PARTS, STATISTICS


class TreeOptions(Options, frozen=True):
    """How the tree grows, and how selection chooses a child."""

    terms: Annotated[
        tuple[str, ...], Meta(description="terms of the urgency by which selection chooses a child, in order")
    ] = (
        "prior",
        "rave",
    )
    parts: Annotated[
        tuple[str, ...], Meta(description="other parts of the tree search, such as dynamic_komi or zone")
    ] = ()
    expand_visits: Annotated[int, Meta(ge=0, le=10**6, description="visits of a leaf before it is expanded")] = 8
    small_expand_visits: Annotated[
        int, Meta(ge=-1, le=10**6, description="value of tree.expand-visits for boards up to 11x11; -1 for the same")
    ] = -1
    fill_eyes: Annotated[
        bool, Meta(description="whether the tree includes moves that fill the mover's own true eyes")
    ] = False
    dynamic_komi: DynamicKomiOptions = DynamicKomiOptions()
    group: GroupOptions = GroupOptions()
    quiescent: QuiescentOptions = QuiescentOptions()
    unpruning: UnpruningOptions = UnpruningOptions()
    unpruning_by_criticality: UnpruningByCriticalityOptions = UnpruningByCriticalityOptions()
    value_scaling: ValueScalingOptions = ValueScalingOptions()
    zone: ZoneOptions = ZoneOptions()
    amaf: AmafOptions = AmafOptions()
    criticality: CriticalityOptions = CriticalityOptions()
    discount: DiscountOptions = DiscountOptions()
    fpu: FpuOptions = FpuOptions()
    grandfather: GrandfatherOptions = GrandfatherOptions()
    local_tree: LocalTreeOptions = LocalTreeOptions()
    neighbour_mean: NeighbourMeanOptions = NeighbourMeanOptions()
    prior: PriorTermOptions = PriorTermOptions()
    progressive_bias: ProgressiveBiasOptions = ProgressiveBiasOptions()
    puct: PuctOptions = PuctOptions()
    rave: RaveOptions = RaveOptions()
    ucb1: Ucb1Options = Ucb1Options()
    ucb1_tuned: Ucb1TunedOptions = Ucb1TunedOptions()
    ucb_bernstein: UcbBernsteinOptions = UcbBernsteinOptions()
    ucb_cautious: UcbCautiousOptions = UcbCautiousOptions()
    ucb_deviation: UcbDeviationOptions = UcbDeviationOptions()
    uct: UctTermOptions = UctTermOptions()

    def completed(self) -> Self:
        """Return these options with a group added for each user's part that they name."""
        return with_own_groups(self, [*TERMS.listed(self.terms), *PARTS.listed(self.parts)])

    def check(self) -> None:
        """Raise OptionError for an unknown part, and for parts that cannot be combined."""
        tree_parts(self)


class PriorOptions(Options, frozen=True):
    """Priors: what is known about moves before they are tried, as virtual games."""

    parts: Annotated[tuple[str, ...], Meta(description="priors that judge the moves of a new node, in order")] = ()
    games: Annotated[
        float, Meta(ge=0, le=1000, description="virtual games of a prior with weight 1, on boards up to 13x13")
    ] = 14.0
    large_games: Annotated[
        float, Meta(ge=0, le=1000, description="value of prior.games for boards larger than 13x13")
    ] = 20.0
    common_fate: CommonFateOptions = CommonFateOptions()
    even: EvenOptions = EvenOptions()
    eye: EyeOptions = EyeOptions()
    heuristic: HeuristicOptions = HeuristicOptions()
    joseki: JosekiPriorOptions = JosekiPriorOptions()
    ko: KoPriorOptions = KoPriorOptions()
    lines: LinesOptions = LinesOptions()
    playout: PlayoutPriorOptions = PlayoutPriorOptions()
    prediction: PredictionOptions = PredictionOptions()
    shapes: ShapesOptions = ShapesOptions()

    def completed(self) -> Self:
        """Return these options with a group added for each user's prior that they name."""
        return with_own_groups(self, PRIORS.listed(self.parts))

    def check(self) -> None:
        """Raise OptionError for an unknown prior."""
        PRIORS.listed(self.parts)


def tree_parts(options: TreeOptions) -> list[Part]:
    """Return the terms and other parts of a tree, and the parts that these need, in the order in which they are called.

    Raises OptionError for an unknown part, and for parts that cannot be combined.
    """
    found = {part.name: part for part in (*TERMS.listed(options.terms), *PARTS.listed(options.parts))}
    found = {name: STATISTICS.part(name)._replace(is_listed=False) for name in ALWAYS} | found
    waiting = list(found.values())
    while waiting:
        part = waiting.pop()
        for name in part.needs:
            if name not in found:
                found[name] = _part_named(name, part)._replace(is_listed=False)
                waiting.append(found[name])
    parts = in_order(list(found.values()))
    check_conflicts(parts)
    return parts


def _part_named(name: str, needed_by: Part) -> Part:
    for family in (STATISTICS, TERMS, PARTS):
        if name in family.names:
            return family.part(name)
    known = ", ".join((*STATISTICS.names, *TERMS.names, *PARTS.names))
    raise OptionError(f"{needed_by.file}: NEEDS has an unknown part {name!r}; known: {known}")
