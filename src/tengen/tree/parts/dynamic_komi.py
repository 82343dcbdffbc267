"""Dynamic komi: simulations are judged as if the game were closer than it is (Pachi, chapter 4).

Where nearly all simulations end the same way, all moves look the same. So White is credited with some points more than
the rules give her, or with fewer, and the search sees differences again. The real komi is counted beside it.

Compiled code, and reports, count the extra komi as komi is always counted: what **Black pays**, negative if White does.
How many points those are is decided in ``search.komi``, between two rounds of simulations; here is only what depends on
the leaf of a simulation, and what is counted there.
"""

from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from tengen.compiled.atomic import add_to
from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.arena import Tree


class DynamicKomiOptions(Options, frozen=True):
    """Judge simulations with another komi than the real one."""

    mode: Annotated[
        Literal["linear", "score", "value"],
        Meta(description="what the extra komi goes by: handicap stones, the mean score, or the share of wins"),
    ] = "value"
    stone: Annotated[float, Meta(ge=0, le=100, description="linear: points for a handicap stone (Pachi's h)")] = 7.0
    moves: Annotated[
        float, Meta(ge=1, le=10**4, description="linear: move at which they have dwindled to 0 (Pachi's M)")
    ] = 200.0
    opening: Annotated[
        int, Meta(ge=0, le=10**4, description="moves before which score and value are linear, on boards up to 13x13")
    ] = 4
    large_opening: Annotated[int, Meta(ge=0, le=10**4, description="the same on larger boards")] = 20
    steepness: Annotated[
        float, Meta(ge=0, le=1000, description="score: how suddenly the changes become small (Pachi's c)")
    ] = 20.0
    phase: Annotated[
        float, Meta(ge=0, le=1, description="score: share of points taken at which they are halved (Pachi's s)")
    ] = 0.75
    red: Annotated[float, Meta(ge=0, le=1, description="value: share of wins below which we pay less")] = 0.45
    green: Annotated[float, Meta(ge=0, le=1, description="value: share of wins above which we pay more")] = 0.5
    step: Annotated[float, Meta(ge=0, le=100, description="value: points of one change")] = 1.0
    ratchet_moves: Annotated[
        int, Meta(ge=0, le=10**4, description="value: moves after which the ratchet is forgotten; 0 for never")
    ] = 0
    adjust: Annotated[
        Literal["online", "offline"], Meta(description="change it in the middle of searches, or between them")
    ] = "online"
    slice: Annotated[int, Meta(ge=1, le=10**9, description="online: simulations between two changes")] = 100
    most: Annotated[float, Meta(ge=0, le=1000, description="points that it may be in our favour")] = 30.0
    until: Annotated[float, Meta(ge=0, le=10, description="share of the game from which it may not be at all")] = 0.95


class KomiTree(Tree):
    """What all threads share."""

    extra_komi: Annotated[float, np.float64]  # what Black pays on top of the real komi
    stone_komi: Annotated[float, np.float64]  # what Black pays on top before the first move, for handicap stones
    lowest_extra: Annotated[float, np.float64]  # bounds of both together
    highest_extra: Annotated[float, np.float64]
    wins: Annotated[float, np.float64]  # Black's since the search began, with the extra komi
    real_wins: Annotated[float, np.float64]  # the same with the real komi


@inlined
def extra_komi(tree: KomiTree, turn: int, options: DynamicKomiOptions) -> float:
    """Return what Black pays on top of the real komi in a simulation from a leaf; the linear part ends at ``moves``.

    The linear part depends on the leaf and on nothing else, so that a node has the same komi in all its simulations,
    also those of earlier searches.
    """
    extra = tree.extra_komi + tree.stone_komi * max(0.0, 1.0 - float(turn) / options.moves)
    return min(tree.highest_extra, max(tree.lowest_extra, extra))


@inlined
def after_playout(tree: KomiTree, score: float, komi: float) -> None:
    """Count who won a simulation, with the komi that it had and with the real one."""
    add_to(tree, "wins", share_of_win(score - komi))
    add_to(tree, "real_wins", share_of_win(score - tree.komi))


@inlined
def share_of_win(lead: float) -> float:
    """Return how much of a win Black's lead is: 1, 0, or 0.5 for a draw."""
    return 1.0 if lead > 0.0 else 0.5 if lead == 0.0 else 0.0
