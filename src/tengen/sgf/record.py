"""Reading, changing and writing a game record."""

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
from tengen.sgf.error import SgfError, naming_the_file
from tengen.sgf.grammar import MAX_BYTES, parse
from tengen.sgf.info import format_komi, format_rules, parse_komi, parse_rules
from tengen.sgf.node import SgfNode

_SIZE = re.compile(rb"\s*(\d{1,2})\s*(?::\s*(\d{1,2})\s*)?")


class _Text:
    """A property of the root that is one line of text. None means that it is missing; setting None removes it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, record: "GameRecord", owner: type | None = None) -> str | None:
        text = record.root.text(self.name)
        return None if text is None else text.replace("\n", " ")

    def __set__(self, record: "GameRecord", text: str | None) -> None:
        record.root.set_text(self.name, text)


class GameRecord:
    """A game tree with its information. Properties that are not known here are kept and written again.

    Use ``new``, ``read``, ``read_file`` or ``read_collection`` to make one. A property that cannot be understood counts
    as missing.
    """

    black, white = _Text("PB"), _Text("PW")
    """The players' names."""
    result = _Text("RE")
    """The result as the record has it, such as ``B+3.5`` or ``W+R``."""
    date = _Text("DT")
    """The date as the record has it; the standard's form is ``2025-12-31``."""
    _komi, _handicap, _rules = _Text("KM"), _Text("HA"), _Text("RU")

    def __init__(self, game: Any) -> None:  # sgfmill's Sgf_game
        self._game = game

    @property
    def size(self) -> int:
        """The number of lines."""
        return int(self._game.get_size())

    @property
    def root(self) -> SgfNode:
        """The first node, which has the information about the game, and often stones that are set up."""
        return SgfNode(self._game.get_root())

    @property
    def komi(self) -> float | None:
        """The komi in points; negative if Black gets it."""
        return parse_komi(self._komi or "")

    @komi.setter
    def komi(self, komi: float | None) -> None:
        self._komi = None if komi is None else format_komi(komi)

    @property
    def handicap(self) -> int:
        """The number of handicap stones, which are set up in the root or are the first moves."""
        text = (self._handicap or "").strip()
        return int(text) if re.fullmatch(r"[0-9]{1,3}", text) else 0

    @handicap.setter
    def handicap(self, stones: int) -> None:
        self._handicap = str(stones) if stones else None

    @property
    def rules(self) -> str | None:
        """The rules by their name in ``board.rules``; None if they are not among these."""
        return parse_rules(self._rules or "")

    @rules.setter
    def rules(self, rules: str | None) -> None:
        self._rules = None if rules is None else format_rules(rules)

    def nodes(self, *choices: int) -> Iterator[SgfNode]:
        """Yield the nodes from the root to the end of a variation, by default the main variation.

        At each node with several children, the next choice is the index of the child to follow; it is 0 after the last
        choice. Raises IndexError if there is no such child, or if there are more choices than such nodes.
        """
        ahead = list(choices)
        node = self._game.get_root()
        yield SgfNode(node)
        while node:
            node = node[ahead.pop(0) if ahead and len(node) > 1 else 0]
            yield SgfNode(node)
        if ahead:
            raise IndexError(f"there are no variations left for the choices {ahead}")

    def moves(self, *choices: int) -> list[Move]:
        """Return the moves of a variation (see ``nodes``).

        Raises SgfError with the number of the move if a move is not on the board. Legality is not checked.
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
        """Return the record as an SGF file in UTF-8."""
        data: bytes = self._game.serialise()
        return data


def new(size: int = 19) -> GameRecord:
    """Return an empty record; raises SgfError unless the size is from 2 to 25."""
    record = GameRecord(Sgf_game(_checked_size(size)))
    record.root.set_text("AP", f"tengen:{__version__}")
    return record


def read(data: bytes | str) -> GameRecord:
    """Return the first game of a file, given as bytes in any of the usual encodings or as text.

    Raises SgfError with line and column if that game is broken or the file too large, or if it is not a game of Go on
    a square board of 2 to 25 lines. The rest of the file is not read. Moves are checked by ``moves`` and ``replay``.
    """
    return next(read_collection(data))


def read_file(path: str | Path) -> GameRecord:
    """Return the first game of a file; raises OSError, and SgfError as ``read`` does, with the name of the file."""
    with Path(path).open("rb") as file, naming_the_file(path):
        return read(file.read(MAX_BYTES + 1))


def read_collection(data: bytes | str) -> Iterator[GameRecord]:
    """Yield the games of a file one by one; raises SgfError as ``read`` does when it comes to a broken one."""
    if len(data) > MAX_BYTES:
        raise SgfError(f"the file is larger than {MAX_BYTES:,} bytes")
    return map(_record, parse(data.encode("utf-8", "replace") if isinstance(data, str) else to_utf8(data)))


def _record(tree: Coarse_game_tree) -> GameRecord:
    root = tree.sequence[0]
    kind = root.get("GM", [b"1"])[0].strip()
    if kind.isdigit() and kind != b"1":
        raise SgfError(f"the record is not a game of Go but GM[{kind[:9].decode()}]")
    root["SZ"] = [b"%d" % _size(root.get("SZ", [b"19"])[0])]
    return GameRecord(Sgf_game.from_coarse_game_tree(tree, override_encoding="utf-8"))


def _size(value: bytes) -> int:
    shown = reprlib.repr(value[:60].decode("utf-8", "replace"))
    match = _SIZE.fullmatch(value)
    if not match:
        raise SgfError(f"the board's size {shown} is not a number")
    columns, rows = int(match[1]), int(match[2] or match[1])
    if columns != rows:
        raise SgfError(f"the board of size {shown} is not square: tengen plays only on square boards")
    return _checked_size(columns)


def _checked_size(size: int) -> int:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise SgfError(f"a board of {size} lines: the size must be from {MIN_SIZE} to {MAX_SIZE}")
    return size
