"""Who owns each point of a nearly finished game, by two small searches; and whether anything is left to be played."""

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import BLACK, EMPTY, WHITE, Colour, Point, other
from tengen.board.life import chain_points, heads_next_to, heads_of, points_next_to, regions_of
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.opening.options import BookOptions
from tengen.playout.defence import is_safe
from tengen.playout.status import (
    OPEN_REGION,
    Owners,
    Status,
    seed_of,
    share_of,
    status_of,
    without_history,
)
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.tree.recipe import Recipe

SIMULATIONS = 2000  # for each side that plays first
FIRST_SIMULATIONS = 200  # to find the komi that makes the game even
MEGABYTES = 32.0
CLEAR = 0.6  # a chain is clear if its colour owns it, or loses it, in at least this share of the simulations
SAME = 0.25  # and if the shares of the two searches differ by no more than this
UNCLEAR = 0.4  # a point whose mean owner is less may still become anybody's
OWNED = 0.8  # mean owner of a point that is clearly territory
NEAR = 2  # steps


def owners_by_search(
    options: SearchOptions, game: Game, limit: Limit | None = None, recipe: Recipe | None = None
) -> Owners:
    """Return the mean owner of each point in a search for Black and in one for White.

    They search with a komi that makes the game even, as a side that wins or loses anyway plays anywhere.
    Without a limit of time the answer depends on nothing but the options and the stones.
    """
    alone = _alone(options)

    def owners(colour: Colour) -> NDArray[np.float64]:
        start = without_history(game, colour)
        first = Limit(FIRST_SIMULATIONS, limit.seconds if limit else None)
        lead = _searched(Search(alone, seed_of(game), recipe=recipe), start, first).black_lead
        start.komi = float(round(start.komi + lead)) + 0.5
        search = Search(alone, seed_of(start), recipe=recipe)
        return _searched(search, start, limit or Limit(simulations=SIMULATIONS)).owners

    return Owners(owners(int(BLACK)), owners(int(WHITE)))


class PassCost(NamedTuple):
    """What a side loses by passing: the difference between playing first and second."""

    win_rate: float
    points: float


def pass_cost(
    options: SearchOptions, game: Game, colour: Colour, limit: Limit | None = None, recipe: Recipe | None = None
) -> PassCost:
    """Return what a colour loses by passing, by a small search for each side to play first."""
    alone = _alone(options)

    def searched(first: Colour) -> _Searched:
        start = without_history(game, first)
        search = Search(alone, seed_of(start), recipe=recipe)
        return _searched(search, start, limit or Limit(simulations=SIMULATIONS))

    sign = 1 if colour == BLACK else -1
    first, second = searched(colour), searched(other(colour))
    return PassCost(sign * (first.black_wins - second.black_wins), sign * (first.black_lead - second.black_lead))


def _alone(options: SearchOptions) -> SearchOptions:
    """Return the options of a small search beside the one for the move."""
    return msgspec.structs.replace(
        options, threads=1, parallel="tree", memory=MEGABYTES, reuse=False, book=BookOptions()
    )


class _Searched(NamedTuple):
    black_wins: float
    black_lead: float
    owners: NDArray[np.float64]


def _searched(search: Search, game: Game, limit: Limit) -> _Searched:
    """Return what a search finds in a position, and close the search."""
    try:
        search.begin(game, game.to_play)
        report = search.run(limit)
        is_black = game.to_play == BLACK
        wins, lead = (report.win_rate, report.score) if is_black else (1 - report.win_rate, -report.score)
        return _Searched(wins, lead, search.root.context.owners())
    finally:
        search.close()


def _is_clear(least: float, most: float) -> bool:
    """Return whether the shares in which the colour of a chain owns it agree on its status."""
    return (least >= CLEAR or most <= 1 - CLEAR) and most - least <= SAME


def _is_owned(owners: Owners, point: Point) -> bool:
    """Return whether both searches agree on the owner of a point."""
    first, second = float(owners.black_first[point]), float(owners.white_first[point])
    return abs(first - second) <= SAME and min(abs(first), abs(second)) >= UNCLEAR


class ScoreEstimate(NamedTuple):
    """Black's lead, komi counted, negative if White leads."""

    now: float
    """If the game ended now."""
    black_first: float
    """If Black plays first."""
    white_first: float
    """If White plays first."""


class Judgement(NamedTuple):
    """What is known about the end of a game."""

    owners: Owners
    status: Status
    """The status of all stones, the dead ones found even under rules that do not remove them."""

    def is_settled(self, game: Game) -> bool:
        """Return whether nothing is left to be gained: all stones and points stay what they are, whoever plays first.

        Neutral points are not looked at.
        """
        return not self.hot_points(game)

    def hot_points(self, game: Game) -> set[Point]:
        """Return the stones and empty points whose owner depends on who plays first, or is not clear.

        Chains in seki are clear, as whoever begins there loses stones.
        """
        board = game.board
        owners = self.owners.certain(board)
        hot: set[Point] = set()
        for head in (h for colour in (BLACK, WHITE) for h in heads_of(board, int(colour))):
            chain = chain_points(board, head)
            shares = [share_of(board, owner, chain) for owner in owners]
            if not _is_clear(min(shares), max(shares)):
                hot.update(chain)
        hot.update(point for point in self._open_points(game) if not _is_owned(owners, point))
        return hot - {point for chain in self.status.seki for point in chain}

    def _open_points(self, game: Game) -> set[Point]:
        """Return the empty points whose owner does not follow from the status of the chains around them.

        These are points of regions that both sides touch, or that are large. A point that touches stones of both is
        neutral, and one beside dead stones goes with them.
        """
        dead = set(self.status.dead_stones)
        board = game.without(dead)
        in_seki = {int(board.chain[point]) for chain in self.status.seki for point in chain}
        found: set[Point] = set()
        for region in regions_of(board):
            colours = {int(board.colour[head]) for head in region.heads}
            if not region.heads & in_seki and (len(colours) == 2 or len(region.points) >= OPEN_REGION):
                found.update(region.points)
        return {
            p
            for p in found - dead
            if not dead & set(points_next_to(board, p))
            and len({int(board.colour[head]) for head in heads_next_to(board, p)}) < 2
        }

    def useless_points(self, game: Game) -> set[Point]:
        """Return the empty points that have the same owner whoever plays first, and are not near a hot point."""
        board, owners = game.board, self.owners.certain(game.board)
        near = self.hot_points(game)
        for _ in range(NEAR):
            near |= {p for q in near for p in points_next_to(board, q)}
        clear = np.minimum(owners.black_first, owners.white_first) > OWNED
        clear |= np.maximum(owners.black_first, owners.white_first) < -OWNED
        return set((clear & (board.colour == EMPTY)).nonzero()[0].tolist()) - near

    def scores_by_first_player(self, game: Game) -> tuple[float, float]:
        """Return Black's lead if Black plays first, and if White does."""
        black, white = (status_of(game, Owners(owner, owner)).score(game).margin for owner in self.owners)
        return black, white

    def sure_lead(self, game: Game, colour: Colour) -> float:
        """Return a colour's lead if it passes: as the game stands, or after the opponent has played on if that is less.

        Where the rules remove no dead stones, two passes leave nothing to be agreed on.
        """
        sign = 1 if colour == BLACK else -1
        if not game.rules.removes_dead:
            return sign * game.score().margin
        black_first, white_first = self.scores_by_first_player(game)
        played_on = white_first if colour == BLACK else black_first
        return min(sign * self.status.score(game).margin, sign * played_on)

    def neutral_points(self, game: Game, colour: Colour) -> set[Point]:
        """Return the neutral points that a colour may fill without harm.

        A stone of its own that lives is beside it, and the stone is not in atari afterwards.
        """
        alive = {int(game.board.chain[chain[0]]) for chain in self.status.alive}
        return {
            p
            for p in self.status.dame
            if game.board.colour[p] == EMPTY
            and game.is_legal(p, colour)
            and any(game.board.colour[head] == colour for head in heads_next_to(game.board, p) & alive)
            and is_safe(game.board, p, colour)
        }

    def forcing_points(self, game: Game, colour: Colour) -> set[Point]:
        """Return the neutral points that a colour may fill, and that the opponent must answer in its own territory."""
        points = {each.neutral for each in self.status.forced if each.colour == colour}
        return {point for point in points if game.is_legal(point, colour)}

    def captures(self, game: Game, colour: Colour) -> set[Point]:
        """Return the liberties of the opponent's dead stones that a colour may fill."""
        board = game.board
        dead = {int(board.chain[c[0]]) for c in self.status.dead if board.colour[c[0]] != colour}
        empty = (board.colour == EMPTY).nonzero()[0].tolist()
        return {p for p in empty if heads_next_to(board, p) & dead and game.is_legal(p, colour)}
