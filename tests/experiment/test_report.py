"""The report: its pictures, its page, and that the documents show what the stored games give."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from experiment.made_row import games
from tengen.experiment.chart import Series, Spot, agreement, curve, ladder
from tengen.experiment.report import (
    BEGIN,
    END,
    OVERVIEW,
    PICTURES,
    RowResult,
    counts_text,
    documents,
    pictures,
    results_of,
    summary,
    to_html,
    to_markdown,
    with_table,
    write_documents,
)
from tengen.experiment.results import RESULTS, results_path, write_games
from tengen.experiment.row import parse_row, row_ids, row_named
from tengen.experiment.verdict import verdict_of
from tengen.match.statistics import Estimate

ROOT = Path(__file__).parents[2]
NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}

TEXT = """
title = "A <b>curve</b> & more"
source = "nobody"
beats = [["p = 2", "p = 1"]]
axis = "p"
[setting]
preset = "montecarlo"
opponent = "gnugo:1"
simulations = 1000
games = 200
[[cells]]
name = "p = 2"
at = 2
published = 70
[[cells]]
name = "p = 1"
at = 1
published = 40
[[cells]]
name = "p = 3"
at = 3
"""


def made_result() -> RowResult:
    row = parse_row("mogo-made", TEXT)
    played = games("p = 2", 65, 35, limit="1,000 simulations", pairing="g")
    played += games("p = 1", 15, 10, limit="500 simulations", pairing="b")
    return RowResult(row, played, verdict_of(row, played))


def titles(svg: str) -> list[str]:
    """Return the texts of the marks of a picture."""
    return [mark.text or "" for mark in ElementTree.fromstring(svg).findall(".//svg:title", NAMESPACE)]


def test_a_curve_has_a_mark_with_its_interval_for_each_value() -> None:
    drawn = pictures([made_result()])
    assert set(drawn) == {OVERVIEW, "mogo-made"}
    assert titles(drawn["mogo-made"]) == [
        "1, published: 40.0 % (33.5 to 46.9)",
        "2, published: 70.0 % (63.3 to 75.9)",
        "1, ours (scaled: 500 simulations): 60.0 % (40.7 to 76.6)",
        "2, ours: 65.0 % (55.3 to 73.6)",
    ]
    shown = ElementTree.fromstring(drawn["mogo-made"])
    words = [text.text for text in shown.findall(".//svg:text", NAMESPACE)]
    assert words[0] == "mogo-made: A <b>curve</b> & more"
    assert {"p", "1", "2", "3", "0 %", "100 %", "published", "ours", "ours, scaled"} <= set(words)
    assert titles(drawn[OVERVIEW]) == [
        "mogo-made, p = 2: published 70.0 %, ours 65.0 % (55.3 to 73.6)",
        "mogo-made, p = 1: published 40.0 %, ours (scaled: 500 simulations) 60.0 % (40.7 to 76.6)",
    ]


def places(svg: str, kind: str) -> list[tuple[float, float]]:
    found = ElementTree.fromstring(svg).findall(".//svg:g/svg:circle", NAMESPACE)
    return [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in found if c.attrib["class"] == kind]


def test_larger_values_stand_higher_and_equal_ones_on_the_diagonal() -> None:
    low, high = Estimate(0.2, 0.1, 0.3), Estimate(0.8, 0.7, 0.9)
    (_, first), (_, second) = places(
        curve("t", "x", [Series("", [Spot("1", None, low), Spot("2", None, high)])]), "dot"
    )
    assert first > second
    (left, _), (right, _) = places(ladder("t", [Spot("a", None, low), Spot("b", None, high)]), "dot")
    assert left < right
    (x0, y0), (x1, y1) = places(agreement("t", [Series("s", [Spot("a", low, low), Spot("b", high, high)])]), "dot")
    assert x1 - x0 == pytest.approx(y0 - y1)


def test_lines_join_only_games_under_the_same_conditions() -> None:
    value = Estimate(0.5, 0.4, 0.6)
    spots = [Spot("1", None, value), Spot("2", None, value, "500 simulations"), Spot("3", None, value)]
    (line,) = ElementTree.fromstring(curve("t", "x", [Series("", spots)])).findall(".//svg:polyline", NAMESPACE)
    assert len(line.attrib["points"].split()) == 2


def test_a_picture_needs_nothing_from_elsewhere_and_no_date() -> None:
    for name, svg in pictures([made_result()]).items():
        assert "prefers-color-scheme: dark" in svg, name
        assert not re.search(r"href|url\(|https?://(?!www\.w3\.org/2000/svg)|20\d\d-", svg), name


def test_verdicts_are_summed_up_the_settled_ones_first() -> None:
    row = row_named("pachi-5")
    results = [RowResult(row, [], verdict_of(row, [])), made_result(), RowResult(row_named("basics"), [], None)]
    assert [line[:3] for line in summary(results)] == [
        ["pachi-5", "Criticality", "open"],
        ["mogo-made", "A <b>curve</b> & more", "open"],
    ]
    settled = games("on from 250 visits", 60, 40, limit="12,000 simulations", pairing="a")
    settled += games("off", 30, 70, limit="12,000 simulations", pairing="b")
    results[0] = RowResult(row, settled, verdict_of(row, settled))
    assert summary(reversed(results))[0] == [
        "pachi-5",
        "Criticality",
        "repeated in direction",
        "+30.0 (+16.3 to +42.2)",
        "+9.3",
    ]
    assert counts_text(results) == "Of the published rows: 1 repeated in direction, 1 open."
    assert counts_text([]) == "None of these rows is published, so there are no verdicts."


def test_the_markdown_has_a_verdict_under_each_row() -> None:
    text = to_markdown(
        [made_result(), *results_of(map(row_named, ("basics", "mango-cost")), Path("nowhere"))], "images"
    )
    assert "![Published and our win rates](images/agreement.svg)" in text
    assert "![A <b>curve</b> & more](images/mogo-made.svg)" in text
    assert [line.split()[0] for line in re.findall(r"^Verdict: (.*)\.$", text, re.MULTILINE)] == [
        "**open**",
        "none,",
        "none,",
    ]
    assert "Verdict: none, as nothing is published." in text
    assert "Verdict: none, as this is not measured by games." in text
    assert "| speed lost | 4 % | 0 % on 9x9, 2 % on 19x19 |" in text
    assert "images" not in to_markdown([made_result()])


def test_the_page_is_whole_and_harmless() -> None:
    page = to_html([made_result()])
    assert page.startswith("<!doctype html>")
    assert "{{" not in page
    assert "A &lt;b&gt;curve&lt;/b&gt; &amp; more" in page
    assert "<b>" not in page
    assert page.count("<svg") == 2
    assert '<span class="badge open">open</span>' in page
    assert "prefers-color-scheme: dark" in page
    assert not re.search(r'(?:src|href)="(?!#)', page)


def test_documents_are_written_and_old_pictures_removed(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    page.write_text(f"# Results\n\n{BEGIN}\nold\n{END}\nrest\n")
    stale = tmp_path / PICTURES / "gone.svg"
    stale.parent.mkdir(parents=True)
    stale.write_text("<svg/>")
    write_games(results_path(tmp_path, "mogo-made"), made_result().games)
    results = results_of([made_result().row], tmp_path)
    write_documents(results, tmp_path)
    assert not stale.exists()
    assert documents(results, tmp_path) == {path: path.read_text("utf-8") for path in documents(results, tmp_path)}
    assert page.read_text().startswith("# Results\n")
    assert page.read_text().endswith(f"{END}\nrest\n")
    assert "old" not in page.read_text()


def test_games_of_stores_in_use_are_added(tmp_path: Path) -> None:
    made = made_result()
    (found,) = results_of([made.row], tmp_path, {"mogo-made": made.games})
    assert found.verdict == made.verdict


def test_a_page_is_brought_up_to_date() -> None:
    page = f"# Results\n\n{BEGIN}\nold\n{END}\nrest\n"
    assert with_table(page, "new\n") == f"# Results\n\n{BEGIN}\n\nnew\n\n{END}\nrest\n"
    with pytest.raises(ValueError, match="write between"):
        with_table("# Results\n", "new\n")


def test_the_documents_show_what_the_stored_games_give() -> None:
    results = results_of(map(row_named, row_ids()), ROOT / RESULTS)
    wanted = documents(results, ROOT / "docs")
    there = {ROOT / "docs" / "results.md", *(ROOT / "docs" / PICTURES).iterdir()}
    assert there == set(wanted), "run: tengen experiment report --docs docs"
    for path, text in wanted.items():
        assert path.read_text("utf-8") == text, f"{path.name}: run: tengen experiment report --docs docs"
