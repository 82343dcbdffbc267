"""Which moves a search may look at."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import Colour, Point, parse_colour, parse_point

DEEPEST = 2**16 - 1


@dataclass(frozen=True)
class MoveList:
    """Some moves of a colour, for the first moves of a search."""

    colour: Colour
    moves: tuple[str | Point, ...]
    """Names such as ``D4`` or ``pass``, or points."""
    until_depth: int
    """The list counts for this many moves from the root: 1 is the root only."""

    def points(self, size: int) -> list[Point]:
        """Return the points of the moves; raises ValueError for a name that is not on a board of this size."""
        return [parse_point(move, size) if isinstance(move, str) else int(move) for move in self.moves]


@dataclass(frozen=True)
class Restriction:
    """Moves that a search leaves out. Restrictions are added up with ``|``; an empty one allows everything.

        tengen.Restriction.avoid("black", ["D4", "pass"])
        tengen.Restriction.allow("black", ["C3", "G7"]) | tengen.Restriction.avoid("white", ["E5"], until_depth=10)

    A move that is avoided in one restriction and allowed in the other is avoided. If a colour has several lists of
    allowed moves, the moves of all of them are allowed.
    """

    avoided: tuple[MoveList, ...] = ()
    allowed: tuple[MoveList, ...] = ()

    @classmethod
    def avoid(cls, colour: str | Colour, moves: Iterable[str | Point], until_depth: int = 1) -> "Restriction":
        """Return the restriction that a colour does not make these moves.

        It counts for the first ``until_depth`` moves from the root: 1 is the root only. Raises ValueError if that is
        less than 1.
        """
        return cls(avoided=(_move_list(colour, moves, until_depth),))

    @classmethod
    def allow(cls, colour: str | Colour, moves: Iterable[str | Point], until_depth: int = 1) -> "Restriction":
        """Return the restriction that a colour makes only these moves; depths as in ``avoid``."""
        return cls(allowed=(_move_list(colour, moves, until_depth),))

    def __or__(self, other: "Restriction") -> "Restriction":
        return Restriction(self.avoided + other.avoided, self.allowed + other.allowed)

    def __bool__(self) -> bool:
        """Return whether anything is restricted."""
        return bool(self.avoided or self.allowed)

    @property
    def depth(self) -> int:
        """The number of moves from the root for which the restriction counts; 0 if it is empty."""
        return max((entry.until_depth for entry in (*self.avoided, *self.allowed)), default=0)

    def depths(self, size: int, points: int) -> NDArray[np.uint16]:
        """Return, for each colour and point, until which depth the move is avoided; 0 if it is not.

        ``points`` is the number of points of the grid. Raises ValueError for a move that is not on the board.
        """
        depths = np.zeros((3, points), np.uint16)
        for colour in {entry.colour for entry in self.allowed}:
            entries = [entry for entry in self.allowed if entry.colour == colour]
            depths[colour] = max(entry.until_depth for entry in entries)
            depths[colour, [point for entry in entries for point in entry.points(size)]] = 0
        for entry in self.avoided:
            avoided = entry.points(size)
            depths[entry.colour, avoided] = np.maximum(depths[entry.colour, avoided], entry.until_depth)
        return depths


def _move_list(colour: str | Colour, moves: Iterable[str | Point], until_depth: int) -> MoveList:
    if isinstance(moves, str):
        raise TypeError(f"moves must be a list of names, not the text {moves!r}")
    if until_depth < 1:
        raise ValueError(f"until_depth is {until_depth}: it must be at least 1, which is the root only")
    side = parse_colour(colour) if isinstance(colour, str) else int(colour)
    return MoveList(side, tuple(moves), min(until_depth, DEEPEST))


NO_RESTRICTION = Restriction()
