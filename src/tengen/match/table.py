"""Reports as text: a table for the terminal, CSV and JSON."""

import csv
import io
import math
from typing import TYPE_CHECKING, Any

import msgspec

from tengen.match.printable import cell, printable
from tengen.match.report import MatchReport, PairingLine, PlayerLine, SideCount
from tengen.match.statistics import Estimate, MatchTally

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

NOTHING = "-"


def percent(rate: Estimate) -> str:
    """Return a win rate with its interval, such as ``62.5 % (47.0 - 75.8)``."""
    if math.isnan(rate.value):
        return NOTHING
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} - {100 * rate.high:.1f})"


def elo_text(elo: Estimate) -> str:
    """Return an Elo difference with its interval, such as ``+89 (-21 +198)``."""
    if math.isnan(elo.value):
        return NOTHING
    return f"{_signed(elo.value)} ({_signed(elo.low)} {_signed(elo.high)})"


def _signed(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.0f}"


def score_text(tally: MatchTally) -> str:
    """Return wins and losses, and draws if there are any, such as ``25-15`` or ``25-14-1``."""
    return f"{tally.wins}-{tally.losses}" + (f"-{tally.draws}" if tally.draws else "")


def number(value: float, form: str = ",.0f") -> str:
    """Return a number, or a dash for none."""
    return NOTHING if math.isnan(value) else format(value, form)


def troubles(count: SideCount) -> str:
    """Return how often a player lost on time and by a fault; empty if never."""
    words = [f"{count.time_losses} on time"] if count.time_losses else []
    words += [f"{count.faults} by fault"] if count.faults else []
    return ", ".join(words)


def setting_text(line: PairingLine) -> str:
    """Return the conditions of a pairing's games."""
    words = [f"{line.size}x{line.size}", f"komi {line.komi:g}", line.rules]
    words += [f"handicap {line.handicap}"] if line.handicap else []
    return ", ".join([*words, *filter(None, [line.limit])])


def rich_report(report: MatchReport) -> "Group":
    """Return the tables for a terminal of 80 columns or more."""
    from rich.console import Group

    tables = [_results_table(report), _details_table(report)]
    for size in sorted({player.size for player in report.players}):
        tables.append(_players_table(size, [player for player in report.players if player.size == size]))
    return Group(*(part for table in tables for part in (table, "")))


def _results_table(report: MatchReport) -> "Table":
    table = _new_table("Results of the first player", ("", "pairing", "games", "win %", "Elo", "LOS %"))
    for index, line in enumerate(report.pairings, start=1):
        table.add_row(
            str(index),
            _title(line),
            f"{line.tally.games}" + (f"+{line.running}" if line.running else ""),
            _short_rate(line.rate),
            elo_text(line.elo),
            number(100 * line.superiority, ".1f"),
        )
    return table


def _title(line: PairingLine) -> "Text":
    from rich.text import Text

    names = printable(line.first), printable(line.second)
    text = Text(" - ".join(names)).append(f"\n{printable(setting_text(line))}", "dim")
    for name, count in zip(names, line.sides, strict=True):
        if troubles(count):
            text.append(f"\n{name} lost {troubles(count)}", "red")
    return text


def _short_rate(rate: Estimate) -> str:
    if math.isnan(rate.value):
        return NOTHING
    return f"{100 * rate.value:.1f} ({100 * rate.low:.1f}-{100 * rate.high:.1f})"


def _details_table(report: MatchReport) -> "Table":
    table = _new_table("Details", ("", "score", "as Black", "as White", "moves", "s/move", "sims/move", "void"))
    for index, line in enumerate(report.pairings, start=1):
        first, second = line.sides
        table.add_row(
            str(index),
            score_text(line.tally),
            score_text(line.as_black),
            score_text(line.as_white),
            number(line.moves),
            f"{number(first.seconds_a_move, '.2g')} / {number(second.seconds_a_move, '.2g')}",
            f"{number(first.simulations_a_move)} / {number(second.simulations_a_move)}",
            str(line.tally.void),
        )
    return table


def _players_table(size: int, players: list[PlayerLine]) -> "Table":
    from rich.text import Text

    heads = ("player", "games", "win %", "Elo", "s/move", "sims/move")
    table = _new_table(f"Players on {size}x{size}", heads)
    for player in players:
        table.add_row(
            Text(printable(player.name)),
            str(player.tally.games),
            _short_rate(player.rate),
            elo_text(player.elo),
            number(player.side.seconds_a_move, ".2g"),
            number(player.side.simulations_a_move),
        )
    return table


def _new_table(title: str, heads: tuple[str, ...]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.show_edge = table.pad_edge = False
    for head in heads:
        is_name = head in ("pairing", "player")
        justify: Any = "left" if is_name else "right"
        table.add_column(head, justify=justify, no_wrap=not is_name, overflow="fold", min_width=12 if is_name else None)
    return table


def facts_of_pairing(line: PairingLine) -> dict[str, Any]:
    """Return the figures of a pairing by name; missing ones are None."""
    first, second = line.sides
    facts = {
        "pairing": line.hash,
        "first": line.first,
        "second": line.second,
        "size": line.size,
        "komi": line.komi,
        "rules": line.rules,
        "handicap": line.handicap,
        "limit": line.limit,
        "games": line.tally.games,
        "wins": line.tally.wins,
        "losses": line.tally.losses,
        "draws": line.tally.draws,
        "void": line.tally.void,
        **_ends("rate", line.rate),
        "black_games": line.as_black.games,
        "black_points": line.as_black.points,
        "white_games": line.as_white.games,
        "white_points": line.as_white.points,
        **_ends("elo", line.elo),
        "superiority": line.superiority,
        "moves": line.moves,
        **_side_facts("first_", first),
        **_side_facts("second_", second),
        "running": line.running,
    }
    return {name: _plain(value) for name, value in facts.items()}


def facts_of_player(player: PlayerLine) -> dict[str, Any]:
    """Return the figures of a player by name; missing ones are None."""
    facts = {
        "player": player.hash,
        "name": player.name,
        "size": player.size,
        "games": player.tally.games,
        "wins": player.tally.wins,
        "losses": player.tally.losses,
        "draws": player.tally.draws,
        **_ends("rate", player.rate),
        **_ends("elo", player.elo),
        **_side_facts("", player.side),
    }
    return {name: _plain(value) for name, value in facts.items()}


def _ends(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _side_facts(prefix: str, count: SideCount) -> dict[str, float]:
    return {
        f"{prefix}seconds_a_move": count.seconds_a_move,
        f"{prefix}simulations_a_move": count.simulations_a_move,
        f"{prefix}time_losses": count.time_losses,
        f"{prefix}faults": count.faults,
    }


def _plain(value: Any) -> Any:
    """Return None for numbers that JSON does not have."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def to_json(report: MatchReport) -> str:
    """Return a report as one JSON object."""
    facts = {
        "pairings": [facts_of_pairing(line) for line in report.pairings],
        "players": [facts_of_player(player) for player in report.players],
    }
    return msgspec.json.format(msgspec.json.encode(facts), indent=1).decode()


def to_csv(report: MatchReport) -> str:
    """Return the pairings of a report, one line each, after a line with the names of the columns.

    Names that a spreadsheet would take for formulas begin with an apostrophe.
    """
    lines = [facts_of_pairing(line) for line in report.pairings]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]) if lines else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in line.items()} for line in lines)
    return text.getvalue()
