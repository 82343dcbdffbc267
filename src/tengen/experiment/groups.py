"""Games of a cell that may be counted together: those of one version of our player with one limit."""

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from tengen.experiment.results import CellGame
from tengen.experiment.row import Cell
from tengen.match.statistics import Estimate, MatchTally, win_rate

ENOUGH_GAMES = 20
"""Games that a group must have before anything is concluded from it."""


class Group(msgspec.Struct):
    """The games of a cell that one version of our player played with one limit."""

    cell: Cell
    limit: str
    games: list[CellGame]

    @property
    def tally(self) -> MatchTally:
        """The results of our player."""
        return tally_of(self.games)

    @property
    def rate(self) -> Estimate:
        """The win rate of our player, from 0 to 1."""
        return win_rate(self.tally)

    @property
    def last(self) -> int:
        """When the last game ended, in seconds since 1970."""
        return int(max(game.finished for game in self.games))

    @property
    def is_scaled(self) -> bool:
        """Whether the limit differs from the paper's."""
        return self.limit not in self.cell.paper_limits


def tally_of(games: Iterable[CellGame]) -> MatchTally:
    """Return the results of our player in some games."""
    return sum((game.our_tally for game in games), MatchTally())


def groups_of(cell: Cell, games: Iterable[CellGame]) -> list[Group]:
    """Return the groups of a cell's games, those with the published limit first, then by the time of the last game."""
    found: dict[tuple[str, str], list[CellGame]] = defaultdict(list)
    for game in games:
        if game.cell == cell.name:
            found[game.limit, game.player].append(game)
    groups = [Group(cell, limit, of) for (limit, _), of in found.items()]
    return sorted(groups, key=lambda group: (group.is_scaled, group.last))


def best_group(groups: Iterable[Group]) -> Group | None:
    """Return the group that stands for games with one limit: the newest with enough games, else the largest."""
    return max(groups, key=lambda group: (min(group.tally.games, ENOUGH_GAMES), group.last), default=None)
