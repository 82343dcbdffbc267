"""Defence: which points of their own territory the sides must fill before a game can be counted by territory.

    . X O .
    . X O .
    . * + .      If White plays at the neutral point +, Black must answer at *, or White comes in.
    X X X O      So * is no territory of Black's, even if neither has played there yet.

The same holds where a stone at a neutral point gives atari, and the chain must connect inside its territory. To find
all such points the neutral points are filled here, once for each side that may have to defend: the other side fills
them one after another, those first that must be answered inside the territory. Each answer costs a point. After a move
that need not be answered the side that defends may fill a neutral point itself.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tengen.board.board import Board
from tengen.board.life import chain_points, heads_next_to, points_next_to
from tengen.board.point import EMPTY, Colour, Point, other
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.attempt import attempt

SAFE_LIBERTIES = 2  # of a chain that is not in atari
MOST_NEUTRAL = 80  # points; with more of them a game is not nearly over


class Forced(NamedTuple):
    """A chain that must be defended inside its own territory once the opponent has filled a neutral point beside it."""

    neutral: Point
    colour: Colour
    """Who may fill the neutral point."""
    defence: Point
    """What the other side must fill then; so it counts for nobody."""


class Defences(NamedTuple):
    """What one side must fill in its own territory."""

    lost: set[Point]
    """All points that it must fill."""
    forced: list[Forced]
    """Those that the opponent can force."""


def defences(board: Board, colour: Colour, neutral: Iterable[Point], territory: Iterable[Point]) -> Defences:
    """Return what a side must fill of its territory, the points under the opponent's dead stones among it.

    The dead stones are still on the board. ``neutral`` are the neutral points that may be filled, so not those of a
    seki.
    """
    filling = _Filling(board, int(colour), set(neutral), set(territory))
    if len(filling.neutral) <= MOST_NEUTRAL:
        filling.run()
    return Defences(filling.lost, filling.forced)


def liberties_of(board: Board, chain: Iterable[Point]) -> set[Point]:
    """Return the liberties of a chain, given by its points."""
    return {p for stone in chain for p in points_next_to(board, stone) if board.colour[p] == EMPTY}


def is_safe(board: Board, point: Point, colour: Colour) -> bool:
    """Return whether a stone on an empty point is not in atari afterwards, captures not counted."""
    beside = points_next_to(board, point)
    if sum(int(board.colour[p]) == EMPTY for p in beside) >= SAFE_LIBERTIES:
        return True
    own = [int(board.chain[p]) for p in beside if board.colour[p] == colour]
    if any(int(board.liberty_count[head]) > SAFE_LIBERTIES for head in own):
        return True
    liberties = liberties_of(board, [point, *(stone for head in own for stone in chain_points(board, head))])
    return len(liberties - {point}) >= SAFE_LIBERTIES


class _Filling:
    """The filling of the neutral points, with one side that defends."""

    def __init__(self, board: Board, colour: int, neutral: set[Point], territory: set[Point]) -> None:
        self._board, self._next = copy_of(board), copy_of(board)
        self._colour, self._opponent = colour, int(other(colour))
        self.neutral, self._territory = neutral, territory
        self.lost: set[Point] = set()
        self.forced: list[Forced] = []

    def run(self) -> None:
        """Fill the neutral points until there is none that the opponent may fill."""
        shut_in = [head for head in self._heads_around(*self._territory) if len(self._room(head)) == 1]
        self._answer_ataris(shut_in, None)
        while self.neutral:
            threat = next(self._threats(), None)
            point = threat or next((p for p in sorted(self.neutral) if self._is_safe(p, self._opponent)), None)
            if point is None:
                break
            entrances = self._entrances(point)
            self._play(point, self._opponent)
            self._answer_ataris(self._heads_around(point), point)
            self._keep_out(entrances, point)
            if threat is None:
                self._prevent_threats()

    def _threats(self) -> Iterator[Point]:
        """Yield the neutral points where the opponent may play and must be answered inside the territory."""
        return (p for p in sorted(self.neutral) if self._is_threat(p) and self._is_safe(p, self._opponent))

    def _is_threat(self, point: Point) -> bool:
        """Return whether the opponent's stone there would have to be answered inside the territory."""
        near = self._heads_around(point)
        gives_atari = any(self._liberties(head) - {point} <= self._territory for head in near if self._is_short(head))
        return gives_atari or bool(self._entrances(point))

    def _prevent_threats(self) -> None:
        """Fill a neutral point that has become a threat: there is time, as the opponent's last move was none."""
        for point in self._threats():
            if self._is_safe(point, self._colour) and self._play(point, self._colour):
                return

    def _answer_ataris(self, heads: list[Point], neutral: Point | None) -> None:
        """Save chains in atari, and those that they are connected to."""
        while heads:
            stone = heads.pop()
            answers = self._answers(stone)
            if answers and self._answer(answers[0], neutral):
                heads.append(stone)

    def _answers(self, stone: Point) -> list[Point]:
        """Return the moves that save a chain in atari, those that give it most liberties first."""
        liberties = self._liberties(stone)
        if len(liberties) != 1:
            return []
        chain = chain_points(self._board, stone)
        heads = {head for point in chain for head in heads_next_to(self._board, point)}
        attackers = [head for head in heads if self._board.colour[head] == self._opponent]
        captures = [self._liberties(head) for head in attackers if self._board.liberty_count[head] == 1]
        moves = liberties.union(*captures) & (self.neutral | self._territory)
        return sorted(moves, key=lambda point: -self._liberties_after(point, stone))

    def _liberties_after(self, point: Point, stone: Point) -> int:
        """Return how many liberties a chain has after a move of the side that defends."""
        if attempt(self._board, self._next, u64(point), u64(self._colour)) < 0:
            return 0
        return int(self._next.liberty_count[self._next.chain[stone]])

    def _keep_out(self, entrances: Iterable[Point], neutral: Point) -> None:
        """Fill the points of the territory through which the opponent would come in from a neutral point."""
        for point in entrances:
            if self._is_empty(point) and self._is_safe(point, self._opponent):
                self._answer(point, neutral)

    def _entrances(self, neutral: Point) -> list[Point]:
        """Return the empty points of the territory beside a neutral point where an opponent's stone would be safe."""
        beside = [p for p in points_next_to(self._board, neutral) if p in self._territory and self._is_empty(p)]
        return [p for p in beside if self._is_safe(p, self._opponent, neutral)]

    def _answer(self, point: Point, neutral: Point | None) -> bool:
        """Fill a point for defence, and count that; return False if that is not possible."""
        if point not in self.neutral | self._territory or not self._play(point, self._colour):
            return False
        if point in self._territory:
            self._territory.discard(point)
            self.lost.add(point)
            if neutral is not None:
                self.forced.append(Forced(neutral, self._opponent, point))
        return True

    def _play(self, point: Point, colour: int) -> bool:
        """Put a stone there if that is legal."""
        self.neutral.discard(point)
        if attempt(self._board, self._next, u64(point), u64(colour)) < 0:
            return False
        self._board, self._next = self._next, self._board
        return True

    def _is_safe(self, point: Point, colour: int, first: Point | None = None) -> bool:
        """Return whether a stone there is not in atari, with another stone played before if ``first`` is given."""
        if first is None:
            return is_safe(self._board, point, colour)
        return attempt(self._board, self._next, u64(first), u64(colour)) >= 0 and is_safe(self._next, point, colour)

    def _is_empty(self, point: Point) -> bool:
        return bool(self._board.colour[point] == EMPTY)

    def _is_short(self, head: Point) -> bool:
        return bool(self._board.liberty_count[head] <= SAFE_LIBERTIES)

    def _room(self, stone: Point) -> set[Point]:
        """Return the points that a chain can move to: its liberties, and where it can capture dead stones."""
        beside = {p for point in chain_points(self._board, stone) for p in points_next_to(self._board, point)}
        return {p for p in beside if self._is_empty(p) or p in self._territory}

    def _liberties(self, stone: Point) -> set[Point]:
        return liberties_of(self._board, chain_points(self._board, stone))

    def _heads_around(self, *points: Point) -> list[Point]:
        """Return the chains of the side that defends beside some points."""
        heads = {head for point in points for head in heads_next_to(self._board, point)}
        return sorted(head for head in heads if self._board.colour[head] == self._colour)
