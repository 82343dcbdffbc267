"""A node of a game record, with points and colours as in ``board.grid``."""

import re
import reprlib
from collections.abc import Iterable
from typing import Any, TypeAlias

from sgfmill.sgf_grammar import escape_text
from sgfmill.sgf_properties import interpret_go_point, interpret_point_list

from tengen.board.grid import BLACK, EMPTY, PASS, WHITE, Colour, Move, Point, column_row, parse_colour, point_at
from tengen.sgf.error import SgfError

Setup: TypeAlias = dict[Colour, list[Point]]

_MOVES = {"B": int(BLACK), "W": int(WHITE)}
_STONES = {int(BLACK): "AB", int(WHITE): "AW", int(EMPTY): "AE"}
_MARKS = ("CR", "MA", "SL", "SQ", "TR")
_LINE_BREAK = re.compile("\n\r|\r\n|\r")
_OTHER_SPACE = re.compile("[\t\v\f]")


class SgfNode:
    """A node of a record. Setting something here changes the record."""

    def __init__(self, node: Any) -> None:  # sgfmill's Tree_node
        self._node = node

    @property
    def move(self) -> Move | None:
        """The node's move, None without one; raises SgfError for one that is not on the board."""
        moves = [(name, value) for name in _MOVES for value in self._values(name)]
        if not moves:
            return None
        if len(moves) > 1:
            raise SgfError(f"{len(moves)} moves in one node")
        name, value = moves[0]
        try:
            row_column = interpret_go_point(value.strip(), self._size)
        except ValueError:
            raise self._not_a_point(name, value) from None
        return Move(_MOVES[name], PASS if row_column is None else self._point(row_column), self._size)

    @property
    def setup(self) -> Setup:
        """The points that the node makes black, white or empty, by colour; a move of the same node comes after that.

        Colours without points are left out. Raises SgfError for points that are not on the board.
        """
        points = {colour: self._points(name) for colour, name in _STONES.items()}
        return {colour: found for colour, found in points.items() if found}

    def set_up(self, colour: Colour, points: Iterable[Point]) -> None:
        """Replace the points that the node makes black, white or empty."""
        size = self._size
        self._set(_STONES[int(colour)], sorted(_value(point, size) for point in points))

    @property
    def to_play(self) -> Colour | None:
        """The side to play by the property PL; None without that property, or if it is not a colour."""
        try:
            return parse_colour(self.text("PL") or "")
        except ValueError:
            return None

    @to_play.setter
    def to_play(self, colour: Colour) -> None:
        self.set_text("PL", "B" if colour == BLACK else "W")

    @property
    def comment(self) -> str:
        """The comment; empty if there is none."""
        return self.text("C") or ""

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text or None)

    def text(self, name: str) -> str | None:
        """Return the text of a property, a line for each of its values; None without that property."""
        values = self._values(name)
        return "\n".join(map(_text, values)) if values else None

    def set_text(self, name: str, text: str | None) -> None:
        """Set the text of a property, or remove it if the text is None.

        Raises ValueError for a name that does not consist of capital letters.
        """
        self._set(name, [] if text is None else [escape_text(text.encode("utf-8", "replace"))])

    def mark(self, point: Point, name: str = "TR") -> None:
        """Mark a point with the markup property of a name, a triangle by default, unless it is marked already."""
        if not self._is_marked(point):
            self._set(name, [*self._values(name), _value(point, self._size)])

    def label(self, point: Point, text: str) -> None:
        """Write a short text on a point, unless it is marked already."""
        if not self._is_marked(point):
            self._set("LB", [*self._values("LB"), _value(point, self._size) + b":" + escape_text(text.encode())])

    def _is_marked(self, point: Point) -> bool:
        labelled = [value.split(b":")[0] for value in self._values("LB")]
        return _value(point, self._size) in labelled + [value for name in _MARKS for value in self._values(name)]

    @property
    def children(self) -> list["SgfNode"]:
        """The next nodes, one for each variation, the main variation first."""
        return [SgfNode(child) for child in self._node]

    def add_move(self, move: Move) -> "SgfNode":
        """Add a node with a move, which must not be a resignation, as the last variation; return it."""
        child = self.add_child()
        child._set("B" if move.colour == BLACK else "W", [_value(move.point, self._size)])
        return child

    def add_child(self) -> "SgfNode":
        """Add an empty node as the last variation; return it."""
        return SgfNode(self._node.new_child())

    @property
    def parent(self) -> "SgfNode | None":
        """The node before; None for the root."""
        return None if self._node.parent is None else SgfNode(self._node.parent)

    def remove(self) -> None:
        """Remove the node and all that follows it; raises ValueError for the root."""
        if self._node.parent is None:
            raise ValueError("the root of a record cannot be removed")
        self._node.delete()

    def promote(self) -> None:
        """Make the node the first variation of its parent; raises ValueError for the root."""
        if self._node.parent is None:
            raise ValueError("the root of a record has no other variations")
        self._node.reparent(self._node.parent, 0)

    @property
    def marks(self) -> dict[Point, str]:
        """The marked points with the name of their markup property (``TR``), or ``LB:`` and a label."""
        found: dict[Point, str] = {}
        for name in _MARKS:
            found |= dict.fromkeys(self._points(name), name)
        for value in self._values("LB"):
            where, _, text = value.partition(b":")
            try:
                row_column = interpret_go_point(where.strip(), self._size)
            except ValueError:
                raise self._not_a_point("LB", value) from None
            if row_column is not None:
                found[self._point(row_column)] = f"LB:{_text(text)}"
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SgfNode) and other._node is self._node

    def __hash__(self) -> int:
        return id(self._node)

    @property
    def _size(self) -> int:
        return int(self._node.get_size())

    def _values(self, name: str) -> list[bytes]:
        values: list[bytes] = self._node.get_raw_property_map().get(name, [])
        return values

    def _set(self, name: str, values: list[bytes]) -> None:
        if values:
            self._node.set_raw_list(name, values)
        elif self._values(name):
            self._node.unset(name)

    def _point(self, row_column: tuple[int, int]) -> Point:
        row, column = row_column
        return point_at(column, row, self._size)

    def _points(self, name: str) -> list[Point]:
        found: set[tuple[int, int]] = set()
        for value in set(self._values(name)) - {b""}:  # a rectangle said a million times is one rectangle
            try:
                found |= interpret_point_list([value.strip()], self._node.get_presenter())
            except ValueError:
                raise self._not_a_point(name, value) from None
        return sorted(map(self._point, found))

    def _not_a_point(self, name: str, value: bytes) -> SgfError:
        shown = reprlib.repr(value[:60].decode("utf-8", "replace"))
        return SgfError(f"{name}: {shown} is not a point of a {self._size}x{self._size} board")


def _value(point: Point, size: int) -> bytes:
    """Return a point as SGF writes it: column and row from the top left, ``aa``; nothing for a pass."""
    if point == PASS:
        return b""
    column, row = column_row(point, size)
    return bytes((ord("a") + column, ord("a") + size - 1 - row))


def _text(value: bytes) -> str:
    """Return the text of a value without its escapes. sgfmill's function would take 70 bytes of memory for a byte."""
    text = _OTHER_SPACE.sub(" ", _LINE_BREAK.sub("\n", value.decode("utf-8", "replace")))
    # An escaped line break is removed, and of any other escape the backslash is; an escaped backslash remains.
    return "\\".join(part.replace("\\\n", "").replace("\\", "") for part in text.split("\\\\"))
