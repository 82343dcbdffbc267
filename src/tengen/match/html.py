"""A report as one page: tables, plots and a board that steps through the games; it needs nothing from the network."""

import math
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from itertools import accumulate

import msgspec

from tengen.match.plots import elo_bars, win_rates
from tengen.match.report import MatchReport, PairingLine, PlayerLine, report_of, shown_names
from tengen.match.store import Store
from tengen.match.table import elo_text, number, percent, score_text, setting_text, troubles

MOST_GAMES = 5000  # about a kilobyte each

PAIRING_HEADS = ("pairing", "games", "score", "win rate", "as Black", "as White", "Elo", "LOS", "moves", "void")
PLAYER_HEADS = ("player", "size", "Elo", "games", "win rate", "s/move", "simulations", "lost")


def to_html(store: Store, anchor: str | None = None) -> str:
    """Return the page of a store; if there are very many games, only the last ones can be opened."""
    report = report_of(store, anchor)
    games = _games(store)
    shown = games[-MOST_GAMES:]
    played = sum(line.tally.games for line in report.pairings)
    about = f"{played} games, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC. Intervals have a confidence of 95 %."
    left_out = f"The last {len(shown)} of {len(games)}." if len(shown) < len(games) else ""
    slots = {
        "title": escape(store.path.stem),
        "about": about,
        "games_about": left_out,
        "pairings": _table(PAIRING_HEADS, map(_pairing_cells, report.pairings)),
        "players": _table(PLAYER_HEADS, map(_player_cells, report.players)),
        "plots": "\n".join(_plots(report)),
        "data": msgspec.json.encode(shown).decode().replace("<", "\\u003c"),  # a record could close the script
    }
    page = files("tengen.match").joinpath("page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: slots[slot[1]], page)


def _games(store: Store) -> list[dict[str, str | int]]:
    names = shown_names(store.players())
    return [
        {
            "number": game.number + 1,
            "black": names[game.black],
            "white": names[game.white],
            "result": game.result,
            "reason": game.reason,
            "detail": game.detail,
            "moves": game.moves,
            "sgf": game.sgf,
        }
        for game in store.games()
    ]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells are HTML."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"


def _pairing_cells(line: PairingLine) -> list[str]:
    title = f"{escape(line.first)} - {escape(line.second)}<br><span class=dim>{escape(setting_text(line))}</span>"
    for name, count in zip((line.first, line.second), line.sides, strict=True):
        if troubles(count):
            title += f"<br><span class=bad>{escape(name)} lost {troubles(count)}</span>"
    return [
        title,
        str(line.tally.games),
        score_text(line.tally),
        percent(line.rate),
        score_text(line.as_black),
        score_text(line.as_white),
        elo_text(line.elo),
        f"{100 * line.superiority:.1f} %",
        number(line.moves),
        str(line.tally.void or ""),
    ]


def _player_cells(player: PlayerLine) -> list[str]:
    return [
        escape(player.name),
        str(player.size),
        elo_text(player.elo),
        str(player.tally.games),
        percent(player.rate),
        number(player.side.seconds_a_move, ".3g"),
        number(player.side.simulations_a_move),
        troubles(player.side),
    ]


def _plots(report: MatchReport) -> Iterable[str]:
    played = [line for line in report.pairings if line.history]
    if played:
        yield win_rates([(_curve_name(line), list(accumulate(line.history))) for line in played])
    for size in sorted({player.size for player in report.players}):
        rated = [p for p in report.players if p.size == size and not math.isnan(p.elo.value)]
        if rated:
            yield elo_bars(f"Elo on {size}x{size}", [(p.name, p.elo) for p in rated])


def _curve_name(line: PairingLine) -> str:
    return f"{line.first} - {line.second}, {line.size}x{line.size}"
