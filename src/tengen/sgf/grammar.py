"""The parser: from bytes in UTF-8 to the trees of sgfmill.

sgfmill's own parser does not tell the place of an error, and takes more than 100 bytes of memory for each escaped byte.
This one tells line and column, and limits the number of nodes and values. It does not recurse, so the depth of the tree
needs no limit.
"""

import re
import string
from collections.abc import Iterator

from sgfmill.sgf_grammar import Coarse_game_tree

from tengen.sgf.error import SgfError

MAX_BYTES = 16 << 20  # about eight thousand games of 300 moves
MAX_NODES = 250_000  # of one game tree; each takes about half a kilobyte of memory
MAX_VALUES = 1_000_000  # of one game tree; each takes about fifty bytes

_START = re.compile(rb"\(\s*+;")
# Possessive repeats (*+) do not backtrack, and so need no memory for each byte.
_TOKEN = re.compile(
    rb"""\s*+ (?: (?P<name> [A-Za-z][A-Za-z0-9]*+ ) (?= \s*+ \[ )
                | \[ (?P<value> [^\\\]]*+ (?: \\. [^\\\]]*+ )*+ ) \]
                | (?P<node> ; )
                | (?P<open> \( )
                | (?P<close> \) ) )""",
    re.VERBOSE | re.DOTALL,
)
_SPACE = re.compile(rb"\s*+")
_LOWER_CASE, _DIGITS = string.ascii_lowercase.encode(), string.digits.encode()


def parse(data: bytes) -> Iterator[Coarse_game_tree]:
    """Yield the game trees of a file one by one; text before, between and after them is ignored.

    Raises SgfError with line and column for a syntax error and for a game beyond the limits, and if there is no game.
    """
    start = _START.search(data)
    if not start:
        raise SgfError("there is no game in the file: it has no '(;'")
    while start:
        game = _Game(data, start.start())
        yield game.tree
        start = _START.search(data, game.position)


class _Game:
    """One game tree, parsed from the opening bracket at a position to its closing bracket."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data, self.position = data, position
        self.tree = Coarse_game_tree()
        self.open: list[Coarse_game_tree] = []  # from the whole game to the innermost open variation
        self.node: dict[str, list[bytes]] | None = None
        self.values: list[bytes] | None = None
        self.node_count = self.value_count = 0
        self.read_token()
        while self.open:
            self.read_token()

    def read_token(self) -> None:
        token = _TOKEN.match(self.data, self.position)
        if not token:
            raise self.no_token()
        kind = token.lastgroup
        assert kind
        self.position = token.start(kind)
        match kind:
            case "value":
                self.add_value(token[kind])
            case "name":
                self.begin_property(token[kind])
            case "node":
                self.begin_node()
            case "open":
                self.begin_variation()
            case "close":
                self.end_variation()
        self.position = token.end()

    def begin_variation(self) -> None:
        tree = Coarse_game_tree() if self.open else self.tree
        if self.open:
            self.check_nodes()
            self.open[-1].children.append(tree)
        self.open.append(tree)
        self.node = self.values = None

    def end_variation(self) -> None:
        self.check_nodes()
        self.open.pop()
        self.node = self.values = None

    def check_nodes(self) -> None:
        if not self.open[-1].sequence:
            raise self.error("a variation without nodes")

    def begin_node(self) -> None:
        if self.open[-1].children:
            raise self.error("a node after the variations")
        self.node_count += 1
        if self.node_count > MAX_NODES:
            raise self.error(f"a game of more than {MAX_NODES:,} nodes")
        self.node, self.values = {}, None
        self.open[-1].sequence.append(self.node)

    def begin_property(self, name: bytes) -> None:
        # FF[3] and older may write 'Black' or 'AddBlack'; only the capitals count, and digits after one.
        capitals = name.translate(None, _LOWER_CASE).lstrip(_DIGITS).decode("ascii")
        if self.node is None:
            raise self.error("a property outside a node")
        if not capitals:
            raise self.error("a property whose name has no capital letter")
        self.values = self.node.setdefault(capitals, [])

    def add_value(self, value: bytes) -> None:
        if self.values is None:
            raise self.error("a value without a property")
        self.value_count += 1
        if self.value_count > MAX_VALUES:
            raise self.error(f"a game of more than {MAX_VALUES:,} values")
        self.values.append(value)

    def no_token(self) -> SgfError:
        """Return the error for a place where no token can be read."""
        space = _SPACE.match(self.data, self.position)
        assert space
        self.position = space.end()
        character = self.data[self.position :][:4].decode("utf-8", "replace")[:1]
        if not character:
            return self.error(f"the file ends within the game; {len(self.open)} times ')' is missing")
        if character == "[":
            return self.error("a value without its closing bracket ']'")
        if character.isascii() and character.isalpha():
            return self.error("a property without value")
        return self.error(f"{character!r} is not expected here")

    def error(self, what: str) -> SgfError:
        """Return an error with line and column; a character of several bytes is one column."""
        line_start = self.data.rfind(b"\n", 0, self.position) + 1
        line = self.data.count(b"\n", 0, self.position) + 1
        column = len(self.data[line_start : self.position].decode("utf-8", "replace")) + 1
        return SgfError(f"line {line}, column {column}: {what}")
