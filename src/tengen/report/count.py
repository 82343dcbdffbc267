"""The count at the end of a game: as the engine judges it, or with the dead stones that a person names."""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from tengen.board.grid import BLACK, WHITE, Point

if TYPE_CHECKING:
    from tengen import Game
    from tengen.board.rules import Score
    from tengen.playout.status import Status


class Count(NamedTuple):
    """The score of a finished game, and who owns each point."""

    score: "Score"
    owners: str
    """A diagram: X, O, or . for neither."""


def judged(game: "Game", status: "Status") -> Count:
    """Return the count by an engine's status, which also tells who owns a region that is open to both sides."""
    from tengen.report.text import final_owners

    territory = {BLACK: status.black_territory, WHITE: status.white_territory}
    return Count(status.score(game), final_owners(game, status.dead_stones, territory))


def with_dead(game: "Game", dead: Collection[Point]) -> Count:
    """Return the count without some dead stones; a region that is open to both sides belongs to neither."""
    from tengen.report.text import final_owners

    return Count(game.score(dead), final_owners(game, dead))
