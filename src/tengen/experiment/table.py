"""Our results beside the published ones, as Markdown."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from tengen.experiment.results import GameLine, merged, read_lines, results_path
from tengen.experiment.row import Cell, Row, needs, row_ids, row_named
from tengen.match.statistics import Tally, win_rate

BEGIN, END = "<!-- written by `tengen experiment table`: begin -->", "<!-- end -->"
HEADS = ("cell", "published, %", "ours, %", "games", "as Black", "as White", "how")


class Group(msgspec.Struct):
    """The games of a cell that were played in one way by one player."""

    cell: Cell
    limit: str
    lines: list[GameLine]

    @property
    def tally(self) -> Tally:
        """The results of our player."""
        return _tally(self.lines)

    @property
    def last(self) -> int:
        """When the last game ended, in seconds since 1970."""
        return max(line.finished for line in self.lines)

    @property
    def is_scaled(self) -> bool:
        """Whether the players had another limit than the paper's."""
        return self.limit != self.cell.limit


def _tally(lines: Iterable[GameLine]) -> Tally:
    total = Tally()
    for line in lines:
        won, drawn = line.winner == line.our_colour, not line.winner
        total = total.and_also(Tally(int(won), int(not won and not drawn), int(drawn)))
    return total


def groups_of(cell: Cell, lines: Iterable[GameLine]) -> list[Group]:
    """Return the ways in which a cell was played, the published one first, then by the time of the last game."""
    found: dict[tuple[str, str], list[GameLine]] = defaultdict(list)
    for line in lines:
        if line.cell == cell.name:
            found[line.limit, line.player].append(line)
    groups = [Group(cell, limit, of) for (limit, _), of in found.items()]
    return sorted(groups, key=lambda group: (group.is_scaled, group.last))


def cells_of(row: Row, lines: Iterable[GameLine]) -> list[list[str]]:
    """Return the lines of a row's table, each a text for each of ``HEADS``."""
    lines = list(lines)
    table = []
    for cell in row.cells:
        groups = groups_of(cell, lines)
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
    by_colour = [_tally(line for line in group.lines if line.our_colour == side) for side in ("black", "white")]
    return [
        group.cell.name,
        group.cell.published_text,
        ours,
        f"{group.tally.games:,}",
        *(f"{tally.points:g} of {tally.games}" if tally.games else "-" for tally in by_colour),
        _how(group),
    ]


def _how(group: Group) -> str:
    """Return the limit, in what it differs from the paper's, and when it was played by what."""
    limit = group.limit
    if group.is_scaled:
        limit = f"**scaled: {group.limit or 'no limit'} instead of {group.cell.limit or 'none'}**"
    words = [limit] if limit else []
    if group.cell.games and group.tally.games < group.cell.games:
        words.append(f"fewer games than the {group.cell.games:,} published")
    versions = sorted({line.versions.get("tengen", "?") for line in group.lines})
    words.append(f"tengen {', '.join(versions)}, {datetime.fromtimestamp(group.last, UTC):%Y-%m-%d}")
    return "; ".join(words)


def row_text(row: Row, lines: Iterable[GameLine]) -> str:
    """Return a row for a terminal: under each cell the published result, and ours."""
    text = [f"{row.id}: {row.title} ({row.source})"]
    for name, published, ours, games, as_black, as_white, how in cells_of(row, lines):
        text += [f"  {name}", f"    published  {published}"]
        played = f"{ours}, {games} games ({as_black} as Black, {as_white} as White)" if games else ""
        text += [f"    ours       {played}"] if played else []
        text += [f"    {'' if played else 'ours'}".ljust(15) + how.replace("**", "")]
    return "\n".join(text) + "\n"


def row_markdown(row: Row, lines: Iterable[GameLine]) -> str:
    """Return a row as a section with its table."""
    about = [f"{row.source}.", _common(row.cells), row.note]
    table = [HEADS, ["---"] * len(HEADS), *cells_of(row, lines)]
    body = "\n".join("| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |" for texts in table)
    return "\n\n".join([f"### {row.id}: {row.title}", " ".join(filter(None, about)), body])


def _common(cells: tuple[Cell, ...]) -> str:
    """Return what holds for all cells."""
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


def to_markdown(folder: Path, more: Mapping[str, Iterable[GameLine]] | None = None) -> str:
    """Return all rows with the results of a folder, and with more games by row, of stores that are still filling."""
    sections = []
    for name in row_ids():
        lines = merged(read_lines(results_path(folder, name)), (more or {}).get(name, ()))
        sections.append(row_markdown(row_named(name), lines))
    return "\n\n".join(sections) + "\n"


def with_table(page: str, table: str) -> str:
    """Return a page with the table between its marks; raises ValueError if it has none."""
    if BEGIN not in page or END not in page:
        raise ValueError(f"the page has no lines '{BEGIN}' and '{END}' to write between")
    return re.sub(
        f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: f"{BEGIN}\n\n{table}\n{END}", page, count=1, flags=re.DOTALL
    )
