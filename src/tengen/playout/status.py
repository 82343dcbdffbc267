"""Which stones are alive, in seki or dead at the end of a game, and whose territory each point is.

What is certain without search comes from ``board.safety``. The rest is judged by ``Owners``: who owns each point at the
end of simulations, once with Black and once with White to play first. In a seki the side that must move loses, and in
a finished game neither must, so both count the same.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.life import chain_points, heads_next_to, heads_of, regions_of
from tengen.board.point import BLACK, EMPTY, WHITE, Colour, Point, other
from tengen.board.rules import Score
from tengen.board.safety import safety_of
from tengen.board.setup import board_of
from tengen.game.game import Game
from tengen.game.seki import is_proven_seki, seki_heads
from tengen.playout.defence import Forced, defences
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state

PLAYOUTS = 1000  # of each side
DEAD_BELOW = 0.4  # a chain is dead if its colour owns its points in a smaller share of the simulations
OPEN_REGION = 8  # points of a region open to both sides that may have territory; smaller ones are neutral
OWNED_ABOVE = 0.7  # mean owner, from 0 to 1, of a point in a region open to both sides that counts as territory


class Owners(NamedTuple):
    """The mean owner of each point at the end of simulations, from -1 (White) to 1 (Black), by who plays first."""

    black_first: NDArray[np.float64]
    white_first: NDArray[np.float64]

    @property
    def mean(self) -> NDArray[np.float64]:
        """The mean of both."""
        return (self.black_first + self.white_first) / 2

    def certain(self, board: Board) -> "Owners":
        """Return the owners with those points set that are certain without any search."""
        owners = Owners(self.black_first.copy(), self.white_first.copy())
        for colour, sign in ((BLACK, 1), (WHITE, -1)):
            safety = safety_of(board, int(colour))
            points = [*safety.territory, *(p for head in safety.alive for p in chain_points(board, head))]
            for owner in owners:
                owner[points] = sign
        return owners


class Status(NamedTuple):
    """The chains of a position by their status, each as a list of points, and the other points by their owner.

    Points under dead stones are like empty ones.
    """

    alive: list[list[Point]]
    seki: list[list[Point]]
    dead: list[list[Point]]
    black_territory: list[Point]
    white_territory: list[Point]
    dame: list[Point]
    """Points that belong to neither side."""
    forced: Sequence[Forced] = ()
    """Under territory rules: neutral points whose filling by one side costs the other a point of territory."""

    @property
    def dead_stones(self) -> list[Point]:
        """The points of all dead stones."""
        return [point for chain in self.dead for point in chain]

    def score(self, game: Game) -> Score:
        """Return the score of a game whose position this is the status of."""
        board = game.board
        stones = {c: sum(len(s) for s in self.alive + self.seki if board.colour[s[0]] == c) for c in (1, 2)}
        dead = {c: sum(len(s) for s in self.dead if board.colour[s[0]] == c) for c in (1, 2)}
        black, white = len(self.black_territory), len(self.white_territory)
        if game.rules.scoring == "area":
            black, white = black + stones[1], white + stones[2]
        else:
            black, white = black + game.prisoners[2] + dead[2], white + game.prisoners[1] + dead[1]
        return Score(float(black), white + game.compensation)


def final_status(game: Game) -> Status:
    """Return the status of all stones and points by static rules and playouts; always the same for the same stones.

    If the rules remove no dead stones, all are alive.
    """
    return status_of(game, ownership(game)) if game.rules.removes_dead else status_as_it_stands(game)


def ownership(game: Game, playouts: int = PLAYOUTS, options: PlayoutOptions | None = None) -> Owners:
    """Return the mean owner of each point at the end of playouts, so many for each side that plays first."""
    policy = Policy(options or PlayoutOptions(policy="moggy"))

    def owners(colour: Colour) -> NDArray[np.float64]:
        state = new_playout_state(without_history(game, int(colour)).board, seed_of(game))
        policy.survey(state, game.compensation, playouts)
        return state.tally.owner / state.tally.playouts

    return Owners(owners(BLACK), owners(WHITE))


def without_history(game: Game, colour: Colour) -> Game:
    """Return a game that starts from the position of another, with a side to play.

    It has no last move and no ko: a status depends only on the stones, and not on how they got there.
    """
    new = Game(game.size, game.compensation, game.rules)
    new.prisoners_at_start = dict(game.prisoners)
    new.restart(board_of(game.board.colour, colour))
    return new


def seed_of(game: Game) -> int:
    """Return the seed of the random numbers that judge a position: the same for the same stones."""
    return int(board_of(game.board.colour, BLACK).key) >> 2


def status_as_it_stands(game: Game) -> Status:
    """Return the status under rules that remove no dead stones: every chain is alive."""
    chains = [chain_points(game.board, head) for colour in (BLACK, WHITE) for head in heads_of(game.board, int(colour))]
    return _with_territory(game, chains, [], [], None)


def status_of(game: Game, owners: Owners) -> Status:
    """Return the status of all stones and points, dead stones removed, for the given owners."""
    board = game.board
    owner = owners.certain(board).mean
    chains = {int(h): chain_points(board, h) for colour in (BLACK, WHITE) for h in heads_of(board, int(colour))}
    dead = {head for head, points in chains.items() if share_of(board, owner, points) < DEAD_BELOW}
    dead -= _held_by_seki(game, dead)
    left = game.without(dead)
    seki = {int(board.chain[head]) for head in seki_heads(left)}
    status = _with_territory(
        game,
        [points for head, points in chains.items() if head not in dead | seki],
        [points for head, points in chains.items() if head in seki],
        [points for head, points in chains.items() if head in dead],
        owner,
    )
    return status if game.rules.scoring == "area" else _with_defences(board, status)


def _with_defences(board: Board, status: Status) -> Status:
    """Return a status in which no point counts that must be filled for defence; dead stones are on the board."""
    in_seki = {int(board.chain[chain[0]]) for chain in status.seki}
    neutral = [p for p in status.dame if board.colour[p] == EMPTY and not heads_next_to(board, p) & in_seki]
    black = defences(board, BLACK, neutral, status.black_territory)
    white = defences(board, WHITE, neutral, status.white_territory)
    return status._replace(
        black_territory=[point for point in status.black_territory if point not in black.lost],
        white_territory=[point for point in status.white_territory if point not in white.lost],
        dame=sorted({*status.dame, *black.lost, *white.lost}),
        forced=[*black.forced, *white.forced],
    )


def _held_by_seki(game: Game, dead: set[Point]) -> set[Point]:
    """Return those of the dead chains that live in seki, which simulations find hard to keep up."""
    held: set[Point] = set()
    for head in sorted(dead):
        with_it = game.without(dead - held - {head})
        if is_proven_seki(with_it, int(with_it.chain[head])):
            held.add(head)
    return held


def _with_territory(
    game: Game,
    alive: list[list[Point]],
    seki: list[list[Point]],
    dead: list[list[Point]],
    owner: NDArray[np.float64] | None,
) -> Status:
    """Return the status with the owners of all empty points.

    An empty region belongs to the only colour that it touches; under territory rules it is neutral if it touches a
    chain in seki. Where the border of a large region is still open, a point belongs to who owns it in nearly all
    simulations.
    """
    board = game.without(point for chain in dead for point in chain) if dead else game.board
    in_seki = {int(board.chain[point]) for chain in seki for point in chain}
    territory: dict[int, list[Point]] = {int(BLACK): [], int(WHITE): [], int(EMPTY): []}
    for region in regions_of(board):
        colours = {int(board.colour[head]) for head in region.heads}
        is_neutral = game.rules.scoring == "territory" and bool(region.heads & in_seki)
        is_open = len(colours) == 2 and len(region.points) >= OPEN_REGION and not region.heads & in_seki
        for point in region.points:
            colour = int(EMPTY)
            if len(colours) == 1 and not is_neutral:
                (colour,) = colours
            elif is_open and owner is not None:
                colour = _clear_owner(board, owner, point)
            territory[colour].append(point)
    black, white, dame = (sorted(territory[int(colour)]) for colour in (BLACK, WHITE, EMPTY))
    return Status(alive, seki, dead, black, white, dame)


def _clear_owner(board: Board, owner: NDArray[np.float64], point: Point) -> int:
    """Return the colour that owns a point of an open region in nearly all simulations; EMPTY if neither does."""
    around = {int(board.colour[head]) for head in heads_next_to(board, point)}
    if len(around) == 2 or abs(owner[point]) < OWNED_ABOVE:
        return int(EMPTY)
    colour = int(BLACK) if owner[point] > 0 else int(WHITE)
    return int(EMPTY) if around == {other(colour)} else colour


def share_of(board: Board, owner: NDArray[np.float64], points: Iterable[Point]) -> float:
    """Return the share of simulations in which the colour of a chain owned its points."""
    stones = list(points)
    sign = 1 if board.colour[stones[0]] == BLACK else -1
    return float((1 + sign * owner[stones].mean()) / 2)
