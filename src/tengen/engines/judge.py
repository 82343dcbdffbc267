"""Who owns each point of a nearly finished game, by two small searches; and whether anything is left to be played."""

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.life import chain_points, heads_next_to, heads_of
from tengen.board.point import BLACK, EMPTY, WHITE, Colour, Point
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.opening.options import BookOptions
from tengen.playout.status import Owners, Status, seed_of, share_of, status_as_it_stands, status_of, without_history
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.tree.recipe import Recipe

SIMULATIONS = 2000  # for each side that plays first
MEGABYTES = 32.0
CLEAR = 0.75  # a chain is settled if its colour owns it in at least this share of the simulations, or loses it in it


def owners_by_search(
    options: SearchOptions, game: Game, limit: Limit | None = None, recipe: Recipe | None = None
) -> Owners:
    """Return the mean owner of each point in a search for Black and in one for White.

    Without a limit of time the answer depends on nothing but the options and the stones.
    """
    alone = msgspec.structs.replace(
        options, threads=1, parallel="tree", memory=MEGABYTES, reuse=False, book=BookOptions()
    )

    def owners(colour: Colour) -> NDArray[np.float64]:
        search = Search(alone, seed_of(game), recipe=recipe)
        try:
            search.begin(without_history(game, colour), colour)
            search.run(limit or Limit(simulations=SIMULATIONS))
            return search.root.context.owners()
        finally:
            search.close()

    return Owners(owners(int(BLACK)), owners(int(WHITE)))


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
        board = game.board
        first, second = (status_of(game, Owners(o, o)) for o in self.owners)
        if first.dead != second.dead or first.score(game) != second.score(game):
            return False
        chains = (chain_points(board, h) for colour in (BLACK, WHITE) for h in heads_of(board, int(colour)))
        return all(self._is_clear(board, chain) for chain in chains)

    def _is_clear(self, board: Board, chain: list[Point]) -> bool:
        shares = [share_of(board, owner, chain) for owner in self.owners.certain(board)]
        return min(shares) >= CLEAR or max(shares) <= 1 - CLEAR

    def scores_by_first_player(self, game: Game) -> tuple[float, float]:
        """Return Black's lead if Black plays first, and if White does."""
        black, white = (status_of(game, Owners(owner, owner)).score(game).margin for owner in self.owners)
        return black, white

    def lead(self, game: Game, colour: Colour) -> float:
        """Return a colour's lead if the game ended now."""
        status = self.status if game.rules.removes_dead else status_as_it_stands(game)
        margin = status.score(game).margin
        return margin if colour == BLACK else -margin

    def neutral_points(self, game: Game, colour: Colour) -> set[Point]:
        """Return the neutral points that a colour may fill without harm: a stone of its own that lives is beside it."""
        alive = {int(game.board.chain[chain[0]]) for chain in self.status.alive}
        return {
            p
            for p in self.status.dame
            if game.is_legal(p, colour)
            and any(game.board.colour[head] == colour for head in heads_next_to(game.board, p) & alive)
        }

    def captures(self, game: Game, colour: Colour) -> set[Point]:
        """Return the liberties of the opponent's dead stones that a colour may fill."""
        board = game.board
        dead = {int(board.chain[c[0]]) for c in self.status.dead if board.colour[c[0]] != colour}
        empty = (board.colour == EMPTY).nonzero()[0].tolist()
        return {p for p in empty if heads_next_to(board, p) & dead and game.is_legal(p, colour)}
