"""Bad input of every kind: each is answered with the field that is wrong, and the server goes on."""

import random
from typing import Any

import pytest

from analysis.client import ONE_ENGINE, Message, connected, converse, only, query
from tengen.analysis.messages import QUERY_FIELDS
from tengen.search import trees

NOT_REQUESTS = [
    (b"{", "parse"),
    (b"hello", "parse"),
    (b"\xff\xfe", "parse"),
    (b"[" * 100_000, "parse"),
    (b'{"id":"a","komi":1e999}', "parse"),
    (b"[1]", "no object"),
    (b"null", "no object"),
    (b"{}", '"id"'),
    (b'{"id":3}', '"id"'),
    (b'{"id":null,"action":"query_version"}', '"id"'),
]


@pytest.mark.parametrize(("line", "reason"), NOT_REQUESTS, ids=lambda value: str(value)[:12])
def test_what_is_no_request_is_answered_with_an_error(line: bytes, reason: str) -> None:
    answer = only(line)
    assert answer.keys() == {"error"}
    assert reason in answer["error"]


@pytest.mark.parametrize("line", [b"", b"   ", b"\r", b"\t \r"])
def test_empty_lines_are_ignored(line: bytes) -> None:
    assert converse(line) == []


MISTAKES: list[tuple[dict[str, Any], str, str]] = [
    ({"moves": None}, "moves", "must have the field"),
    ({"rules": None}, "rules", "must have the field"),
    ({"boardXSize": None}, "boardXSize", "must have the field"),
    ({"boardYSize": None}, "boardYSize", "must have the field"),
    ({"boardXSize": 1, "boardYSize": 1}, "boardXSize", "from 2 to 25"),
    ({"boardXSize": 29, "boardYSize": 29}, "boardXSize", "from 2 to 25"),
    ({"boardYSize": 26}, "boardYSize", "from 2 to 25"),
    ({"boardYSize": 9}, "boardYSize", "square"),
    ({"boardXSize": "5"}, "boardXSize", "int"),
    ({"moves": "B C3"}, "moves", "array"),
    ({"moves": [["B"]]}, "moves", "moves[0]"),
    ({"moves": [["B", 3]]}, "moves", "moves[0][1]"),
    ({"moves": [["green", "C3"]]}, "moves", "player: 'green'"),
    ({"moves": [["B", "I9"]]}, "moves", "I9"),
    ({"moves": [["B", "F1"]]}, "moves", "F1"),
    ({"moves": [["B", "(5,0)"]]}, "moves", "(5,0)"),
    ({"moves": [["B", "C3"], ["W", "C3"]]}, "moves", "Illegal move 1: white C3"),
    ({"initialStones": [["B", "pass"]]}, "initialStones", "pass"),
    ({"initialStones": [["B", "C3"], ["W", "C3"]]}, "initialStones", "twice"),
    ({"initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]}, "initialStones", "liberties"),
    ({"initialStones": [["X", "A1"]]}, "initialStones", "player"),
    ({"initialPlayer": "green"}, "initialPlayer", "player"),
    ({"initialPlayer": 3}, "initialPlayer", "str"),
    ({"rules": "calvinball"}, "rules", "calvinball"),
    ({"rules": 3}, "rules", "int"),
    ({"rules": {"ko": "NEVER"}}, "rules", "ko"),
    ({"rules": {"colour": "red"}}, "rules", "colour"),
    ({"rules": "stone_scoring"}, "rules", "not supported"),
    ({"komi": 401}, "komi", "400"),
    ({"komi": "much"}, "komi", "float"),
    ({"whiteHandicapBonus": "M"}, "whiteHandicapBonus", "'M'"),
    ({"analyzeTurns": [1]}, "analyzeTurns", "Invalid turn number: 1"),
    ({"analyzeTurns": [-1]}, "analyzeTurns", "Invalid turn number: -1"),
    ({"analyzeTurns": ["0"]}, "analyzeTurns", "int"),
    ({"maxVisits": 0}, "maxVisits", ">= 1"),
    ({"maxVisits": 1.5}, "maxVisits", "int"),
    ({"analysisPVLen": 0}, "analysisPVLen", ">= 1"),
    ({"includePVVisits": "yes"}, "includePVVisits", "bool"),
    ({"includeOwnership": 1}, "includeOwnership", "bool"),
    ({"reportDuringSearchEvery": 0}, "reportDuringSearchEvery", ">= 0.001"),
    ({"firstReportDuringSearchAfter": -1}, "firstReportDuringSearchAfter", ">= 0.001"),
    ({"priority": 2**63}, "priority", "<="),
    ({"priority": 1, "priorities": [1], "analyzeTurns": [0]}, "priority", "both"),
    ({"priorities": [1]}, "priorities", "analyzeTurns"),
    ({"priorities": [1, 2], "analyzeTurns": [0]}, "priorities", "length"),
    ({"avoidMoves": [{"player": "B"}]}, "avoidMoves", "moves"),
    ({"avoidMoves": [{"player": "B", "moves": ["Z9"], "untilDepth": 1}]}, "avoidMoves", "Z9"),
    ({"avoidMoves": [{"player": "B", "moves": ["C3"], "untilDepth": 0}]}, "avoidMoves", ">= 1"),
    ({"avoidMoves": [{"player": "X", "moves": ["C3"], "untilDepth": 1}]}, "avoidMoves", "player"),
    ({"avoidMoves": [], "allowMoves": []}, "allowMoves", "both"),
    ({"allowMoves": [{"player": "B", "moves": ["C3"], "untilDepth": 1}] * 2}, "allowMoves", "more than once"),
    ({"overrideSettings": []}, "overrideSettings", "object"),
    ({"overrideSettings": {"maxTime": -1}}, "overrideSettings", "maxTime"),
    ({"overrideSettings": {"reportAnalysisWinratesAs": "GREEN"}}, "overrideSettings", "reportAnalysisWinratesAs"),
    ({"overrideSettings": {"tree.expand-visits": "many"}}, "overrideSettings", "tree.expand-visits"),
]


@pytest.mark.parametrize(("changes", "field", "reason"), MISTAKES, ids=lambda value: str(value)[:30])
def test_a_wrong_field_is_named(changes: dict[str, Any], field: str, reason: str) -> None:
    answer = only(query("foo", **changes))
    assert answer.keys() == {"error", "field", "id"}
    assert (answer["id"], answer["field"]) == ("foo", field)
    assert reason in answer["error"]


ACTIONS = [
    ({"action": "dance"}, "action", "'dance'"),
    ({"action": 3}, "action", "str"),
    ({"action": "terminate"}, "terminateId", "terminateId"),
    ({"action": "terminate", "terminateId": 3}, "terminateId", "str"),
    ({"action": "terminate", "terminateId": "q", "turnNumbers": 3}, "turnNumbers", "array"),
]


@pytest.mark.parametrize(("request_", "field", "reason"), ACTIONS)
def test_a_wrong_action_is_answered(request_: Message, field: str, reason: str) -> None:
    answer = only({"id": "bar", **request_})
    assert (answer["id"], answer["field"]) == ("bar", field)
    assert reason in answer["error"]


def test_the_server_goes_on_after_every_mistake() -> None:
    with connected() as client:
        for changes, _, _ in MISTAKES:
            client.say(b"{", query("bad", **changes), {"id": "x", "action": "dance"})
        client.say(query("good"))
        answers = [client.next() for _ in range(3 * len(MISTAKES) + 1)]
    assert [answer["id"] for answer in answers if "error" not in answer] == ["good"]


JUNK = [None, True, -1, 0, 10**30, 1.5, "", "B", "C3", [], {}, [[]], ["B", "C3"], [["B", "C3"]], {"a": [1]}, "\u0000é"]


def test_random_queries_are_all_answered() -> None:
    """Every field has a wrong value now and then, several of them at a time."""
    chance = random.Random(1)
    fields = sorted(QUERY_FIELDS - {"id"})
    queries = []
    for number in range(400):
        changed = chance.sample(fields, chance.randrange(4))
        queries.append({**query(str(number), maxVisits=2), **{field: chance.choice(JUNK) for field in changed}})
    answers = converse(*queries)
    assert not [answer["error"] for answer in answers if "internal" in answer.get("error", "")]
    ended = {answer["id"] for answer in answers if "error" in answer or answer.get("isDuringSearch") is False}
    unasked = {asked["id"] for asked in queries if asked.get("analyzeTurns") == []}
    assert ended | unasked == {asked["id"] for asked in queries}


def test_fields_and_settings_that_nobody_knows_are_warned_of_and_the_query_is_answered() -> None:
    settings = {"cpuctExploration": 1.0, "wideRootNoise": 0.04, "nosuch": 1}
    answers = converse(query(colour="red", overrideSettings=settings, rootPolicyTemperature=1.2))
    warnings = {answer["field"]: answer["warning"] for answer in answers[:-1]}
    assert set(warnings) == {"colour", "overrideSettings", "rootPolicyTemperature"}
    assert warnings["overrideSettings"] == "Unknown config params: cpuctExploration,nosuch"
    assert all(answer["id"] == "q" for answer in answers)
    assert answers[-1]["rootInfo"]["visits"] == 40


def test_a_tree_that_cannot_be_allocated_is_told_and_the_next_query_answered(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with connected(ONE_ENGINE) as client:
        with monkeypatch.context() as patch:
            patch.setattr(trees, "new_nodes", refused)
            client.say(query("a"))
            message = "the tree needs more memory than there is; set memory lower (Unable to allocate 1.00 TiB)"
            assert client.next() == {"id": "a", "error": message}
        client.say(query("b"))
        assert client.next()["id"] == "b"
    assert caplog.messages == []


def refused(*arguments: Any) -> None:
    raise MemoryError("Unable to allocate 1.00 TiB")
