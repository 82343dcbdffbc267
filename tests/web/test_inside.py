"""Live analysis on the page, and what is inside the search."""

import time

import pytest

from tengen import Report
from tengen.presets.level import level_named
from tengen.web.live_search import LiveSearch
from tengen.web.messages import Analysis
from web.page import Page

LIGHT = {"options": {"playout.policy": "random"}}


def test_reports_come_several_times_a_second(page: Page) -> None:
    page.new_game(human="both")
    first = page.ask("analyse", "analysis", setups=[LIGHT])
    began, count = time.monotonic(), 0
    while time.monotonic() - began < 3:
        last = page.until("analysis")
        count += 1
    assert count >= 6  # more than 12 where nothing else runs
    assert last["visits"] > first["visits"]
    assert len(last["ownership"]) == 25
    assert 0 < last["memory_used"] <= 1
    page.ask("stop_analysis", "analysis_ended")


def test_no_report_comes_after_the_end(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although making one takes a while."""
    make = LiveSearch._view

    def slowly(search: LiveSearch, node: int, report: Report) -> Analysis:
        time.sleep(0.2)
        return make(search, node, report)

    monkeypatch.setattr(LiveSearch, "_view", slowly)
    page.new_game(human="both")
    page.ask("analyse", "analysis", setups=[LIGHT])
    time.sleep(0.3)
    page.ask("stop_analysis", "analysis_ended")
    with pytest.raises(TimeoutError):
        page.until("analysis", seconds=0.7)


def test_an_urgency_is_the_sum_of_its_addends(page: Page) -> None:
    page.new_game(human="both")
    analysis = page.ask("analyse", "analysis", setups=[LIGHT])
    best = analysis["moves"][0]
    assert best["addends"][0]["part"] == "value"
    assert best["urgency"] == pytest.approx(sum(one["value"] for one in best["addends"]), abs=1e-3)
    assert best["prior"] is not None
    assert best["sequence"][0] == best["move"]
    page.ask("stop_analysis", "analysis_ended")


def test_a_part_can_be_switched_off(page: Page) -> None:
    page.new_game(human="both")
    described = page.ask("describe_setup", "setup_description", slot=0, setup=LIGHT)
    term = next(name.removeprefix("terms/") for name in described["on"] if name.startswith("terms/"))
    setup = {"options": {**LIGHT["options"], "tree.terms": f"-{term}"}}
    changed = page.ask("describe_setup", "setup_description", slot=1, setup=setup)
    assert f"terms/{term}" not in changed["on"]
    assert changed["setup"]["options"] == setup["options"]
    assert term in [one["part"] for one in page.ask("analyse", "analysis", setups=[LIGHT])["moves"][0]["addends"]]
    page.ask("stop_analysis", "analysis_ended")


def test_two_setups_search_the_same_position(page: Page) -> None:
    page.new_game(human="both")
    page.say("analyse", setups=[LIGHT, {"options": {**LIGHT["options"], "tree.rave.equivalence": "10"}}])
    both = [page.until("analysis", lambda one, slot=slot: one["slot"] == slot) for slot in (0, 1)]
    assert both[0]["node"] == both[1]["node"] == 0
    assert both[0]["moves"] != both[1]["moves"]
    page.say("analyse", setups=[LIGHT])  # the other slot ends
    assert page.until("analysis_ended")["slot"] == 1
    page.ask("stop_analysis", "analysis_ended")


def test_options_that_differ_are_told(page: Page) -> None:
    setup = {"options": {"tree.rave.equivalence": "1234"}}
    values = page.ask("describe_setup", "setup_description", slot=0, setup=setup)["values"]
    changed = [value for value in values if value["is_changed"]]
    assert changed == [{"name": "tree.rave.equivalence", "value": "1234.0", "is_changed": True}]
    assert "unknown option" in page.refusal("describe_setup", slot=0, setup={"options": {"tree.rav.x": "1"}})
    assert "searches no tree" in page.refusal("analyse", setups=[{"preset": "random"}]) if page.new_game() else None


def test_the_tree_can_be_unfolded(page: Page) -> None:
    page.new_game(human="both")
    move = page.ask("analyse", "analysis", setups=[LIGHT])["moves"][0]["move"]
    page.say("show_outline", slot=0, paths=[[], [move], ["Z99"], [move, move]])
    outline = page.until("analysis", lambda one: bool(one["outline"]))["outline"]
    levels = {tuple(level["path"]): level["nodes"] for level in outline}
    assert move in [node["move"] for node in levels[()]]
    assert levels[(move,)][0]["colour"] == "white"
    assert ("Z99",) not in levels
    page.ask("stop_analysis", "analysis_ended")
    assert "not being searched" in page.refusal("show_outline", slot=0, paths=[[]])


def test_the_analysis_follows_the_shown_position(page: Page) -> None:
    page.new_game(human="both")
    page.ask("analyse", "analysis", setups=[LIGHT])
    page.say("play", move="C3")
    analysis = page.until("analysis", lambda one: one["node"] == 1)
    assert analysis["colour"] == "white"
    assert "C3" not in [move["move"] for move in analysis["moves"]]
    page.say("go", node=0)
    assert page.until("analysis", lambda one: one["node"] == 0)["colour"] == "black"
    page.ask("stop_analysis", "analysis_ended")


def test_one_playout_with_its_rules(page: Page) -> None:
    page.new_game(human="both")
    page.ask("play", "position_view", move="C3")
    page.ask("describe_setup", "setup_description", slot=0, setup=LIGHT)
    playout = page.ask("run_playout", "playout", slot=0, seed=7)
    assert playout["node"] == 1
    assert playout["moves"][0]["colour"] == "white"
    assert {move["rule"] for move in playout["moves"]} == {"uniform"}
    again = page.ask("run_playout", "playout", slot=0, seed=7)
    assert again == playout
    assert page.ask("run_playout", "playout", slot=0)["seed"] < 10**9


def test_what_a_level_sets_is_described(page: Page) -> None:
    page.new_game()
    setup = {"level": "16k"}
    wanted = level_named("16k", 5)
    found = page.ask("describe_setup", "setup_description", slot=0, setup=setup)
    level = {one["name"]: one["value"] for one in found["level_options"]}
    assert level["simulations"] == str(wanted.simulations)
    assert level["choice.temperature"] == str(wanted.temperature)
    (weight,) = [one for one in found["values"] if one["name"] == "prior.prediction.weight"]
    assert (float(weight["value"]), weight["is_changed"]) == (wanted.prediction, False)

    # A value of the person's own comes before that of the level.
    own = {**setup, "options": {"prior.prediction.weight": "3"}}
    found = page.ask("describe_setup", "setup_description", slot=0, setup=own)
    (weight,) = [one for one in found["values"] if one["name"] == "prior.prediction.weight"]
    assert (float(weight["value"]), weight["is_changed"]) == (3, True)
    assert [one["name"] for one in found["level_options"] if one["is_changed"]] == ["prior.prediction.weight"]
    assert page.ask("describe_setup", "setup_description", slot=0, setup={})["level_options"] == []
