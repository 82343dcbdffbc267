"""A game record: read, changed, written."""

import re
import reprlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sgfmill.sgf import Sgf_game
from sgfmill.sgf_grammar import Coarse_game_tree

from tengen import __version__
from tengen.board.grid import MAX_SIZE, MIN_SIZE, Move
from tengen.sgf.encoding import to_utf8
from tengen.sgf.error import SgfError
from tengen.sgf.grammar import MAX_BYTES, parse
from tengen.sgf.info import format_komi, format_rules, parse_komi, parse_rules
from tengen.sgf.node import Node

_SIZE = re.compile(rb"\s*(\d{1,2})\s*(?::\s*(\d{1,2})\s*)?")


class _Text:
    """A property of the root that is one line of text; None if it is missing, or to remove it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, record: "GameRecord", owner: type | None = None) -> str | None:
        text = record.root.text(self.name)
        return None if text is None else text.replace("\n", " ")

    def __set__(self, record: "GameRecord", text: str | None) -> None:
        record.root.set_text(self.name, text)


class GameRecord:
    """A game tree with its information; all that was read is written again, also what is unknown here.

    Made by ``new``, ``read`` and their like. What a property cannot be understood to say counts as missing.
    """

    black, white = _Text("PB"), _Text("PW")
    """The players' names."""
    result = _Text("RE")
    """As it is written: ``B+3.5``, ``W+R``."""
    date = _Text("DT")
    """``2025-12-31`` is the standard's form."""
    _komi, _handicap, _rules = _Text("KM"), _Text("HA"), _Text("RU")

    def __init__(self, game: Any) -> None:  # sgfmill's Sgf_game
        self._game = game

    @property
    def size(self) -> int:
        """The number of lines."""
        return int(self._game.get_size())

    @property
    def root(self) -> Node:
        """The first node, which has the game's information, and often stones that are set up."""
        return Node(self._game.get_root())

    @property
    def komi(self) -> float | None:
        """White's points, negative if they are Black's."""
        return parse_komi(self._komi or "")

    @komi.setter
    def komi(self, komi: float | None) -> None:
        self._komi = None if komi is None else format_komi(komi)

    @property
    def handicap(self) -> int:
        """The number of handicap stones; they are set up in the root, or the first moves."""
        text = (self._handicap or "").strip()
        return int(text) if re.fullmatch(r"[0-9]{1,3}", text) else 0

    @handicap.setter
    def handicap(self, stones: int) -> None:
        self._handicap = str(stones) if stones else None

    @property
    def rules(self) -> str | None:
        """The name of one of our rule sets."""
        return parse_rules(self._rules or "")

    @rules.setter
    def rules(self, rules: str | None) -> None:
        self._rules = None if rules is None else format_rules(rules)

    def nodes(self, *choices: int) -> Iterator[Node]:
        """Yield the nodes from the root to the end of a line of play.

        Where a node has several children the next choice tells which to follow, the first one after all choices.
        Raises IndexError for a choice that is not there.
        """
        ahead = list(choices)
        node = self._game.get_root()
        yield Node(node)
        while node:
            node = node[ahead.pop(0) if ahead and len(node) > 1 else 0]
            yield Node(node)
        if ahead:
            raise IndexError(f"no variations are left to choose {ahead} from")

    def moves(self, *choices: int) -> list[Move]:
        """Return the moves of the main line, or of another (see ``nodes``).

        Raises SgfError with the move's number for one that is not on the board.
        """
        moves: list[Move] = []
        for node in self.nodes(*choices):
            try:
                move = node.move
            except SgfError as error:
                raise SgfError(f"move {len(moves) + 1}: {error}") from None
            if move:
                moves.append(move)
        return moves

    def to_bytes(self) -> bytes:
        """Return the SGF file, in UTF-8."""
        data: bytes = self._game.serialise()
        return data


def new(size: int = 19) -> GameRecord:
    """Return an empty record; raises SgfError for a size that we do not play on."""
    record = GameRecord(Sgf_game(_checked_size(size)))
    record.root.set_text("AP", f"tengen:{__version__}")
    return record


def read(data: bytes) -> GameRecord:
    """Return the first game of a file in any of the usual encodings; what comes after it is not looked at.

    Raises SgfError with line and column if the file is broken or too large, or if it is not a game of Go on a square
    board of 2 to 25 lines. Moves are checked when they are asked for.
    """
    return next(read_collection(data))


def read_file(path: str | Path) -> GameRecord:
    """Return the first game of a file as ``read`` does; raises OSError too."""
    with Path(path).open("rb") as file:
        return read(file.read(MAX_BYTES + 1))


def read_collection(data: bytes) -> Iterator[GameRecord]:
    """Yield all games of a file, each when it is asked for; raises SgfError like ``read`` where one is broken."""
    if len(data) > MAX_BYTES:
        raise SgfError(f"the file is larger than {MAX_BYTES:,} bytes")
    return map(_record, parse(to_utf8(data)))


def _record(tree: Coarse_game_tree) -> GameRecord:
    root = tree.sequence[0]
    kind = root.get("GM", [b"1"])[0].strip()
    if kind.isdigit() and kind != b"1":
        raise SgfError(f"the record is not of Go but of game GM[{kind[:9].decode()}]")
    root["SZ"] = [b"%d" % _size(root.get("SZ", [b"19"])[0])]
    return GameRecord(Sgf_game.from_coarse_game_tree(tree, override_encoding="utf-8"))


def _size(value: bytes) -> int:
    shown = reprlib.repr(value[:60].decode("utf-8", "replace"))
    match = _SIZE.fullmatch(value)
    if not match:
        raise SgfError(f"the board's size {shown} is not a number")
    columns, rows = int(match[1]), int(match[2] or match[1])
    if columns != rows:
        raise SgfError(f"the board of size {shown} is not square")
    return _checked_size(columns)


def _checked_size(size: int) -> int:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise SgfError(f"a board of {size} lines: there must be {MIN_SIZE} to {MAX_SIZE}")
    return size
