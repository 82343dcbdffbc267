"""A game in plain Python, for the referee.

It knows the rules as ``game.game.Game`` does, and is loaded in a moment: NumPy, Numba and compiled code would cost a
short match more than all its moves.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from tengen.board.grid import (
    BLACK,
    COLOUR_NAMES,
    EDGE,
    EMPTY,
    PASS,
    WHITE,
    Colour,
    Move,
    Point,
    all_points,
    other,
    parse_colour,
    parse_point,
    point_name,
)
from tengen.board.handicap import fixed_handicap, stones_given
from tengen.board.rules import IllegalMove, Score, rules_named
from tengen.compiled.blas import load_numpy

if TYPE_CHECKING:
    from tengen.game.game import Game


class Position(NamedTuple):
    """The colours of all points, those of the border too, and whose turn it is."""

    colour: bytes
    to_play: Colour


class PlainGame:
    """A game of Go; the names are those of ``Game``."""

    def __init__(self, size: int, komi: float | None = None, rules: str = "chinese") -> None:
        """Start with an empty board; komi is the rules' usual one if not given. Raises ValueError for unknown rules."""
        self.rules = rules_named(rules)
        self.komi = self.rules.komi if komi is None else komi
        self.size = size
        self.moves: list[Move] = []
        self.handicap_points: tuple[Point, ...] = ()
        self._points = all_points(size)
        self._steps = (-size - 1, -1, 1, size + 1)
        colours = bytearray([EDGE]) * ((size + 1) * (size + 2) + 1)
        for point in self._points:
            colours[point] = EMPTY
        self._begin(colours, BLACK)

    def _begin(self, colours: bytearray, to_play: Colour) -> None:
        self.start = Position(bytes(colours), to_play)
        self._colours = colours
        self.to_play = to_play
        self._ko: Point = PASS
        self._seen = {self._situation(colours, to_play)}

    @property
    def is_over(self) -> bool:
        """Whether both sides have passed."""
        return len(self.moves) >= 2 and self.moves[-1].point == self.moves[-2].point == PASS

    def name(self, point: Point) -> str:
        """Return the name of a point on this board, or ``pass``."""
        return point_name(point, self.size)

    def place_handicap(self, stones: int) -> None:
        """Give Black so many stones on the customary points, before the first move; White plays next.

        Raises ValueError for a number that has none on this board.
        """
        self.handicap_points = tuple(fixed_handicap(stones, self.size))
        colours = bytearray(self._colours)
        for point in self.handicap_points:
            colours[point] = BLACK
        self._begin(colours, WHITE)

    def play(self, where: str, colour: str | None = None) -> Move:
        """Play a move of the side to play, or of a colour (which may be the same twice); return it.

        Raises IllegalMove and leaves the game as it was if the rules forbid it, ValueError for a name that is no
        point.
        """
        mover = self.to_play if colour is None else parse_colour(colour)
        move = Move(mover, parse_point(where, self.size), self.size)
        after, ko = self._colours, PASS
        if move.point != PASS:
            try:
                after, ko = self._after(move)
            except IllegalMove as reason:
                raise IllegalMove(f"{COLOUR_NAMES[move.colour]} {self.name(move.point)}: {reason}") from None
        self._colours, self._ko, self.to_play = after, ko, other(move.colour)
        self._seen.add(self._situation(after, self.to_play))
        self.moves.append(move)
        return move

    def _after(self, move: Move) -> tuple[bytearray, Point]:
        """Return the colours after a move that is no pass, and where it forbids to retake a ko; raises IllegalMove."""
        colour, point = move.colour, move.point
        if self._colours[point] != EMPTY:
            raise IllegalMove("the point is taken")
        if point == self._ko and colour == self.to_play:  # out of turn it is as if the other side had passed
            raise IllegalMove("it retakes a ko at once")
        after = bytearray(self._colours)
        after[point] = colour
        adjacent = [point + step for step in self._steps]
        captured: list[Point] = []
        for neighbour in adjacent:
            if after[neighbour] == other(colour):
                captured += self._remove_if_caught(after, neighbour)
        if not captured and self._remove_if_caught(after, point) and not self.rules.suicide:
            raise IllegalMove("it is suicide")
        if self.rules.ko != "simple" and self._situation(after, other(colour)) in self._seen:
            raise IllegalMove(f"it repeats an earlier position ({self.rules.ko} superko)")
        around = [after[neighbour] for neighbour in adjacent]
        is_ko = len(captured) == 1 and colour not in around and around.count(EMPTY) == 1
        return after, captured[0] if is_ko else PASS

    def _remove_if_caught(self, colours: bytearray, point: Point) -> list[Point]:
        """Remove the chain of a stone if it has no liberty; return the stones removed."""
        colour, chain, known = colours[point], [point], {point}
        for stone in chain:
            for step in self._steps:
                neighbour = stone + step
                found = colours[neighbour]
                if found == EMPTY:
                    return []
                if found == colour and neighbour not in known:
                    known.add(neighbour)
                    chain.append(neighbour)
        for stone in chain:
            colours[stone] = EMPTY
        return chain

    def _situation(self, colours: bytearray, to_play: Colour) -> tuple[bytes, Colour]:
        """Return what superko compares: the position, with whose turn it is where the rules look at that too."""
        return bytes(colours), to_play if self.rules.ko == "situational" else EMPTY

    def chain(self, point: Point) -> set[Point]:
        """Return the stones of the chain on a point, none if there is no stone."""
        colour = self._colours[point]
        return set() if colour in (EMPTY, EDGE) else self._connected(self._colours, point)

    def _connected(self, colours: bytearray, point: Point) -> set[Point]:
        """Return the points of the same colour that are connected with this one."""
        colour, points = colours[point], [point]
        known = {point}
        for here in points:
            for step in self._steps:
                neighbour = here + step
                if colours[neighbour] == colour and neighbour not in known:
                    known.add(neighbour)
                    points.append(neighbour)
        return known

    def area(self, dead: Iterable[Point] = ()) -> Score:
        """Return the score by area, as ``Game.score`` does where the rules count area: without chains of dead stones.

        Dead points must be stones.
        """
        colours = bytearray(self._colours)
        if self.rules.removes_dead:
            for stone in dead:
                for point in self.chain(stone):
                    colours[point] = EMPTY
        black, white = colours.count(BLACK), colours.count(WHITE)
        waiting = {point for point in self._points if colours[point] == EMPTY}
        while waiting:
            region = self._connected(colours, next(iter(waiting)))
            waiting -= region
            reached = {colours[point + step] for point in region for step in self._steps}
            if (BLACK in reached) != (WHITE in reached):
                black += len(region) if BLACK in reached else 0
                white += len(region) if WHITE in reached else 0
        bonus = self.rules.bonus(stones_given(self.handicap_points, self.moves))
        return Score(float(black), white + self.komi + bonus)

    def compiled(self) -> "Game":
        """Return the same game as a ``Game``, for what is not known here; loads compiled code."""
        load_numpy()
        from tengen.game.game import Game

        game = Game(self.size, self.komi, self.rules)
        if self.handicap_points:
            game.place_handicap(self.handicap_points)
        for move in self.moves:
            game.play(move.point, move.colour)
        return game
