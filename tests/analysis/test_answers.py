"""What answers say: the figures of the report, in one view, with what the query asks for."""

import math
from typing import Any

import pytest

from analysis.client import Message, connected, converse, only, query, small_engine
from tengen import Game, Limit
from tengen.analysis.position import positions
from tengen.analysis.query import read_query
from tengen.analysis.worker import warm_up

MOVES = [["B", "C3"], ["W", "B2"], ["B", "D2"]]
EVERYTHING = {
    "includeOwnership": True,
    "includeOwnershipStdev": True,
    "includeMovesOwnership": True,
    "includeMovesOwnershipStdev": True,
    "includePolicy": True,
    "includePVVisits": True,
    "includeNoResultValue": True,
}


def viewed(view: str, **fields: Any) -> Message:
    return only(query(moves=MOVES, overrideSettings={"reportAnalysisWinratesAs": view}, **EVERYTHING, **fields))


def test_an_answer_has_what_katago_always_has() -> None:
    answer = only(query("foo", moves=MOVES))
    assert answer.keys() == {"id", "turnNumber", "isDuringSearch", "moveInfos", "rootInfo"}
    assert (answer["id"], answer["turnNumber"], answer["isDuringSearch"]) == ("foo", 3, False)
    assert answer["rootInfo"].keys() >= {"currentPlayer", "visits", "winrate", "scoreLead", "scoreSelfplay", "utility"}
    assert answer["rootInfo"]["currentPlayer"] == "W"
    best = answer["moveInfos"][0]
    assert best.keys() >= {
        *("move", "visits", "edgeVisits", "winrate", "scoreMean", "scoreSelfplay", "scoreLead"),
        *("scoreStdev", "prior", "utility", "lcb", "utilityLcb", "weight", "order", "pv"),
    }
    assert not best.keys() & {"ownership", "ownershipStdev", "pvVisits", "noResultValue"}


def test_the_figures_are_those_of_the_report() -> None:
    game = Game(5, 5.5, "chinese")
    for colour, point in MOVES:
        game.play(point, colour)
    with small_engine(0, {}) as engine:
        warm_up(engine, game)  # as a worker does
        report = engine.analyse(game, Limit(visits=40))
    answer = viewed("SIDETOMOVE")
    root = answer["rootInfo"]
    assert root["visits"] == report.visits == 40
    assert root["winrate"] == pytest.approx(report.win_rate, abs=1e-6)
    assert root["scoreLead"] == pytest.approx(report.score, abs=1e-6)
    assert answer["ownership"] == pytest.approx(list(report.ownership.ravel()), abs=1e-4)
    assert [info["move"] for info in answer["moveInfos"]] == [move.name for move in report.moves]
    for info, move in zip(answer["moveInfos"], report.moves, strict=True):
        assert (info["visits"], info["pv"]) == (move.visits, list(move.sequence[:16]))
        assert info["winrate"] == pytest.approx(move.win_rate, abs=1e-6)


def test_all_numbers_are_in_one_view() -> None:
    """White is to move; with the same seed all three searches are the same."""
    white, black, mover = viewed("WHITE"), viewed("BLACK"), viewed("SIDETOMOVE")
    assert white == mover
    pairs = [(white["rootInfo"], black["rootInfo"]), *zip(white["moveInfos"], black["moveInfos"], strict=True)]
    for ours, theirs in pairs:
        assert ours["winrate"] == pytest.approx(1 - theirs["winrate"])
        assert ours["utility"] == pytest.approx(-theirs["utility"])
        assert ours["scoreLead"] == pytest.approx(-theirs["scoreLead"])
        assert ours["visits"] == theirs["visits"]
    for ours, theirs in zip(white["moveInfos"], black["moveInfos"], strict=True):
        assert ours["lcb"] <= ours["winrate"]
        assert theirs["lcb"] >= theirs["winrate"]  # the bound is the mover's, also in the opponent's view
        assert ours["ownership"] == pytest.approx([-owner for owner in theirs["ownership"]])
        assert (ours["prior"], ours["pv"]) == (theirs["prior"], theirs["pv"])
    assert white["ownership"] == pytest.approx([-owner for owner in black["ownership"]])
    assert white["policy"] == black["policy"]
    assert white["ownershipStdev"] == black["ownershipStdev"]


def test_the_usual_view_is_that_of_the_setup() -> None:
    assert viewed("BLACK")["rootInfo"] == only(query(moves=MOVES))["rootInfo"]


def test_maps_begin_at_the_top_left_corner() -> None:
    """Black owns the two top rows, White the rest, in a position where nothing is left to play for."""
    black = [["B", f"{column}4"] for column in "ABCDE"] + [["B", "A5"], ["B", "C5"]]
    white = [["W", f"{column}3"] for column in "ABCDE"] + [["W", f"{column}1"] for column in "BD"]
    answer = only(query(initialStones=black + white, initialPlayer="B", maxVisits=100, includeOwnership=True))
    assert len(answer["ownership"]) == 25
    assert min(answer["ownership"][:10]) > 0.5
    assert max(answer["ownership"][10:]) < -0.5


def test_the_policy_is_a_probability_of_the_legal_moves() -> None:
    answer = viewed("BLACK")
    policy = answer["policy"]
    assert len(policy) == 26
    legal = [share for share in policy if share >= 0]
    assert sum(legal) == pytest.approx(1, abs=0.01)
    assert [policy[5 * row + column] for column, row in ((2, 2), (1, 3), (3, 3))] == [-1, -1, -1]
    assert len(legal) == 23
    for info in answer["moveInfos"]:
        at = 25 if info["move"] == "pass" else 5 * (5 - int(info["move"][1])) + "ABCDE".index(info["move"][0])
        assert info["prior"] == pytest.approx(policy[at], abs=1e-4)


def test_the_policy_of_a_symmetric_position_has_all_moves() -> None:
    """Of mirror images the search looks at one only, but all of them are legal."""
    policy = only(query(includePolicy=True))["policy"]
    assert min(policy) > 0
    assert policy[0] == policy[4] == policy[20] == policy[24]


def test_visits_of_the_principal_variation() -> None:
    for info in viewed("BLACK")["moveInfos"]:
        assert len(info["pvVisits"]) == len(info["pv"])
        assert info["pvVisits"][0] == info["visits"]
        assert info["pvVisits"] == sorted(info["pvVisits"], reverse=True)


def test_the_length_of_the_principal_variation() -> None:
    answer = viewed("BLACK", analysisPVLen=1)
    assert max(len(info["pv"]) for info in answer["moveInfos"]) <= 2
    assert all(info["pv"][0] == info["move"] for info in answer["moveInfos"])


def test_deviations_of_the_owners() -> None:
    answer = viewed("BLACK")
    for owner, deviation in zip(answer["ownership"], answer["ownershipStdev"], strict=True):
        assert deviation == pytest.approx(math.sqrt(1 - owner**2), abs=0.02)


def test_the_ownership_of_the_position_is_the_mean_of_its_moves() -> None:
    answer = viewed("BLACK", maxVisits=400)
    for point in range(25):
        owners = [info["ownership"][point] * info["visits"] for info in answer["moveInfos"]]
        assert sum(owners) / 400 == pytest.approx(answer["ownership"][point], abs=0.01)
    first, second = (info["ownership"] for info in answer["moveInfos"][:2])
    assert first != second


def test_moves_that_are_avoided() -> None:
    best = only(query(moves=MOVES))["moveInfos"][0]["move"]
    avoided = [{"player": "W", "moves": [best, "pass"], "untilDepth": 1}]
    assert best not in {info["move"] for info in only(query(moves=MOVES, avoidMoves=avoided))["moveInfos"]}
    avoided[0]["player"] = "B"
    assert only(query(moves=MOVES, avoidMoves=avoided))["moveInfos"][0]["move"] == best
    allowed = [{"player": "W", "moves": ["C4", "(1,1)"], "untilDepth": 1}]
    assert {i["move"] for i in only(query(moves=MOVES, allowMoves=allowed))["moveInfos"]} == {"C4", "B4"}


def test_restrictions_of_the_other_side_count_below_the_root() -> None:
    allowed = [{"player": "B", "moves": ["A1"], "untilDepth": 2}]
    answer = only(query(moves=MOVES, allowMoves=allowed, maxVisits=400))
    replies = {info["pv"][1] for info in answer["moveInfos"] if len(info["pv"]) > 1 and info["move"] != "A1"}
    assert replies == {"A1"}


def test_options_of_ours_can_be_overridden() -> None:
    (answer,) = converse(query(overrideSettings={"tree.rave.equivalence": 1000, "playout.policy": "random"}))
    assert answer["rootInfo"]["visits"] == 40


def test_time_ends_a_search() -> None:
    with connected() as client:
        client.say(query("a"))
        client.final()  # so that nothing is left to compile
        client.say(query("b", maxVisits=10**9, overrideSettings={"maxTime": 0.2}))
        answer = client.final(5)
    assert answer["id"] == "b"
    assert 40 < answer["rootInfo"]["visits"] < 10**9


def test_reports_during_the_search() -> None:
    with connected() as client:
        client.say(query("a", moves=MOVES))
        client.final()
        client.say(query("b", maxVisits=10**9, reportDuringSearchEvery=0.1, overrideSettings={"maxTime": 1.05}))
        answers = [client.next(5)]
        while answers[-1]["isDuringSearch"]:
            answers.append(client.next(5))
    assert 5 <= len(answers) <= 13
    visits = [answer["rootInfo"]["visits"] for answer in answers]
    assert visits == sorted(visits)


def test_the_first_report_may_come_earlier() -> None:
    with connected() as client:
        client.say(query("a", moves=MOVES))
        client.final()
        times = {"reportDuringSearchEvery": 100, "firstReportDuringSearchAfter": 0.05}
        client.say(query("b", maxVisits=10**9, **times))
        assert client.next(5)["isDuringSearch"]
        assert client.is_silent(0.3)
        client.say({"id": "t", "action": "terminate_all"})


HANDICAP = [["B", "B2"], ["B", "D4"]]


@pytest.mark.parametrize(
    ("fields", "player"),
    [
        ({}, "B"),
        ({"initialPlayer": "W"}, "W"),
        ({"initialStones": HANDICAP}, "W"),
        ({"initialStones": HANDICAP, "initialPlayer": "b"}, "B"),
        ({"initialStones": [["B", "C3"]]}, "B"),
        ({"initialStones": [["B", "C3"], ["W", "D3"]]}, "B"),
        ({"moves": [["W", "C3"]], "analyzeTurns": [0]}, "W"),
        ({"moves": [["W", "C3"]]}, "B"),
        ({"moves": [["B", "C3"], ["B", "D3"]]}, "W"),
        ({"moves": [["B", "pass"]]}, "W"),
    ],
)
def test_whose_turn_it_is(fields: dict[str, Any], player: str) -> None:
    assert only(query(**fields))["rootInfo"]["currentPlayer"] == player


def compensation(**fields: Any) -> float:
    """Return what White gets in the position of a query."""
    ((_, game),) = positions(read_query(query(initialStones=HANDICAP, komi=0, **fields)))
    return game.compensation


def test_white_is_paid_for_handicap_stones_as_the_rules_or_the_query_say() -> None:
    assert compensation() == compensation(rules="Chinese") == 2
    assert compensation(rules="aga") == compensation(rules={"whiteHandicapBonus": "N-1"}) == 1
    assert compensation(rules="japanese") == compensation(whiteHandicapBonus="0") == 0
    assert compensation(rules="japanese", whiteHandicapBonus="N") == 2


def test_komi_is_that_of_the_rules_if_the_query_has_none() -> None:
    ((_, chinese),) = positions(read_query(query(komi=None)))
    ((_, japanese),) = positions(read_query(query(komi=None, rules="japanese")))
    assert (chinese.komi, japanese.komi) == (7.5, 6.5)


def test_komi_counts() -> None:
    assert only(query(komi=-20))["rootInfo"]["scoreLead"] > 10 > only(query(komi=20))["rootInfo"]["scoreLead"]
