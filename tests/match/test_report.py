"""Reports of a store whose games are known."""

import csv
import io
import json
import math
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from match.made_store import game, made_store, pairing
from tengen.match.html import to_html
from tengen.match.printable import printable
from tengen.match.report import MatchReport, report_of
from tengen.match.statistics import MatchTally, superiority, wilson
from tengen.match.store import Store
from tengen.match.table import number, rich_report, to_csv, to_json


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return made_store(tmp_path / "m.sqlite")


def report(path: Path, anchor: str | None = None) -> MatchReport:
    with Store.existing(path) as store:
        return report_of(store, anchor)


def test_a_pairing_is_counted(path: Path) -> None:
    line = report(path).pairings[0]
    assert (line.first, line.second, line.size, line.komi) == ("alice", "bob", 9, 7.5)
    assert line.tally == MatchTally(wins=3, losses=1, draws=1, void=1)
    assert (line.as_black, line.as_white) == (MatchTally(wins=3), MatchTally(losses=1, draws=1))
    assert line.rate == (0.7, *wilson(3.5, 5))
    assert line.superiority == superiority(MatchTally(3, 1, 1))
    assert line.moves == 9
    assert (line.sides[0].seconds_a_move, line.sides[1].seconds_a_move) == (2.0, 0.5)
    assert line.sides[0].simulations_a_move == 1000
    assert math.isnan(line.sides[1].simulations_a_move)
    assert line.history == [1, 0, 1, 0.5, 1]
    assert line.reasons == {"resign": 4, "score": 1, "length": 1}


@pytest.mark.parametrize("unknown", [None, 0])
def test_unknown_simulations_are_a_dash(tmp_path: Path, unknown: int | None) -> None:
    """A store of an earlier version has 0 for engines that play by time."""
    match = pairing()
    with Store(tmp_path / "m.sqlite") as store:
        store.add_pairing(match)
        store.finish(game(match, 0, 1, simulations={"black": unknown, "white": 500}))
        line = report_of(store).pairings[0]
    assert number(line.sides[0].simulations_a_move) == "-"
    assert number(line.sides[1].simulations_a_move) == "500"


def test_losses_on_time_and_faults_are_the_losers(path: Path) -> None:
    line = report(path).pairings[1]
    assert (line.sides[0].time_losses, line.sides[0].faults) == (0, 0)
    assert (line.sides[1].time_losses, line.sides[1].faults) == (1, 1)


def test_players_are_rated_for_each_size(path: Path) -> None:
    found = [(p.size, p.name) for p in report(path).players]
    assert found == [(9, "alice"), (9, "bob"), (9, "carol"), (13, "bob"), (13, "carol")]


def test_the_anchor_has_no_elo(path: Path) -> None:
    by_name = {p.name: p for p in report(path, "bob").players if p.size == 9}
    assert by_name["bob"].elo == (0, 0, 0)
    assert by_name["alice"].elo.value > 0 > by_name["carol"].elo.value
    with pytest.raises(ValueError, match="alice"):
        report(path, "alise")


def test_players_of_one_name_stay_apart(path: Path) -> None:
    again = pairing("alice", "dora", size=9)
    changed = again.__class__(
        **{f: getattr(again, f) for f in again.__struct_fields__}
        | {"first": again.first.__class__(name="alice", command=("other",))}
    )
    with Store.existing(path) as store:
        store.add_pairing(changed)
        store.finish(game(changed, 0, 1))
    names = {p.name for p in report(path).players}
    assert "alice" not in names
    assert len([name for name in names if name.startswith("alice#")]) == 2


def test_a_game_that_is_being_played_is_shown(path: Path) -> None:
    key = report(path).pairings[0].hash
    with Store.existing(path) as runner:
        runner.claim(key)
        assert report(path).pairings[0].running == 1


def test_an_empty_store_has_an_empty_report(tmp_path: Path) -> None:
    with Store(tmp_path / "new.sqlite") as store:
        assert report_of(store) == MatchReport([], [])
        assert to_csv(report_of(store)).strip() == ""
        assert "Pairings" in to_html(store)


def test_the_table_fits_a_terminal(path: Path) -> None:
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(rich_report(report(path)))
    text = console.export_text()
    assert "…" not in text
    assert "alice - bob" in text
    assert re.search(r"5 +70\.0 \(2\d\.\d-9\d\.\d\)", text)
    assert "3-1-1" in text
    assert re.search(r"carol +1 +0\.0 \(0\.0-79\.3\) +-\d+ \(\S+ \S+\) +0\.5 +-", text)
    assert "carol lost 1 on time, 1 by fault" in " ".join(text.split())


def test_a_name_is_no_markup(tmp_path: Path) -> None:
    odd = pairing("[red]x[/red]", "[/]")
    with Store(tmp_path / "odd.sqlite") as store:
        store.add_pairing(odd)
        store.finish(game(odd, 0, 1))
        console = Console(width=80, record=True, file=io.StringIO())
        console.print(rich_report(report_of(store)))
    assert "[red]x[/red] - [/]" in console.export_text()


def test_a_name_cannot_command_a_terminal(tmp_path: Path) -> None:
    odd = pairing("\x1b[2J\x1b]0;mine\x07x", "\x9b31m\u202ey")
    with Store(tmp_path / "odd.sqlite") as store:
        store.add_pairing(odd)
        store.finish(game(odd, 0, 1, reason="crashed"))
        console = Console(width=100, file=io.StringIO(), force_terminal=False)
        console.print(rich_report(report_of(store)))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\\x1b[2J\\x1b]0;mine\\x07x - \\x9b31m\\x202ey" in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert printable("two\nlines") == "two\nlines"


@pytest.mark.parametrize("name", ["=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_a_name_is_no_formula(tmp_path: Path, name: str) -> None:
    odd = pairing(name, "b=1")
    with Store(tmp_path / "odd.sqlite") as store:
        store.add_pairing(odd)
        of = report_of(store)
    (row,) = csv.DictReader(io.StringIO(to_csv(of)))
    assert (row["first"], row["second"], row["komi"]) == (f"'{name}", "b=1", "7.5")
    assert json.loads(to_json(of))["pairings"][0]["first"] == name


def test_csv_and_json_say_the_same(path: Path) -> None:
    of = report(path)
    rows = list(csv.DictReader(io.StringIO(to_csv(of))))
    facts = json.loads(to_json(of))
    assert [row["first"] for row in rows] == [line["first"] for line in facts["pairings"]] == ["alice", "bob", "bob"]
    assert float(rows[0]["rate"]) == facts["pairings"][0]["rate"] == 0.7
    assert facts["pairings"][1]["elo"] is None  # infinite
    assert {p["name"] for p in facts["players"]} == {"alice", "bob", "carol"}


def test_the_page_stands_alone(path: Path) -> None:
    with Store.existing(path) as store:
        page = to_html(store)
    assert "{{" not in page
    assert page.count("<svg") == 4  # the board, the win rates, the Elo of two sizes
    assert not re.search(r"""(src|href)=["']?(https?:)?//|@import|url\(["']?http""", page)
    assert "</script><b>" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(json.loads(re.search(r'type="application/json">(.*?)</script>', page, re.DOTALL)[1])) == 9  # type: ignore[index]
    assert ids.count("data") == 1


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium")
def test_the_page_shows_the_last_position_of_a_game(path: Path, tmp_path: Path) -> None:
    page = tmp_path / "m.html"
    with Store.existing(path) as store:
        page.write_text(to_html(store), encoding="utf-8")
    words = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    done = subprocess.run(
        [*words, "--dump-dom", f"file://{page}?game=7"], capture_output=True, text=True, timeout=60, check=True
    )
    board = re.search(r'<svg id="board".*?</svg>', done.stdout, re.DOTALL)
    assert board
    # White's stone on D5 was captured, and both passed.
    assert (board[0].count('data-stone="B"'), board[0].count('data-stone="W"')) == (4, 2)
    status = re.search(r'<p id="status"[^>]*>(.*?)</p>', done.stdout, re.DOTALL)
    assert status
    assert "Move 9 of 9. B pass" in status[1]
    assert "boom" in status[1]
