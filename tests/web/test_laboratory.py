"""Matches that are started and watched from the page."""

from pathlib import Path

import msgspec
import pytest

from match.made_store import game, made_store
from tengen.experiment.play import pairing_for
from tengen.experiment.row import row_named
from tengen.match.store import Store
from tengen.web.laboratory import Laboratory
from tengen.web.match_process import LogWatcher
from tengen.web.messages import Setup, StartExperiment, StartMatch
from web.page import Page, ServerInThread

FIRST = {"preset": "random"}
MATCH = {"first": FIRST, "second": {"preset": "random"}, "size": 5, "komi": 0.5, "games": 2}


def test_a_match_is_played_and_can_be_opened(page: Page, server: ServerInThread) -> None:
    started = page.ask("start_match", "matches", name="two random", **MATCH)
    (line,) = started["matches"]
    assert (line["match"], line["wanted"], line["is_running"]) == ("two random", 2, True)
    assert "basics" in [row["row"] for row in started["rows"]]
    page.say("watch_match", match="two random")
    table = page.until("match_table", lambda one: len(one["games"]) == 2 and not one["is_running"])
    (line,) = page.until("matches")["matches"]  # comes with the table, unasked
    assert (line["games"], line["is_running"]) == (2, False)
    (pairing,) = table["pairings"]
    assert pairing["wins"] + pairing["losses"] == 2
    assert 0 <= pairing["low"] <= pairing["win_rate"] <= pairing["high"] <= 1
    assert pairing["conditions"] == "5x5, komi 0.5, chinese"
    assert [game["number"] for game in table["games"]] == [1, 0]
    page.say("watch_match", match=None)
    with Store.existing(server.folder / "matches" / "two random.sqlite") as store:  # what `tengen match show` reads
        assert len(list(store.games())) == 2
    page.say("open_match_game", match="two random", pairing=pairing["pairing"], number=1)
    view = page.until("game_view")
    assert not view["is_kept"]
    assert len(view["nodes"]) == table["games"][0]["moves"] + 1
    assert view["game"] not in [game["game"] for game in page.ask("list_games", "games")["games"]]


def test_only_one_match_at_a_time_and_it_can_be_stopped_and_resumed(page: Page) -> None:
    page.ask("start_match", "matches", name="long", **{**MATCH, "games": 10_000})
    assert "is running" in page.refusal("start_match", name="other", **MATCH)
    page.say("watch_match", match="long")
    page.until("match_table", lambda one: len(one["games"]) >= 1)
    page.ask("stop_match", "matches", match="long")
    stopped = page.until("match_table", lambda one: not one["is_running"])
    assert "is not running" in page.refusal("stop_match", match="long")
    assert "other players or conditions" in page.refusal("start_match", name="long", **{**MATCH, "komi": 7.5})
    page.ask("resume_match", "matches", match="long")
    page.until("match_table", lambda one: len(one["games"]) > len(stopped["games"]))
    page.ask("stop_match", "matches", match="long")
    page.until("match_table", lambda one: not one["is_running"])


def test_what_cannot_be_played_is_refused(page: Page) -> None:
    assert "row of published results" in page.refusal("start_match", name="basics", **MATCH)
    bad = {**MATCH, "first": {"options": {"tree.terms": "+/tmp/x.py"}}}
    assert "does not read files" in page.refusal("start_match", name="x", **bad)
    assert "unknown cell" in page.refusal("start_experiment", row="basics", cells=["nothing"])
    assert "there is no match" in page.refusal("resume_match", match="nobody")


def test_a_damaged_store_does_not_hide_other_matches(tmp_path: Path) -> None:
    for name in ("good", "bad"):
        plan = StartMatch(name=name, first=Setup(preset="random"), second=Setup(preset="random"), size=5)
        (tmp_path / f"{name}.json").write_bytes(msgspec.json.encode(plan))
    made_store(tmp_path / "good.sqlite")
    (tmp_path / "bad.sqlite").write_bytes((tmp_path / "good.sqlite").read_bytes()[:4096] + b"spoilt" * 1000)
    laboratory = Laboratory(tmp_path, 1)
    assert [(line.match, line.games) for line in laboratory.matches().matches] == [("bad", 0), ("good", 8)]
    with pytest.raises(ValueError, match=r"bad.sqlite: the file is damaged"):
        laboratory.table("bad")


def test_a_message_that_cannot_be_written_does_not_end_a_match(tmp_path: Path) -> None:
    LogWatcher(tmp_path / "m.log").say("the disk is full\nstill")
    assert (tmp_path / "m.log").read_text() == "the disk is full still\n"
    LogWatcher(tmp_path / "no folder" / "m.log").say("the disk is full")


def test_a_clock_that_gnu_go_cannot_read_is_refused(page: Page) -> None:
    plan = {**MATCH, "second": "gnugo:1", "seconds": 0.5}
    assert "GNU Go reads only whole seconds" in page.refusal("start_match", name="too fast", **plan)


def test_only_games_of_the_chosen_cells_of_a_row_count(tmp_path: Path) -> None:
    plan = StartExperiment(row="basics", cells=["montecarlo"], games=2)
    (tmp_path / "basics.json").write_bytes(msgspec.json.encode(plan))
    played = {name: pairing_for(row_named("basics").cell(name), 2) for name in ("random", "montecarlo")}
    with Store(tmp_path / "basics.sqlite") as store:
        for pairing in played.values():
            store.add_pairing(pairing)
        store.finish(game(played["random"], 0, 0))
        store.finish(game(played["random"], 1, 0))
        store.finish(game(played["montecarlo"], 0, 1))
    laboratory = Laboratory(tmp_path, 1)
    (line,) = laboratory.matches().matches
    assert (line.games, line.wanted) == (1, 2)
    assert {pairing.published for pairing in laboratory.table("basics").pairings} == {None}
    laboratory.close()


def test_the_cells_of_a_row_say_what_is_played_and_what_was_published(page: Page) -> None:
    rows = {row["row"]: row for row in page.ask("list_matches", "matches")["rows"]}
    assert rows["mogo-3"]["source"].startswith("Gelly")
    first = rows["mogo-3"]["cells"][0]
    assert first["conditions"] == "against gnugo:10, 9x9, 70,000 simulations"
    assert first["published"].startswith("41.2")
    assert rows["basics"]["cells"][0]["published"] is None
