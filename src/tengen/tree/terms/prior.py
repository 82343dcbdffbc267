"""Prior: knowledge counts as virtual games that were played before the first real one (Pachi, section 2.3.2).

(v * n + n_prior * Q) / (n + n_prior): it fades as real games come in.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class PriorTermOptions(Options, frozen=True):
    """Count prior knowledge as games."""

    weight: Annotated[float, Meta(ge=0, le=100, description="factor on the number of virtual games")] = 1.0


@inlined
def weigh(child: Node, options: PriorTermOptions, urgency: Urgency) -> None:
    """Add the virtual games to the real ones."""
    games = options.weight * child.prior_visits
    urgency.games += games
    wins = options.weight * child.prior_wins
    urgency.wins += wins if urgency.sign > 0.0 else games - wins
