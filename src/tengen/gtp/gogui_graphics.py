"""What a search has found, as graphics that GoGui draws on its board.

The lines have the form of GoGui's ``gfx`` commands. Live graphics are the same lines on stderr while a search runs.
"""

import sys
from collections.abc import Callable, Iterable

from tengen.board.grid import BLACK, LETTERS, PASS
from tengen.report.report import MoveReport, Report
from tengen.report.text import blacks_ownership, one_line

SHOWN_MOVES = 8
COLOURS = ("#30b030", "#60c060", "#90d090", "#b8e0b8", "#d8f0d8")  # from the best move on
SURE = 0.3  # below this an owner is not drawn
SEQUENCE_MOVES = 12


def labels(texts: Iterable[tuple[MoveReport, str]]) -> str:
    """Return pairs of a point and its text; the pass has no point."""
    return " ".join(f"{move.name} {text}" for move, text in texts if move.point != PASS)


def best_moves(report: Report) -> str:
    """Colour the most visited moves, the best one most, and label them with their win rates."""
    moves = [move for move in report.moves[:SHOWN_MOVES] if move.point != PASS]
    colours = [f"COLOR {COLOURS[min(i, len(COLOURS) - 1)]} {move.name}" for i, move in enumerate(moves)]
    return "\n".join([*colours, *_label(moves, lambda move: f"{100 * move.win_rate:.0f}"), _status(report)])


def best_sequence(report: Report) -> str:
    """Draw the principal variation."""
    sides = ("b", "w") if report.colour == BLACK else ("w", "b")
    sequence = report.best.sequence[:SEQUENCE_MOVES] if report.moves else ()
    steps = " ".join(f"{sides[i % 2]} {name}" for i, name in enumerate(sequence))
    return "\n".join([*([f"VAR {steps}"] if steps else []), _status(report)])


def win_rates(report: Report) -> str:
    """Label all moves that have been tried with their win rates."""
    moves = [move for move in report.moves if move.point != PASS]
    return "\n".join([*_label(moves, lambda move: f"{100 * move.win_rate:.0f}"), _status(report)])


def ownership(report: Report) -> str:
    """Shade each point by who owns it."""
    size = report.size
    rows = blacks_ownership(report)
    owners = [
        f"{LETTERS[column]}{size - row} {rows[row, column]:.2f}"
        for row in range(size)
        for column in range(size)
        if abs(rows[row, column]) > SURE
    ]
    return "\n".join([*([f"INFLUENCE {' '.join(owners)}"] if owners else []), _status(report)])


GRAPHICS: dict[str, Callable[[Report], str]] = {
    "best_moves": best_moves,
    "best_sequence": best_sequence,
    "win_rates": win_rates,
    "ownership": ownership,
}
"""The kinds of live graphics."""


def live_graphics(kind: str) -> Callable[[Report], None]:
    """Return a function that shows reports as live graphics of some kind."""
    return lambda report: write_live(GRAPHICS[kind](report))


def write_live(lines: str) -> None:
    """Write graphics to stderr, where GoGui takes them for live ones. They replace those before; CLEAR removes them."""
    text = f"gogui-gfx: {lines}\n" if "\n" not in lines else f"gogui-gfx:\n{lines}\n\n"
    sys.stderr.write(text)
    sys.stderr.flush()


def _label(moves: Iterable[MoveReport], text: Callable[[MoveReport], str]) -> list[str]:
    pairs = " ".join(f"{move.name} {text(move)}" for move in moves)
    return [f"LABEL {pairs}"] if pairs else []


def _status(report: Report) -> str:
    """Return the line for GoGui's status bar."""
    return f"TEXT {one_line(report)}"
