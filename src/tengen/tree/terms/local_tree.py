"""Local tree: what a sequence of moves near each other has led to elsewhere in the tree (Pachi, section 7.1.2).

The rating of a move in the local trees (see ``tree/local_tree.py``) counts as virtual games; and good sequences can be
played out at the leaf, before the playout. The thesis gives no numbers and found no use that helps.
"""

from typing import Annotated

from msgspec import Meta

from tengen.compiled.jit import inlined
from tengen.parts.options import Options
from tengen.tree.node import Node
from tengen.tree.thread import Urgency


class LocalTreeOptions(Options, frozen=True):
    """Count local sequences as games, and force them at the leaf."""

    distance: Annotated[int, Meta(ge=1, le=50, description="common fate distance beyond which a move is tenuki")] = 3
    from_games: Annotated[int, Meta(ge=1, le=10**6, description="games from which a local sequence counts")] = 20
    games: Annotated[float, Meta(ge=0, le=1000, description="virtual games of a move by its local value")] = 7.0
    force: Annotated[int, Meta(ge=0, le=8, description="sequences that are played at the leaf before the playout")] = 0
    force_moves: Annotated[int, Meta(ge=1, le=7, description="most moves of such a sequence after its first")] = 4
    good: Annotated[float, Meta(ge=0, le=1, description="local value from which a move is forced")] = 0.7


@inlined
def weigh(child: Node, options: LocalTreeOptions, urgency: Urgency) -> None:  # noqa: ARG001  # the family's signature
    """Add virtual games with the mean local value of the child's sequence to the real ones."""
    if urgency.local_games >= options.from_games:
        urgency.games += options.games
        urgency.wins += options.games * urgency.local_wins / urgency.local_games
