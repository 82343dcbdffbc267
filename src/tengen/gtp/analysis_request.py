"""What a client asks of an analysis: ``[COLOUR] [INTERVAL] {KEY VALUE}``, in any order, as KataGo reads it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tengen.board.grid import Colour
from tengen.game.game import Game
from tengen.game.restriction import NO_RESTRICTION, Restriction
from tengen.gtp.arguments import colour, integer, number, syntax_error, vertex

COLOURS = ("b", "w", "black", "white")
SHORTEST_INTERVAL = 0.02  # seconds between two reports
CENTISECONDS = 100
MOST_MOVES = 50  # listed unless more are asked for


@dataclass(frozen=True)
class AnalysisRequest:
    """The arguments of an analysis."""

    colour: Colour
    """The side to move."""
    interval: float | None = None
    """Seconds between two reports."""
    least_moves: int = 0
    most_moves: int | None = None
    restriction: Restriction = NO_RESTRICTION
    ownership: bool = False
    root: bool = False
    move_ownership: bool = False
    sequence_visits: bool = False

    @property
    def is_valid(self) -> bool:
        """Whether no number is negative."""
        return min(self.interval or 0.0, self.least_moves, self.most_moves or 0) >= 0

    @property
    def moves_listed(self) -> tuple[int, int]:
        """The least and the largest number of moves that are listed: at least one."""
        most = max(MOST_MOVES, self.least_moves) if self.most_moves is None else max(1, self.most_moves)
        return max(1, min(self.least_moves, most)), most

    def every(self, default: float) -> float:
        """Return the seconds between two reports, by default so many."""
        return default if self.interval is None else max(SHORTEST_INTERVAL, self.interval)


COUNTS = {"minmoves": "least_moves", "maxmoves": "most_moves"}
"""Keys whose value is a number, and their fields."""
FLAGS = {
    "ownership": "ownership",
    "rootinfo": "root",
    "pvvisits": "sequence_visits",
    "movesownership": "move_ownership",
}
"""Keys whose value is true or false, and their fields."""
IGNORED_FLAGS = ("ownershipstdev", "movesownershipstdev", "pvedgevisits", "noresultvalue")
"""Keys of KataGo for what we do not count; they are accepted, and change nothing."""


def parse_analysis(arguments: tuple[str, ...], game: Game) -> AnalysisRequest:
    """Return what is asked for; raises GtpError if it cannot be understood."""
    words = list(reversed(arguments))
    request = AnalysisRequest(game.to_play)
    while words:
        word = words.pop()
        key = word.lower()
        if key in COLOURS:
            request = replace(request, colour=colour(word))
        elif word[0].isdigit() or word[0] == ".":
            request = replace(request, interval=number(word) / CENTISECONDS)
        else:
            request = _with_key(request, key, lambda: _next(words), game)
    return request


def _with_key(request: AnalysisRequest, key: str, value: Callable[[], str], game: Game) -> AnalysisRequest:
    changes: dict[str, Any] = {}
    if key == "interval":
        changes["interval"] = number(value()) / CENTISECONDS
    elif key in COUNTS:
        changes[COUNTS[key]] = integer(value())
    elif key in FLAGS:
        changes[FLAGS[key]] = _truth(value())
    elif key in ("avoid", "allow"):
        changes["restriction"] = request.restriction | _restriction(key, value(), value(), value(), game)
    elif key in IGNORED_FLAGS:
        _truth(value())
    else:
        syntax_error()
    changed = replace(request, **changes)
    return changed if changed.is_valid else syntax_error()


def _restriction(key: str, side: str, moves: str, depth: str, game: Game) -> Restriction:
    """Return the restriction of ``avoid b D4,Q16 10`` or ``allow b D4,Q16 10``."""
    points = [vertex(name, game.size) for name in moves.split(",") if name]
    until_depth = integer(depth)
    if not points or until_depth < 1:
        syntax_error()
    kind = Restriction.avoid if key == "avoid" else Restriction.allow
    return kind(colour(side), points, until_depth)


def _truth(word: str) -> bool:
    answers = {"true": True, "false": False}
    return answers[word.lower()] if word.lower() in answers else syntax_error()


def _next(words: list[str]) -> str:
    return words.pop() if words else syntax_error()
