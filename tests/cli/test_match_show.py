"""``tengen match show`` and ``tengen experiment``, as a user types them."""

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest

from cli.command import Command
from match.made_store import made_store


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(made_store(tmp_path / "m.sqlite"))


def test_the_table_is_printed(store: str, tengen: Command) -> None:
    outcome = tengen("match", "show", store)
    assert (outcome.code, outcome.err) == (0, "")
    assert "alice - bob" in outcome.out


def test_programs_get_json_and_csv(store: str, tengen: Command) -> None:
    facts = json.loads(tengen("match", "show", store, "--json", "--anchor", "bob").out)
    assert [line["games"] for line in facts["pairings"]] == [5, 2, 1]
    assert next(player for player in facts["players"] if player["name"] == "bob")["elo"] == 0
    rows = list(csv.DictReader(io.StringIO(tengen("match", "show", store, "--csv").out)))
    assert [row["first"] for row in rows] == ["alice", "bob", "bob"]


def test_a_page_is_written(store: str, tmp_path: Path, tengen: Command) -> None:
    page = tmp_path / "m.html"
    assert tengen("match", "show", store, "--html", str(page)) == (0, "", f"written to {page}\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_store_is_watched_until_it_is_enough(store: str, tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter([None, KeyboardInterrupt])

    def sleep(_: float) -> None:
        if (end := next(looks)) is not None:
            raise end

    monkeypatch.setattr("time.sleep", sleep)
    outcome = tengen("match", "show", store, "--watch")
    assert outcome.code == 130
    assert "alice - bob" in outcome.out


def test_mistakes_are_one_line(store: str, tmp_path: Path, tengen: Command) -> None:
    text = tmp_path / "no.sqlite"
    text.write_text("this is no database, and long enough not to be taken for a new one " * 20)
    foreign = tmp_path / "contacts.sqlite"
    database = sqlite3.connect(foreign)
    database.execute("CREATE TABLE contacts (name)")
    database.close()
    for words in (
        ("match", "show", str(tmp_path / "missing.sqlite")),
        ("match", "show", str(foreign)),
        ("match", "show", str(text)),
        ("match", "show", store, "--anchor", "nobody"),
        ("experiment", "run", "mogo-99"),
        ("experiment", "run", "mogo-speed"),
        ("experiment", "run", "basics", "--cell", "randon"),
        ("experiment", "run", "basics", "--simulations", "5", "--seconds", "1"),
        ("experiment", "export", "basics", "--results", str(tmp_path)),
        ("experiment", "run"),
        ("experiment", "run", "--budget", "soon"),
        ("experiment", "run", "basics", "--budget", "1h"),
        ("experiment", "run", "--budget", "1h", "--cell", "random"),
        ("experiment", "run", str(tmp_path / "mine.toml")),
        ("experiment", "plan", "--row", "mogo3"),
        ("experiment", "report", "--docs", str(tmp_path)),
        ("experiment", "report", "--docs", str(tmp_path), "--row", "basics"),
        ("tune", str(text)),
    ):
        outcome = tengen(*words)
        assert (outcome.code, outcome.out) == (2, ""), words
        assert outcome.err.startswith("tengen: "), words
        assert outcome.err.count("\n") == 1, words


def test_the_rows_are_listed(tmp_path: Path, tengen: Command) -> None:
    outcome = tengen("experiment", "list", "--results", str(tmp_path))
    assert outcome.code == 0
    assert "basics          The simplest players (4 cells; 0 games)" in outcome.out
    assert "pachi-5         Criticality (2 cells; 0 games, open)" in outcome.out
    rows = [json.loads(line) for line in tengen("experiment", "list", "--json").out.splitlines()]
    assert {row["row"]: row["verdict"] for row in rows}["basics"] is None
    assert {"mogo-3", "lingo-5", "pachi-6"} <= {row["row"] for row in rows}


def test_the_report_is_markdown_and_a_page(tmp_path: Path, tengen: Command) -> None:
    rows = ("--row", "mogo-3", "--row", "basics", "--results", str(tmp_path))
    outcome = tengen("experiment", "report", *rows)
    assert outcome.code == 0
    assert "### mogo-3: " in outcome.out
    assert "Verdict: **open**" in outcome.out
    assert "| pure random | 41.2 ± 4.4, 500 games |" in outcome.out
    page = tmp_path / "report.html"
    assert tengen("experiment", "report", *rows, "--html", str(page)) == (0, "", "")
    assert page.read_text("utf-8").startswith("<!doctype html>")


OWN_ROW = """
title = "Random against random"
source = "mine"
[setting]
preset = "random"
opponent = { preset = "random" }
size = 5
[[cells]]
name = "a"
[[cells]]
name = "b"
komi = 0.5
"""


def test_the_plan_is_printed_and_worked_through(tmp_path: Path, tengen: Command) -> None:
    own, results = tmp_path / "mine.toml", tmp_path / "results"
    own.write_text(OWN_ROW)
    only = ("--row", str(own), "--results", str(results))
    text = tengen("experiment", "plan", *only).out
    assert "mine  a     0 of 100  ~0 s" in text
    assert "2 cells want 200 games, 0 core hours." in text
    outcome = tengen("experiment", "run", "--budget", "1s", *only)
    assert outcome.code == 0
    count = int(outcome.out.removesuffix(" games played; `tengen experiment report` shows the results\n"))
    planned = [json.loads(line) for line in tengen("experiment", "plan", "--json", *only).out.splitlines()]
    assert sum(cell["games"] for cell in planned) == count
    assert all(cell["measured"] == bool(cell["games"]) for cell in planned)
    again = tengen("experiment", "run", str(own), "--cell", "a", "--games", "2", "--results", str(results))
    assert again.code == 0
    assert again.out.startswith("mine: Random against random (mine)\n  a\n")
