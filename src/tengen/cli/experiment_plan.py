"""The plan of experiments as a table and as JSON."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.experiment.plan import PlannedCell

HEADS = ("row", "cell", "games", "a game", "hours", "interval", "verdict in", "limit")


def plan_text(planned: "Sequence[PlannedCell]") -> str:
    """Return the plan as a table for a terminal, and what it means."""
    lines = [HEADS, *(_texts(one) for one in planned)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = "\n".join("  ".join(w.ljust(n) for w, n in zip(line, widths, strict=True)).rstrip() for line in lines)
    playable = [one for one in planned if not one.lacking]
    games, hours = sum(one.missing for one in playable), sum(one.hours for one in playable)
    return f"""{table}

{len(playable)} cells want {games:,} games, {hours:.0f} core hours.
games: played and wanted; a game: core time, about (~) where no game has been played; hours: core hours of all games
that are wanted; interval: half its width in points, now and after the next games; verdict in: core hours until all
comparisons of the row have enough games.
"""


def _texts(one: "PlannedCell") -> tuple[str, ...]:
    if one.lacking:
        state = f"needs {', '.join(one.lacking)}"
    else:
        state = one.cell.limit + (" (scaled)" if one.is_scaled else "")
    return (
        one.row.id,
        one.cell.name,
        f"{one.tally.games} of {one.wanted}",
        f"{'' if one.is_measured else '~'}{one.seconds:.0f} s",
        f"{one.hours:.1f}",
        f"{100 * one.margin:.0f} > {100 * one.next_margin:.0f}",
        "" if one.verdict_hours is None else f"{one.verdict_hours:.1f} h",
        state,
    )


def plan_json(planned: "Sequence[PlannedCell]") -> str:
    """Return the plan as lines of JSON."""
    return "".join(json.dumps(_facts(one)) + "\n" for one in planned)


def _facts(one: "PlannedCell") -> dict[str, object]:
    return {
        "row": one.row.id,
        "cell": one.cell.name,
        "limit": one.cell.limit,
        "scaled": one.is_scaled,
        "games": one.tally.games,
        "wanted": one.wanted,
        "seconds_a_game": round(one.seconds, 1),
        "measured": one.is_measured,
        "hours": round(one.hours, 3),
        "margin": round(one.margin, 4),
        "next_games": one.batch,
        "next_margin": round(one.next_margin, 4),
        "verdict_hours": None if one.verdict_hours is None else round(one.verdict_hours, 3),
        "needs": list(one.lacking),
    }
