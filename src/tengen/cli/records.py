"""The game records that commands are given: a file or standard input, a line of play in it, and a position there."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import finite

if TYPE_CHECKING:
    from tengen import Game
    from tengen.sgf import GameRecord, SgfNode

STDIN = Path("-")

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="SGF file; - for standard input.")]
MoveNumber = Annotated[
    int | None, typer.Option("--move", min=0, help="Position after this many moves; without it after all.")
]
Variation = Annotated[
    str,
    typer.Option(
        "--variation",
        metavar="N.N...",
        help="The variation to follow at the first branch, the second, and so on, counted from 1. The main line is 1.",
    ),
]
RulesOf = Annotated[
    str | None, typer.Option("--rules", help="Rules to use instead of the record's; chinese if it has none.")
]
KomiOf = Annotated[
    float | None,
    typer.Option("--komi", callback=finite, help="Komi to use instead of the record's, or of the usual one."),
]


@dataclass
class Line:
    """A line of play in a game record."""

    record: "GameRecord"
    file: str
    """The name of the file, for messages."""
    choices: tuple[int, ...] = ()

    def game(self, upto: int | None = None, rules: str | None = None, komi: float | None = None) -> "Game":
        """Return the game after a number of moves, by default all; rules and komi replace those of the record.

        Raises ValueError, with the name of the file, if a move is illegal or if there are fewer moves.
        """
        from tengen.game.replay import replay
        from tengen.sgf import naming_the_file

        self.check(upto)
        with self.under(rules), naming_the_file(self.file):
            game = replay(self.record, upto, self.choices)
        if komi is not None:
            game.komi = komi
        return game

    @contextmanager
    def under(self, rules: str | None) -> Iterator[None]:
        """Let the record have other rules in the block, if there are any; raises ValueError if they are unknown."""
        from tengen.board.rules import rules_named

        written = self.record.root.text("RU")
        if rules is not None:
            self.record.rules = rules_named(rules).name
        try:
            yield
        finally:
            self.record.root.set_text("RU", written)

    def check(self, upto: int | None) -> None:
        """Raise ValueError if there are fewer moves."""
        count = self.length
        if upto is not None and upto > count:
            raise ValueError(f"--move {upto} is beyond the end: {self.file} has {count} moves")

    @property
    def length(self) -> int:
        """The number of moves."""
        from tengen.sgf import naming_the_file

        with naming_the_file(self.file):
            return len(self.record.moves(*self.choices))

    def nodes(self) -> "list[SgfNode]":
        """Return the nodes of the line, from the root on."""
        return list(self.record.nodes(*self.choices))


def read_line(file: Path, variation: str = "") -> Line:
    """Return a line of play of the first game in a file, or in standard input for ``-``.

    Raises OSError, and ValueError if the record is broken or has no such variation.
    """
    from tengen.sgf import naming_the_file, read, read_file

    if file == STDIN:
        name = "standard input"
        with naming_the_file(name):
            record = read(getattr(sys.stdin, "buffer", sys.stdin).read())
    else:
        name, record = str(file), read_file(file)
    choices = _choices(variation)
    try:
        for _ in record.nodes(*choices):
            pass
    except IndexError:
        raise ValueError(f"--variation {variation}: {name} has no such variation") from None
    for text in _overlooked(record):
        sys.stderr.write(f"tengen: {name}: {text}\n")
    return Line(record, name, choices)


def _overlooked(record: "GameRecord") -> Iterator[str]:
    """Yield what a record says that is not understood, and what is done instead: it may decide the game."""
    komi, rules = (record.root.text(name) for name in ("KM", "RU"))
    if komi and record.komi is None:
        yield f"KM[{komi}] is not a komi; the usual one of the rules is used, or --komi"
    if rules and record.rules is None:
        yield f"RU[{rules}] are unknown rules; Chinese rules are used, or --rules"


def _choices(variation: str) -> tuple[int, ...]:
    words = variation.split(".") if variation else []
    if not all(word.isdecimal() and int(word) for word in words):
        raise ValueError(f"--variation {variation}: numbers from 1 with dots between them, such as 2.1, are needed")
    return tuple(int(word) - 1 for word in words)
