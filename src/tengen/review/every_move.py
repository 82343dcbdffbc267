"""The value of every legal move, by a search for each (the ``uct_evaluate`` of Pachi)."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tengen.board.grid import BLACK, LETTERS, WHITE, Colour, Move, Point, point_at
from tengen.game.game import Game
from tengen.game.limit import Limit

if TYPE_CHECKING:
    from tengen import Engine

STONES = {int(BLACK): "X", int(WHITE): "O"}


class MoveValue(NamedTuple):
    """What a search of the position after a move has found, from the view of the side that makes the move."""

    move: Move
    win_rate: float
    score: float
    """The expected lead."""
    visits: int
    """Simulations behind the numbers."""

    def to_dict(self, viewed_by: Colour) -> dict[str, Any]:
        """Return it ready for JSON, from the view of a colour."""
        is_same = self.move.colour == viewed_by
        return {
            "move": self.move.name,
            "win_rate": round(self.win_rate if is_same else 1 - self.win_rate, 4),
            "score": round(self.score if is_same else 0.0 - self.score, 2),
            "visits": self.visits,
        }


def move_values(game: Game, engine: "Engine", limit: Limit | None = None) -> Iterator[MoveValue]:
    """Search the position after each legal move of the side to play, the pass last, and yield the values one by one.

    The limit is that of each search; by default the engine's options decide. Raises NoSearchError if the engine
    searches no tree.
    """
    for move in game.legal_moves:
        after = game.copy()
        after.play(move)
        report = engine.analyse(after, limit)
        yield MoveValue(move, 1 - report.win_rate, 0.0 - report.score, report.visits)


def table_of(game: Game, values: Mapping[Point, MoveValue]) -> str:
    """Return a board with the win rate of each move in percent; the best is in brackets, and - has no value."""
    size = game.size
    best = max(values, key=lambda point: values[point].win_rate, default=None)

    def cell(point: Point) -> str:
        stone = STONES.get(game.colour_at(point))
        if stone is not None:
            return stone
        if point not in values:
            return "-"
        percent = f"{100 * values[point].win_rate:.0f}"
        return f"[{percent}]" if point == best else f"{percent} "

    letters = "   " + "".join(f"{letter:>4} " for letter in LETTERS[:size])
    rows = [
        f"{row + 1:2} "
        + "".join(f"{_centred(cell(point_at(column, row, size)))}" for column in range(size))
        + f" {row + 1}"
        for row in reversed(range(size))
    ]
    return "\n".join([letters.rstrip(), *rows, letters.rstrip()])


def _centred(text: str) -> str:
    """Return a text in five columns; its last figure, or a stone, is in the fourth."""
    return f"{text:>5}" if text[-1] in "] " else f"{text:>4} "
