"""Our results beside the published ones, as Markdown."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from tengen.experiment.results import CellGame, merged, read_games, results_path
from tengen.experiment.row import Cell, Row, needs, row_ids, row_named
from tengen.match.statistics import MatchTally, win_rate

BEGIN, END = "<!-- written by `tengen experiment table`: begin -->", "<!-- end -->"
HEADS = ("cell", "published, %", "ours, %", "games", "as Black", "as White", "how")


class Group(msgspec.Struct):
    """The games of a cell that one version of our player played with one limit."""

    cell: Cell
    limit: str
    games: list[CellGame]

    @property
    def tally(self) -> MatchTally:
        """The results of our player."""
        return _tally(self.games)

    @property
    def last(self) -> int:
        """When the last game ended, in seconds since 1970."""
        return int(max(game.finished for game in self.games))

    @property
    def is_scaled(self) -> bool:
        """Whether the limit differs from the paper's."""
        return self.limit != self.cell.limit


def _tally(games: Iterable[CellGame]) -> MatchTally:
    return sum((game.our_tally for game in games), MatchTally())


def groups_of(cell: Cell, games: Iterable[CellGame]) -> list[Group]:
    """Return the groups of a cell's games, those with the published limit first, then by the time of the last game."""
    found: dict[tuple[str, str], list[CellGame]] = defaultdict(list)
    for game in games:
        if game.cell == cell.name:
            found[game.limit, game.player].append(game)
    groups = [Group(cell, limit, of) for (limit, _), of in found.items()]
    return sorted(groups, key=lambda group: (group.is_scaled, group.last))


def cells_of(row: Row, games: Iterable[CellGame]) -> list[list[str]]:
    """Return the lines of a row's table: a text for each of ``HEADS``."""
    games = list(games)
    table = []
    for cell in row.cells:
        groups = groups_of(cell, games)
        table += [_group_texts(group) for group in groups] or [_empty_texts(row, cell)]
    return table


def _empty_texts(row: Row, cell: Cell) -> list[str]:
    lacking = needs(cell)
    how = (
        f"needs: {', '.join(lacking)}"
        if lacking
        else f"measured by `{row.measure}`"
        if row.measure
        else "not played yet"
    )
    return [cell.name, cell.published_text, "", "", "", "", how]


def _group_texts(group: Group) -> list[str]:
    rate = win_rate(group.tally)
    ours = f"{100 * rate.value:.1f} ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
    by_colour = [_tally(game for game in group.games if game.our_colour == side) for side in ("black", "white")]
    return [
        group.cell.name,
        group.cell.published_text,
        ours,
        f"{group.tally.games:,}",
        *(f"{tally.points:g} of {tally.games}" if tally.games else "-" for tally in by_colour),
        _how(group),
    ]


def _how(group: Group) -> str:
    """Return the limit, what differs from the paper, and the version and date of the games."""
    limit = group.limit
    if group.is_scaled:
        limit = f"**scaled: {group.limit or 'no limit'} instead of {group.cell.limit or 'none'}**"
    words = [limit] if limit else []
    if group.cell.games and group.tally.games < group.cell.games:
        words.append(f"fewer games than the {group.cell.games:,} published")
    versions = sorted({game.versions.get("tengen", "?") for game in group.games})
    words.append(f"tengen {', '.join(versions)}, {datetime.fromtimestamp(group.last, UTC):%Y-%m-%d}")
    return "; ".join(words)


def row_text(row: Row, games: Iterable[CellGame]) -> str:
    """Return a row for a terminal: under each cell the published result, and ours."""
    text = [f"{row.id}: {row.title} ({row.source})"]
    for name, published, ours, count, as_black, as_white, how in cells_of(row, games):
        text += [f"  {name}", f"    published  {published}"]
        played = f"{ours}, {count} games ({as_black} as Black, {as_white} as White)" if count else ""
        text += [f"    ours       {played}"] if played else []
        text += [f"    {'' if played else 'ours'}".ljust(15) + how.replace("**", "")]
    return "\n".join(text) + "\n"


def row_markdown(row: Row, games: Iterable[CellGame]) -> str:
    """Return a row as a section with its table."""
    about = [f"{row.source}.", _common(row.cells), row.note]
    table = [HEADS, ["---"] * len(HEADS), *cells_of(row, games)]
    body = "\n".join("| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |" for texts in table)
    return "\n\n".join([f"### {row.id}: {row.title}", " ".join(filter(None, about)), body])


def _common(cells: tuple[Cell, ...]) -> str:
    """Return the conditions that all cells share."""
    facts: list[Callable[[Cell], str]] = [
        lambda c: f"{c.size}x{c.size}",
        lambda c: f"komi {c.komi:g}",
        lambda c: f"{c.handicap} stones" if c.handicap else "",
        lambda c: f"against {c.opponent_text}" if c.opponent else "",
        lambda c: c.limit,
        lambda c: f"always {c.colour}" if c.colour != "both" else "",
    ]
    shared = [texts.pop() for fact in facts if len(texts := {fact(cell) for cell in cells}) == 1]
    text = ", ".join(filter(None, shared))
    return f"{text[:1].upper()}{text[1:]}." if any(cell.opponent for cell in cells) and text else ""


def to_markdown(folder: Path, more: Mapping[str, Iterable[CellGame]] | None = None) -> str:
    """Return all rows with the results in a folder, and with further games, by row, of stores that are in use."""
    sections = []
    for name in row_ids():
        games = merged(read_games(results_path(folder, name)), (more or {}).get(name, ()))
        sections.append(row_markdown(row_named(name), games))
    return "\n\n".join(sections) + "\n"


def with_table(page: str, table: str) -> str:
    """Return a page with the table between its two marks; raises ValueError if it has none."""
    if BEGIN not in page or END not in page:
        raise ValueError(f"the page has no lines '{BEGIN}' and '{END}' to write between")
    return re.sub(
        f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: f"{BEGIN}\n\n{table}\n{END}", page, count=1, flags=re.DOTALL
    )
