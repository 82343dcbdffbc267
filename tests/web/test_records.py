"""Records on the page: opening, changing, reviewing and saving them."""

import base64
from typing import Any

import pytest

from tengen import Game
from tengen.sgf import read
from web.page import Page, ServerInThread

SGF = """(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]PB[<b>Ann</b>]PW[Bob]RE[B+R]XX[kept]C[The start];B[cc]C[Good.]TR[cc]
(;W[bb];B[dd])(;W[dd]C[Worse]LB[aa:1][bb:long label]))"""


def nodes(view: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {node["move"] or "start": node for node in view["nodes"]}


def test_a_record_with_variations_comments_and_marks(page: Page) -> None:
    view = page.import_game(SGF, "../../etc/passwd.sgf")
    assert view["title"] == "<b>Ann</b> against Bob"
    assert (view["setup"]["rules"], view["komi"], view["setup"]["human"]) == ("japanese", 0.5, "both")
    assert [(node["node"], node["parent"], node["move"], node["number"]) for node in view["nodes"]] == [
        (0, None, None, 0),
        (1, 0, "C3", 1),
        (2, 1, "B4", 2),
        (3, 2, "D2", 3),
        (4, 1, "D2", 2),
    ]
    assert view["nodes"][0]["comment"] == "The start"
    assert view["nodes"][1]["marks"] == {"C3": "triangle"}
    assert view["nodes"][4]["marks"] == {"A5": "=1", "B4": "=long lab"}
    assert page.until("position_view")["result"] == "B+R"


def test_what_is_not_known_is_kept(page: Page) -> None:
    page.import_game(SGF)
    again = page.export()
    assert "XX[kept]" in again
    assert "PB[<b>Ann</b>]" in again
    view = page.import_game(again)
    assert [node["move"] for node in view["nodes"]] == [None, "C3", "B4", "D2", "D2"]
    assert page.export() == again


def test_moving_about_and_playing_a_variation(page: Page) -> None:
    page.import_game(SGF)
    page.until("position_view")
    position = page.ask("go", "position_view", node=4)
    assert (position["node"], position["last"], position["to_play"]) == (4, "D2", "black")
    page.say("play", move="A1")
    new = page.until("nodes_changed")["nodes"][0]
    assert (new["node"], new["parent"], new["move"]) == (5, 4, "A1")
    assert page.until("position_view")["node"] == 5
    page.ask("go", "position_view", node=1)
    assert page.ask("play", "position_view", move="B4")["node"] == 2  # is in the record
    assert "no such position" in page.refusal("go", node=99)


def test_comments_removal_and_promotion(page: Page) -> None:
    page.import_game(SGF)
    page.until("position_view")
    changed = page.ask("annotate", "nodes_changed", node=1, comment="Fine] \\ <script>alert(1)</script>")
    assert changed["nodes"][0]["comment"] == "Fine] \\ <script>alert(1)</script>"
    view = page.ask("promote_node", "game_view", node=4)
    assert [node["node"] for node in view["nodes"]] == [0, 1, 4, 2, 3]
    assert sorted(page.ask("remove_node", "nodes_changed", node=2)["removed"]) == [2, 3]
    assert "cannot be removed" in page.refusal("remove_node", node=0)
    assert [move.name for move in read(page.export()).moves()] == ["C3", "D2"]


def test_undo_does_not_remove_moves_of_a_record(page: Page) -> None:
    page.import_game(SGF)
    page.ask("go", "position_view", node=3)
    page.until("position_view")
    assert page.ask("undo", "position_view")["node"] == 2
    assert len(read(page.export()).moves()) == 3


@pytest.mark.parametrize(
    ("sgf", "text"),
    [
        ("", "there is no"),
        ("nonsense", ""),
        ("(;SZ[99])", "size"),
        ("(;SZ[5]" + ";B[aa]" * 30_000 + ")", "nodes at most"),
        ("(" * 100_000, ""),
        (b"\xff\xfe\x00", ""),
    ],
)
def test_records_that_cannot_be_read_are_refused(page: Page, sgf: str, text: str) -> None:
    data = sgf if isinstance(sgf, bytes) else sgf.encode()
    before = page.ask("list_games", "games")["games"]
    assert text in page.refusal("import_game", name="x", sgf=base64.b64encode(data).decode())
    assert page.ask("list_games", "games")["games"] == before


def test_an_illegal_move_of_a_record_is_told_when_it_is_shown(page: Page) -> None:
    page.import_game("(;SZ[5];B[cc];W[cc])")
    assert "cannot be shown" in page.refusal("go", node=2)
    assert page.ask("go", "position_view", node=1)["last"] == "C3"


def test_the_review_is_written_into_the_record(page: Page) -> None:
    page.import_game("(;SZ[5]KM[0.5]C[Mine];B[cc];W[aa];B[bb];W[ee];B[dd])")
    page.until("position_view")
    page.say("review_game", simulations=60)
    done = page.until("review_progress", lambda one: not one["is_running"])
    assert (done["done"], done["total"]) == (6, 6)
    evaluated = {node["node"]: node for one in page.seen if one["type"] == "nodes_changed" for node in one["nodes"]}
    assert all(0 <= evaluated[number]["win_rate"] <= 1 for number in range(6))
    assert evaluated[0]["comment"] == "Mine"
    assert evaluated[5]["win_rate"] > 0.5
    assert evaluated[1]["lost"] == pytest.approx(evaluated[0]["win_rate"] - evaluated[1]["win_rate"])
    text = page.export()
    assert text.count("tengen: Black ") == 6
    view = page.import_game(text)
    assert view["nodes"][0]["win_rate"] == evaluated[0]["win_rate"]


def test_a_mistake_gets_the_better_move(page: Page) -> None:
    # All is settled. Black fills one of the two eyes on A1 and A3, and dies.
    black, white = "[aa][ab][ad][ba:be]", "[ca:ce][da:de][eb][ed]"
    page.import_game(f"(;SZ[5]KM[-8.5]AB{black}AW{white}PL[B];B[ac];W[ae])")
    page.until("position_view")
    page.say("review_game", simulations=400)
    page.until("review_progress", lambda one: not one["is_running"])
    better = [node for one in page.seen if one["type"] == "nodes_changed" for node in one["nodes"] if node["better"]]
    assert better
    assert better[0]["move"] == "A3"
    assert better[0]["better"] == "pass"
    assert better[0]["lost"] >= 0.1


def test_a_review_can_be_stopped(page: Page) -> None:
    page.import_game("(;SZ[5]KM[0.5];B[cc];W[aa];B[bb];W[ee];B[dd])")
    page.until("position_view")
    page.say("review_game", simulations=1_000_000)
    page.until("review_progress")
    assert "is running" in page.refusal("review_game")
    page.say("stop_review")
    assert page.until("review_progress", lambda one: not one["is_running"])["done"] < 6


def test_two_pages_show_the_same_game(server: ServerInThread, page: Page) -> None:
    game = page.new_game()["game"]
    with server.page(game) as other:
        assert other.until("game_view")["game"] == game
        other.settle()
        page.play("C3")
        assert other.your_turn()["live"] == 2
        page.say("annotate", node=1, comment="seen by both")
        assert other.until("nodes_changed", lambda one: bool(one["nodes"][0]["comment"]))["nodes"][0]["node"] == 1


def test_deleting_a_game(page: Page) -> None:
    game = page.new_game(human="both")["game"]
    games = page.ask("delete_game", "games", game=game)["games"]
    assert game not in [one["game"] for one in games]
    page.ask("play", "position_view", move="C3")  # the open page goes on
    assert game not in [one["game"] for one in page.ask("list_games", "games")["games"]]
    assert "no such game" in page.refusal("open_game", game="../" + game)


def test_the_list_has_the_last_changed_game_first(page: Page) -> None:
    first = page.new_game(human="both")["game"]
    second = page.new_game(human="both")["game"]
    games = [one["game"] for one in page.ask("list_games", "games")["games"]]
    assert games.index(second) < games.index(first)
    page.ask("open_game", "game_view", game=first)
    page.until("position_view")
    page.ask("play", "position_view", move="C3")
    line = page.ask("list_games", "games")["games"][0]
    assert (line["game"], line["size"], line["moves"], line["result"]) == (first, 5, 1, None)


def test_the_record_of_a_game_is_the_game(page: Page) -> None:
    page.new_game()
    page.play("C3")
    page.play("B2") if page.seen[-1].get("last") != "B2" else None
    game = Game.from_sgf(page.export())
    assert len(game.moves) >= 2
    assert game.komi == 0.5
