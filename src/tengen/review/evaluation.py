"""What a search thinks of each position of a game, and which moves were mistakes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from tengen.board.grid import BLACK, COLOUR_NAMES, Move
from tengen.game.game import Game
from tengen.game.replay import replay
from tengen.report.report import Report
from tengen.sgf import GameRecord


class Evaluation(NamedTuple):
    """A position of a game in two numbers, both from Black's view."""

    number: int
    """How many moves have been played."""
    move: Move | None
    """The move that led to it; None for the start."""
    win_rate: float
    """Probability that Black wins."""
    score: float
    """Black's expected lead, komi included."""

    @property
    def lead(self) -> str:
        """The score as players write it: B+3.5."""
        rounded = round(self.score, 1)
        return f"{'B' if rounded >= 0 else 'W'}+{abs(rounded):.1f}"

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {
            "number": self.number,
            "colour": None if self.move is None else COLOUR_NAMES[self.move.colour],
            "move": None if self.move is None else self.move.name,
            "win_rate": round(self.win_rate, 4),
            "score": round(self.score, 2),
        }


class Mistake(NamedTuple):
    """A move that made its own side's chances worse."""

    after: Evaluation
    """The position after the move, with the move."""
    win_rate: float
    """The probability of winning that it lost for its side."""
    points: float
    """The expected points that it lost for its side; negative if it won some."""

    @property
    def move(self) -> Move:
        """The move itself."""
        assert self.after.move is not None
        return self.after.move


def positions(
    record: GameRecord, choices: tuple[int, ...] = (), upto: int | None = None, komi: float | None = None
) -> Iterator[Game]:
    """Yield the game before the first move and after each move of a variation; raises SgfError if one is illegal.

    The same game is yielded again and again, one move longer.
    """
    end = replay(record, upto, choices)
    count = len(record.moves(*choices)) if upto is None else upto
    for number in range(count + 1):
        # Stones that are set up after a move start a new game; then every position is replayed from the beginning.
        if number == 0 or len(end.moves) != count:
            game = replay(record, number, choices)
            game.komi = game.komi if komi is None else komi
        else:
            game.play(end.moves[number - 1])
        yield game


def evaluation_of(report: Report, number: int, move: Move | None) -> Evaluation:
    """Return what a report says of its position, which comes after so many moves, the last of which is given."""
    is_black = report.colour == BLACK
    return Evaluation(
        number,
        move,
        report.win_rate if is_black else 1 - report.win_rate,
        report.score if is_black else 0.0 - report.score,
    )


def mistakes(evaluations: Sequence[Evaluation], least: float) -> list[Mistake]:
    """Return the moves that lost at least this much of the win rate, in the order of the game."""
    found = []
    for before, after in pairwise(evaluations):
        if after.move is None or after.number != before.number + 1:
            continue
        sign = 1 if after.move.colour == BLACK else -1
        lost = sign * (before.win_rate - after.win_rate)
        if lost >= least:
            found.append(Mistake(after, lost, sign * (before.score - after.score)))
    return found
