"""The results of a row beside the published ones, as text and as Markdown."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from tengen.experiment.groups import Group, groups_of, tally_of
from tengen.experiment.results import CellGame
from tengen.experiment.row import Cell, Row, needs
from tengen.experiment.verdict import verdict_of

HEADS = ("cell", "published, %", "ours, %", "games", "as Black", "as White", "how")


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
    return [cell.name, cell.published_text, cell.measured, "", "", "", how]


def _group_texts(group: Group) -> list[str]:
    rate = group.rate
    ours = f"{100 * rate.value:.1f} ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
    by_colour = [tally_of(game for game in group.games if game.our_colour == side) for side in ("black", "white")]
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
        limit = f"**scaled: {group.limit or 'no limit'} instead of {_paper_limit(group.cell)}**"
    elif group.limit != group.cell.limit:
        limit = f"{group.limit} for the paper's {group.cell.limit}"
    words = [limit] if limit else []
    if group.cell.games and group.tally.games < group.cell.games:
        words.append(f"fewer games than the {group.cell.games:,} published")
    versions = sorted({game.versions.get("tengen", "?") for game in group.games})
    words.append(f"tengen {', '.join(versions)}, {datetime.fromtimestamp(group.last, UTC):%Y-%m-%d}")
    return "; ".join(words)


def _paper_limit(cell: Cell) -> str:
    limit = cell.limit or "none"
    return limit if cell.equivalent is None else f"{limit} ({cell.paper_limits[-1]})"


def row_text(row: Row, games: Iterable[CellGame]) -> str:
    """Return a row for a terminal: under each cell the published result, and ours."""
    text = [f"{row.id}: {row.title} ({row.source})"]
    for name, published, ours, count, as_black, as_white, how in cells_of(row, games):
        text += [f"  {name}", f"    published  {published}"]
        played = f"{ours}, {count} games ({as_black} as Black, {as_white} as White)" if count else ""
        played = played or ours
        text += [f"    ours       {played}"] if played else []
        text += [f"    {'' if played else 'ours'}".ljust(15) + how.replace("**", "")]
    return "\n".join(text) + "\n"


def about_row(row: Row) -> str:
    """Return where a row is from, what all its cells share, and its note."""
    return " ".join(filter(None, [f"{row.source}.", _common(row.cells), row.note]))


def verdict_text(row: Row, games: Iterable[CellGame]) -> str:
    """Return the verdict on a row in words."""
    if row.measure:
        return "none, as this is not measured by games"
    verdict = verdict_of(row, games)
    return "none, as nothing is published" if verdict is None else verdict.text


def row_markdown(row: Row, games: Iterable[CellGame], picture: str = "") -> str:
    """Return a row as a section with its verdict, its picture (a path, if there is one) and its table."""
    games = list(games)
    table = [HEADS, ["---"] * len(HEADS), *cells_of(row, games)]
    body = "\n".join("| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |" for texts in table)
    parts = [f"### {row.id}: {row.title}", about_row(row), f"Verdict: {verdict_text(row, games)}."]
    parts += [f"![{row.title}]({picture})" if picture else "", body]
    return "\n\n".join(filter(None, parts))


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
