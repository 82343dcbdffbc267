"""Openings: the first moves of games, from a collection of SGF games or from a list in plain text.

A line of the list is a sequence of moves, Black's first: ``E5 C3 G7``. Empty lines, and text after a ``#``, are
ignored.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from tengen.game.game import Game

Opening: TypeAlias = tuple[str, ...]
"""Names of points; Black and White alternate."""


def read_openings(path: Path, size: int, rules: str, most: int | None = None) -> tuple[Opening, ...]:
    """Return the openings of a file, each cut after ``most`` moves; raises ValueError with the place, or OSError."""
    data = path.read_bytes()
    lines = _of_sgf(data, size) if data.lstrip()[:1] in (b"(", b";") else _of_text(data)
    openings = []
    try:
        for place, moves in lines:
            openings.append(_checked(moves[:most], size, rules, f"{path}, {place}"))
    except UnicodeDecodeError:
        raise ValueError(f"{path}: neither SGF nor UTF-8 text") from None
    if not openings:
        raise ValueError(f"{path}: there are no openings")
    return tuple(openings)


def _of_text(data: bytes) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(data.decode("utf-8").splitlines(), start=1):
        if words := line.partition("#")[0].split():
            yield f"line {number}", words


def _of_sgf(data: bytes, size: int) -> Iterator[tuple[str, list[str]]]:
    from tengen.sgf import read_collection

    for number, record in enumerate(read_collection(data), start=1):
        place = f"game {number}"
        if record.size != size:
            raise ValueError(f"{place}: the board has {record.size} lines and not {size}")
        if any(node.setup for node in record.nodes()):
            raise ValueError(f"{place}: stones are set up, and an opening has only moves")
        moves = record.moves()
        if any(move.colour != 1 + k % 2 for k, move in enumerate(moves)):
            raise ValueError(f"{place}: the colours do not alternate, Black first")
        yield place, [move.name for move in moves]


def _checked(moves: list[str], size: int, rules: str, place: str) -> Opening:
    game = Game(size, rules=rules)
    for number, move in enumerate(moves, start=1):
        try:
            game.play(move)
        except ValueError as error:
            raise ValueError(f"{place}, move {number}: {error}") from None
        if game.is_over:
            raise ValueError(f"{place}, move {number}: the game is over")
    return tuple(game.name(move.point) for move in game.moves)
