"""The report on all rows: the page docs/results.md with its pictures, and a page of HTML that needs nothing else."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

import msgspec

from tengen.experiment.chart import Series, Spot, agreement, curve, ladder
from tengen.experiment.groups import ENOUGH_GAMES, Group, best_group, groups_of
from tengen.experiment.results import CellGame, merged, read_games, results_path
from tengen.experiment.row import Cell, Row
from tengen.experiment.table import HEADS, about_row, cells_of, row_markdown, verdict_text
from tengen.experiment.verdict import WORDS, Verdict, points, verdict_of

BEGIN, END = "<!-- written by `tengen experiment report`: begin -->", "<!-- end -->"
PAGE = Path("results.md")
PICTURES = Path("images") / "results"
OVERVIEW = "agreement"
PAPERS = {"mogo": "MoGo", "mango": "Mango", "pachi": "Pachi", "lingo": "Lingo"}
SUMMARY_HEADS = ("row", "what", "verdict", "our lead, points", "published lead")


class RowResult(msgspec.Struct, frozen=True):
    """A row with all its games."""

    row: Row
    games: list[CellGame]
    verdict: Verdict | None


def results_of(
    rows: Iterable[Row], folder: Path, more: Mapping[str, Iterable[CellGame]] | None = None
) -> list[RowResult]:
    """Return rows with their games in a folder, and further games, by row, of stores that are in use.

    Published rows come first.
    """
    found = []
    for row in rows:
        games = merged(read_games(results_path(folder, row.id)), (more or {}).get(row.id, ()))
        found.append(RowResult(row, games, verdict_of(row, games)))
    return sorted(found, key=lambda result: not result.row.is_published)


def pictures(results: Sequence[RowResult]) -> dict[str, str]:
    """Return the pictures as SVG text: that of all rows together, and one for each row that has something to show."""
    found = {OVERVIEW: _overview(results)}
    for result in results:
        if picture := _row_picture(result):
            found[result.row.id] = picture
    return found


def _row_picture(result: RowResult) -> str:
    """Return a curve if the row is one, else a list of bars; nothing if neither the paper nor we have a win rate."""
    row = result.row
    title = f"{row.id}: {row.title}"
    if row.axis:
        placed = sorted((cell for cell in row.cells if cell.at is not None), key=lambda cell: cell.at or 0.0)
        series = [
            Series(name, [_spot(result, cell, f"{cell.at:g}") for cell in placed if cell.series == name])
            for name in dict.fromkeys(cell.series for cell in row.cells if cell.at is not None)
        ]
        return curve(title, row.axis, series) if _has_rate(spot for one in series for spot in one.spots) else ""
    spots = [_spot(result, cell, cell.name) for cell in row.cells]
    return ladder(title, spots) if _has_rate(spots) else ""


def _has_rate(spots: Iterable[Spot]) -> bool:
    return any(spot.theirs or spot.ours for spot in spots)


def _spot(result: RowResult, cell: Cell, name: str) -> Spot:
    group = shown_group(groups_of(cell, result.games))
    if group is None:
        return Spot(name, cell.published_rate, None)
    scaled = (group.limit or "no limit") if group.is_scaled else ""
    return Spot(name, cell.published_rate, group.rate, scaled)


def shown_group(groups: Sequence[Group]) -> Group | None:
    """Return the group that a picture shows: of games as in the paper if these are enough, else the largest one."""
    whole = best_group(group for group in groups if not group.is_scaled)
    if whole is not None and whole.tally.games >= ENOUGH_GAMES:
        return whole
    return max(groups, key=lambda group: (group.tally.games, not group.is_scaled), default=None)


def _overview(results: Sequence[RowResult]) -> str:
    """Return all published values against ours, where we have enough games."""
    series = []
    for paper, name in PAPERS.items():
        spots = []
        for result in results:
            if result.row.id.partition("-")[0] != paper:
                continue
            for cell in result.row.cells:
                group = shown_group(groups_of(cell, result.games))
                if cell.published is not None and group is not None and group.tally.games >= ENOUGH_GAMES:
                    spots.append(_spot(result, cell, f"{result.row.id}, {cell.name}"))
        series.append(Series(name, spots))
    return agreement(f"Win rates: published and ours, at least {ENOUGH_GAMES} games", series)


def summary(results: Iterable[RowResult]) -> list[list[str]]:
    """Return the verdicts: a text for each of ``SUMMARY_HEADS``, the settled rows first."""
    judged = [(result.row, result.verdict) for result in results if result.verdict is not None]
    judged.sort(key=lambda one: WORDS.index(one[1].word))
    return [
        [
            row.id,
            row.title,
            verdict.word,
            "" if verdict.lead is None else "{} ({} to {})".format(*map(points, verdict.lead)),
            "" if verdict.published_lead is None else points(verdict.published_lead),
        ]
        for row, verdict in judged
    ]


def counts_text(results: Iterable[RowResult]) -> str:
    """Return how many rows have which verdict, as a sentence."""
    counts = Counter(result.verdict.word for result in results if result.verdict is not None)
    if not counts:
        return "None of these rows is published, so there are no verdicts."
    return f"Of the published rows: {', '.join(f'{counts[word]} {word}' for word in WORDS if counts[word])}."


def to_markdown(results: Sequence[RowResult], folder: str = "") -> str:
    """Return all rows as Markdown; ``folder`` is where the pictures are, and without it there are none."""
    names = pictures(results) if folder else {}
    judged = summary(results)
    table = [SUMMARY_HEADS, ["---"] * len(SUMMARY_HEADS), *judged] if judged else []
    sections = [
        counts_text(results),
        "\n".join("| " + " | ".join(texts) + " |" for texts in table),
        f"![Published and our win rates]({folder}/{OVERVIEW}.svg)" if folder else "",
    ]
    for result in results:
        picture = f"{folder}/{result.row.id}.svg" if result.row.id in names else ""
        sections.append(row_markdown(result.row, result.games, picture))
    return "\n\n".join(filter(None, sections)) + "\n"


def with_table(page: str, table: str) -> str:
    """Return a page with the table between its two marks; raises ValueError if it has none."""
    if BEGIN not in page or END not in page:
        raise ValueError(f"the page has no lines '{BEGIN}' and '{END}' to write between")
    return re.sub(
        f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: f"{BEGIN}\n\n{table}\n{END}", page, count=1, flags=re.DOTALL
    )


def documents(results: Sequence[RowResult], docs: Path) -> dict[Path, str]:
    """Return the files of the folder of documents that show the results, with what they should contain."""
    found = {docs / PICTURES / f"{name}.svg": text for name, text in pictures(results).items()}
    page = (docs / PAGE).read_text("utf-8")
    found[docs / PAGE] = with_table(page, to_markdown(results, PICTURES.as_posix()))
    return found


def write_documents(results: Sequence[RowResult], docs: Path) -> None:
    """Write the page of results and its pictures, and remove pictures that are no longer shown."""
    wanted = documents(results, docs)
    (docs / PICTURES).mkdir(parents=True, exist_ok=True)
    for path in (docs / PICTURES).glob("*.svg"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        path.write_text(text, encoding="utf-8")


def to_html(results: Sequence[RowResult]) -> str:
    """Return a page with all verdicts, pictures and tables."""
    drawn = pictures(results)
    slots = {
        "about": escape(counts_text(results)),
        "overview": drawn[OVERVIEW],
        "summary": _html_table(SUMMARY_HEADS, map(_summary_cells, summary(results))),
        "rows": "\n".join(_html_row(result, drawn.get(result.row.id, "")) for result in results),
    }
    page = files("tengen.experiment").joinpath("page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: slots[slot[1]], page)


def _summary_cells(texts: Sequence[str]) -> list[str]:
    name, *others = map(escape, texts)
    return [f'<a href="#{name}">{name}</a>', others[0], _badge(others[1]), *others[2:]]


def _badge(word: str) -> str:
    return f'<span class="badge {word.rsplit(maxsplit=1)[-1]}">{escape(word)}</span>'


def _html_row(result: RowResult, picture: str) -> str:
    row = result.row
    verdict = f"<p>Verdict: {_marked(verdict_text(row, result.games))}.</p>"
    table = _html_table(HEADS, ([_marked(text) for text in texts] for texts in cells_of(row, result.games)))
    return (
        f'<section id="{escape(row.id)}"><h2>{escape(row.id)}: {escape(row.title)}</h2>\n'
        f"<p>{_marked(about_row(row))}</p>\n{verdict}\n{picture}\n"
        f'<div class="scroll">{table}</div></section>'
    )


def _marked(text: str) -> str:
    """Return a text with its bold words and its code as HTML."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", text)


def _html_table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells are HTML."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>\n" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
