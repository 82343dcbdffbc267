"""A game on the page, message by message."""

import time

import pytest

from tengen import Game
from tengen.sgf import read
from web.page import Page, ServerInThread


def stones(position: dict) -> int:
    return sum(map(abs, position["stones"]))


def test_the_first_message_says_what_there_is_to_choose(server: ServerInThread) -> None:
    with server.page() as page:
        welcome = page.until("welcome", lambda one: bool(one["parts"]))
    assert welcome["presets"][0]["name"] == "tengen"
    assert "distributed" not in [preset["name"] for preset in welcome["presets"]]
    assert welcome["levels"][0] == "20k"
    assert {"name": "japanese", "komi": 6.5, "scoring": "territory"}.items() <= {
        **next(rules for rules in welcome["rules"] if rules["name"] == "japanese")
    }.items()
    rave = next(part for part in welcome["parts"] if part["name"] == "rave")
    assert (rave["family"], rave["switch"], rave["page"]) == ("terms", "tree.terms", "/techniques/terms/rave")


def test_a_move_is_answered(page: Page) -> None:
    first = page.new_game()
    assert (first["phase"], first["turn"], first["to_play"], stones(first)) == ("playing", "you", "black", 0)
    page.say("play", move="C3")
    mine = page.until("position_view")
    assert mine["last"] == "C3"
    assert mine["stones"][12] == 1
    assert mine["turn"] == "engine"
    answer = page.your_turn()
    assert stones(answer) == 2
    assert page.until("engine_played")["move"] == answer["last"]
    assert answer["node"] == answer["live"] == 2


def test_white_waits_for_the_engine(page: Page) -> None:
    first = page.new_game(human="white")
    position = page.until("position_view", lambda one: one["turn"] == "you") if first["turn"] != "you" else first
    assert position["to_play"] == "white"
    assert stones(position) == 1


def test_illegal_moves_are_refused(page: Page) -> None:
    page.new_game(human="both")
    page.ask("play", "position_view", move="C3")
    assert "taken" in page.refusal("play", move="C3")
    assert "not a point" in page.refusal("play", move="Z9")
    assert "no move of the record" in page.refusal("play", move="resign")


def test_captures_ko_and_forbidden_points(page: Page) -> None:
    page.new_game(human="both")
    for move in ("B1", "C1", "A2", "D2", "B3", "C3", "C2"):
        page.ask("play", "position_view", move=move)
    position = page.ask("play", "position_view", move="B2")  # takes the stone on C2
    assert position["captured_black"] == 1
    assert position["ko"] == "C2"
    assert "C2" in position["illegal"]


def test_undo_takes_back_the_move_and_its_answer(page: Page) -> None:
    page.new_game()
    page.play("C3")
    page.say("undo")
    removed = page.until("nodes_changed", lambda one: bool(one["removed"]))["removed"]
    position = page.until("position_view")
    assert sorted(removed) == [1, 2]
    assert (stones(position), position["turn"], position["live"]) == (0, "you", 0)
    assert "no move to take back" in page.refusal("undo")


def test_undo_while_the_engine_thinks(page: Page) -> None:
    page.new_game(opponent={"options": {"playout.policy": "random", "simulations": "1000000"}})
    page.say("play", move="C3")
    page.until("thinking", lambda one: one["is_busy"])
    page.say("undo")
    position = page.until("position_view", lambda one: one["turn"] == "you")
    assert stones(position) == 0


def test_resigning_and_taking_it_back(page: Page) -> None:
    page.new_game()
    page.play("C3")
    position = page.ask("resign", "position_view")
    assert (position["phase"], position["result"], position["turn"]) == ("over", "W+R", "nobody")
    assert page.refusal("play", move="B2") == "the game is over"
    assert "RE[W+R]" in page.export()
    position = page.ask("undo", "position_view")
    assert (position["result"], position["turn"], stones(position)) == (None, "you", 2)


def end_game(page: Page) -> dict:
    """Play a game without opponent that Black wins, with a dead white stone on A1."""
    page.new_game(human="both")
    for move in ("C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "B3", "A1", "pass"):
        page.ask("play", "position_view", move=move)
    return page.ask("play", "count", move="pass")


def test_dead_stones_are_found_and_can_be_changed(page: Page) -> None:
    count = end_game(page)
    assert count["dead"] == ["A1"]
    assert count["text"] == "B+4.5"
    assert count["owners"] == [1, 1, 1, -1, -1] * 5
    assert page.seen[-1]["type"] == "count"
    alive = page.ask("toggle_dead", "count", point="A1")
    assert alive["dead"] == []
    assert alive["text"] != count["text"]
    assert page.ask("toggle_dead", "count", point="A1") == count
    assert "no stone" in page.refusal("toggle_dead", point="A2")
    position = page.ask("accept_count", "position_view")
    assert (position["phase"], position["result"]) == ("over", "B+4.5")
    assert "RE[B+4.5]" in page.export()


def test_playing_on_instead_of_counting(page: Page) -> None:
    end_game(page)
    position = page.ask("resume_game", "position_view")
    assert (position["phase"], position["last"], position["to_play"]) == ("playing", "A1", "black")
    assert "not being counted" in page.refusal("accept_count")


def test_a_whole_game_against_the_engine_ends_with_a_count(page: Page) -> None:
    page.new_game(opponent={"preset": "random"})
    position = page.play("C3")
    for _ in range(200):
        if position["phase"] != "playing" or position["turn"] == "nobody":
            break
        legal = [
            f"{'ABCDE'[i % 5]}{5 - i // 5}"
            for i, stone in enumerate(position["stones"])
            if not stone and f"{'ABCDE'[i % 5]}{5 - i // 5}" not in position["illegal"]
        ]
        position = page.play(legal[0] if len(legal) > 6 else "pass")
    count = page.until("count") if not any(one["type"] == "count" for one in page.seen[-5:]) else page.seen[-1]
    assert count["type"] == "count" or position["phase"] == "counting"
    over = page.ask("accept_count", "position_view")
    assert over["phase"] == "over"
    record = read(page.export())
    assert record.result == over["result"]
    assert record.black == "you"
    assert record.white == "tengen (random)"


def test_rules_without_dead_stones_end_at_once(page: Page) -> None:
    page.new_game(human="both", rules="tromp-taylor")
    page.ask("play", "position_view", move="C3")
    page.ask("play", "position_view", move="pass")
    page.say("play", move="pass")
    position = page.until("position_view", lambda one: one["phase"] == "over")
    assert position["result"] == "B+24.5"


def test_handicap_and_its_komi(page: Page) -> None:
    position = page.new_game(size=9, handicap=3, human="both", rules="japanese", komi=None)
    assert next(one for one in reversed(page.seen) if one["type"] == "game_view")["komi"] == 0.5
    assert stones(position) == 3
    assert position["to_play"] == "white"
    assert "HA[3]" in page.export()


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ({"size": 5, "handicap": 9}, "handicap"),
        ({"size": 5, "rules": "ladder"}, "rules"),
        ({"size": 5, "time": "soon"}, "time soon"),
        ({"size": 5, "opponent": {"preset": "alphago"}}, "unknown preset"),
        ({"size": 5, "opponent": {"level": "30d"}}, "unknown level"),
        ({"size": 5, "opponent": {"preset": "distributed"}}, "other processes"),
        ({"size": 5, "opponent": {"options": {"tree.terms": "+/tmp/mine.py"}}}, "does not read files"),
        ({"size": 5, "opponent": {"options": {"book.forced": "x"}}}, "does not read files"),
        ({"size": 5, "opponent": {"options": {"memory": "100000"}}}, "decides about cores and memory"),
    ],
)
def test_what_cannot_be_played_is_refused(page: Page, setup: dict, text: str) -> None:
    assert text in page.refusal("new_game", setup=setup)


def test_the_person_loses_on_time_without_a_move(page: Page) -> None:
    position = page.new_game(time="0.6s")
    assert position["clock_black"]["is_running"]
    assert 0 < position["clock_black"]["seconds"] <= 0.6
    over = page.until("position_view", lambda one: one["phase"] == "over", seconds=20)
    assert over["result"] == "W+T"


def test_the_engine_loses_on_time(page: Page) -> None:
    slow = {"options": {"playout.policy": "random", "simulations": "100000000"}}
    page.new_game(time="0.5s", opponent=slow)
    page.say("play", move="C3")
    over = page.until("position_view", lambda one: one["phase"] == "over", seconds=60)
    assert over["result"] in ("B+T", "W+T")


def test_time_is_subtracted_and_written_into_the_record(page: Page) -> None:
    page.new_game(time="10m+3s")
    time.sleep(0.3)
    position = page.play("C3")
    assert 600 < position["clock_black"]["seconds"] <= 602.8
    assert "BL[60" in page.export()
    assert "OT[3 fischer]" in page.export()


def test_a_hint_and_an_estimate(page: Page) -> None:
    page.new_game()
    hint = page.ask("hint", "hint_move")
    game = Game(5)
    assert game.is_legal(hint["move"])
    assert hint["sequence"][0] == hint["move"]
    estimate = page.ask("estimate_score", "score_estimate")
    assert len(estimate["ownership"]) == 25
    assert estimate["text"].startswith("B+")
    assert 0.5 < estimate["win_rate"] <= 1


def test_another_opponent_goes_on(page: Page) -> None:
    page.new_game(human="both")
    page.ask("play", "position_view", move="C3")
    page.say("change_opponent", human="black", opponent={"preset": "random"})
    view = page.until("game_view")
    assert (view["white"], view["setup"]["human"]) == ("tengen (random)", "black")
    position = page.until("position_view", lambda one: one["turn"] == "you")
    assert stones(position) == 2


def test_nothing_is_open_at_first(tmp_path) -> None:
    server = ServerInThread(tmp_path)
    with server.page() as page:
        page.settle()
        assert page.refusal("play", move="C3") == "no game is open"
    server.close()


def test_a_game_that_has_ended_is_being_counted_before_the_count_is_there(page: Page, server: ServerInThread) -> None:
    game = page.new_game(human="both")["game"]
    for _ in range(2):
        page.say("play", move="pass")
    page.until("count")
    phases = [seen.get("phase") for seen in page.seen if seen.get("game") == game or seen["type"] == "count"]
    assert phases[-3:] == ["counting", "counting", None]  # when it begins, and when the dead stones are known
    page.close()
    with server.page(game) as again:  # the count is not stored: it is made anew
        assert again.until("position_view")["phase"] == "counting"
        again.until("count")
