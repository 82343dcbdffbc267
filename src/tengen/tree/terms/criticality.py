"""Criticality: moves at points that decide the game, which the winner ends up owning (Pachi, chapter 5).

C(x) = P(winner owns x) - (2 * P(Black owns x) * P(Black wins) - P(Black owns x) - P(Black wins) + 1), from the
simulations through the parent. It counts as |C| * amaf games more of all-moves-as-first, won if C > 0, else lost.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.ownership import criticality
from tengen.tree.thread import Urgency


class CriticalityOptions(Options, frozen=True):
    """Prefer points that the winner owns."""

    mode: Annotated[
        Literal["rave", "ucb", "report"],
        Meta(description="more games for RAVE (Pachi), a bonus (Pellegrino), or nothing but the maps of reports"),
    ] = "rave"
    value: Annotated[
        Literal["stone", "local"], Meta(description="what owning is: the point itself, or its local value")
    ] = "stone"
    from_visits: Annotated[int, Meta(ge=0, le=10**9, description="games of the parent from which it counts")] = 250
    weight: Annotated[float, Meta(ge=0, le=100, description="factor on Pellegrino's covariance, which is C / 2")] = 2.0


@inlined
def weigh(child: Node, options: CriticalityOptions, urgency: Urgency) -> None:
    """Add virtual games to those of all-moves-as-first. RAVE must come later in the order of terms."""
    if urgency.owner_games >= options.from_visits and urgency.owner_games > 0.0:
        c = criticality(child.owned_black, child.owned_winner, urgency.owner_games, urgency.owner_wins)
        games = abs(c) * urgency.amaf_games
        urgency.amaf_games += games
        if c > 0.0:
            urgency.amaf_wins += games


@inlined
def weigh_ucb(child: Node, options: CriticalityOptions, urgency: Urgency) -> None:
    """Add a bonus: mu + c * sqrt(2 ln n / T) + 2 * C_Pell (Pellegrino et al. 2009; Pachi, section 5.2)."""
    if urgency.owner_games >= options.from_visits and urgency.owner_games > 0.0:
        c = criticality(child.owned_black, child.owned_winner, urgency.owner_games, urgency.owner_wins)
        urgency.bonus += options.weight * 0.5 * c
