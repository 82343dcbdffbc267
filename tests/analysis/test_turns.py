"""Several turns and several queries: in which order they are done, and how they are ended."""

import time
from dataclasses import replace

import pytest

from analysis.client import ONE_ENGINE, SETUP, connected, converse, query
from tengen import Game, Restriction
from tengen.analysis.messages import Query
from tengen.analysis.schedule import Schedule
from tengen.analysis.settings import KnownSettings
from tengen.analysis.task import Task

GAME = [["B", "C3"], ["W", "B2"], ["B", "D2"], ["W", "B4"], ["B", "D4"]]
ENDLESS = {"maxVisits": 10**9}


def made_task(moves: str, priority: int = 0) -> Task:
    game = Game(5)
    for name in moves.split():
        game.play(name)
    asked = Query(id=moves, moves=[], rules="chinese", board_x_size=5, board_y_size=5)
    return Task(asked, len(game.moves), game, priority, KnownSettings(), {}, Restriction(), "BLACK")


def order(tasks: list[Task]) -> list[str]:
    """Return the ids of tasks in the order in which one engine does them."""
    schedule, done, last = Schedule(), [], None
    schedule.add(tasks)
    schedule.close()
    while (last := schedule.take(last)) is not None:
        schedule.give_back(last)
        done.append(last.query.id)
    return done


def test_the_highest_priority_comes_first_and_then_the_first_query() -> None:
    tasks = [made_task("A1"), made_task("B1", 5), made_task("C1", 5), made_task("D1", -1)]
    assert order(tasks) == ["B1", "C1", "A1", "D1"]


def test_an_engine_goes_on_with_the_next_turn_of_its_game() -> None:
    tasks = [made_task("A1 B1"), made_task("C3"), made_task("C3 D4 E5"), made_task("A1 B1 C1"), made_task("C3 D4")]
    assert order(tasks) == ["A1 B1", "A1 B1 C1", "C3", "C3 D4", "C3 D4 E5"]


def test_another_game_with_a_higher_priority_comes_in_between() -> None:
    tasks = [made_task("A1", 1), made_task("A1 B1"), made_task("E5", 1)]
    assert order(tasks) == ["A1", "E5", "A1 B1"]


def test_other_komi_or_options_are_another_game() -> None:
    task, later = made_task("A1"), made_task("A1 B1")
    assert later.moves_after(task) == 1
    assert task.moves_after(later) is None
    later.game.komi += 1
    assert later.moves_after(task) is None
    later.game.komi -= 1
    later.options["tree.rave.equivalence"] = 1000
    assert later.moves_after(task) is None


def test_a_second_engine_begins_in_the_middle_of_the_game() -> None:
    names = [f"{column}{row}" for row in (1, 3, 5) for column in "ABC"]
    schedule = Schedule()
    schedule.add([made_task(" ".join(names[:count])) for count in range(9)])
    first = schedule.take(None)
    second = schedule.take(None)
    assert first is not None
    assert second is not None
    assert (first.turn, second.turn) == (0, 5)
    schedule.give_back(first)
    third = schedule.take(first)
    assert third is not None
    assert third.turn == 1


def test_turns_of_a_query() -> None:
    answers = converse(query(moves=GAME, analyzeTurns=[4, 0, 2]), setup=ONE_ENGINE)
    assert [answer["turnNumber"] for answer in answers] == [0, 2, 4]
    assert [answer["rootInfo"]["currentPlayer"] for answer in answers] == ["B", "B", "B"]


def test_no_turns_at_all() -> None:
    assert converse(query(moves=GAME, analyzeTurns=[])) == []


def test_priorities_of_turns() -> None:
    with connected(ONE_ENGINE) as client:
        client.say(query("busy", **ENDLESS))
        client.say(query(moves=GAME, analyzeTurns=[4, 0, 2], priorities=[5, 1, 9]), query("late", priority=7))
        client.say({"id": "t", "action": "terminate", "terminateId": "busy"})
        answers = [client.next() for _ in range(6)]
    assert [(answer["id"], answer["turnNumber"]) for answer in answers if answer["id"] != "t"] == [
        ("busy", 0),
        ("q", 2),
        ("late", 0),
        ("q", 4),
        ("q", 0),
    ]


def test_every_query_is_answered_when_the_input_ends() -> None:
    queries = [query(str(number), moves=GAME[: number % 6]) for number in range(30)]
    answers = converse(*queries)
    assert sorted(answer["id"] for answer in answers) == sorted(asked["id"] for asked in queries)
    assert all(answer["rootInfo"]["visits"] >= 40 for answer in answers)


def test_queries_are_dropped_at_the_end_if_the_setup_says_so() -> None:
    with connected(replace(SETUP, waits_at_end=False)) as client:
        client.say(*[query(str(number), **ENDLESS) for number in range(5)])


@pytest.mark.parametrize("rules", ["chinese", "japanese", "tromp-taylor"])
def test_a_game_that_is_over_can_be_analysed(rules: str) -> None:
    passes = [["B", "pass"], ["W", "pass"]]
    (answer,) = converse(query(moves=[*GAME, ["W", "pass"], *passes], rules=rules))
    assert answer["rootInfo"]["visits"] == 40


def test_half_of_the_visits_may_be_kept_from_the_turn_before() -> None:
    """A second search of the same position has all its visits already, and makes half of them anew."""
    first, second = converse(query("a", maxVisits=400), query("b", maxVisits=400), setup=ONE_ENGINE)
    assert first["rootInfo"]["visits"] == 400
    assert second["rootInfo"]["visits"] == 600


@pytest.mark.parametrize("action", ["terminate", "terminate_all"])
def test_terminating(action: str) -> None:
    with connected(ONE_ENGINE) as client:
        client.say(query("warm"))
        client.final()
        client.say(query("a", **ENDLESS), query("b", **ENDLESS))
        time.sleep(0.3)
        began = time.perf_counter()
        client.say({"id": "t", "action": action, "terminateId": "a"}, {"id": "v", "action": "query_version"})
        answers = [client.next(5) for _ in range(3 if action == "terminate" else 4)]
        seconds = time.perf_counter() - began
        client.say({"id": "u", "action": "terminate_all"})
    by_id = {answer["id"]: answer for answer in answers}
    assert seconds < 0.2
    assert by_id["t"] == {"id": "t", "action": action, "terminateId": "a"}
    assert by_id["a"]["isDuringSearch"] is False
    assert by_id["a"]["rootInfo"]["visits"] > 40
    if action == "terminate_all":
        assert by_id["b"] == {"id": "b", "turnNumber": 0, "isDuringSearch": False, "noResults": True}


def test_terminating_some_turns() -> None:
    with connected(ONE_ENGINE) as client:
        client.say(query("busy", **ENDLESS), query(moves=GAME, analyzeTurns=[1, 2, 3]))
        client.say({"id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [1, 3, 77]})
        ended = sorted(client.next(5)["turnNumber"] for _ in range(2))
        assert client.next(5)["id"] == "t"
        client.say({"id": "u", "action": "terminate", "terminateId": "busy"})
    assert ended == [1, 3]
    assert [answer["turnNumber"] for answer in client.rest() if answer["id"] == "q"] == [2]


def test_every_turn_ends_exactly_once_whenever_it_is_terminated() -> None:
    with connected() as client:
        for number in range(40):
            client.say(query(str(number), moves=GAME, analyzeTurns=[0, 5], maxVisits=300))
            time.sleep(0.002 * (number % 7))
            client.say({"id": "t", "action": "terminate", "terminateId": str(number)})
    finals = [(answer["id"], answer["turnNumber"]) for answer in client.rest() if answer["id"] != "t"]
    assert sorted(finals) == sorted((str(number), turn) for number in range(40) for turn in (0, 5))


def test_terminating_what_is_unknown() -> None:
    assert converse({"id": "t", "action": "terminate", "terminateId": "q"}) == [
        {"id": "t", "action": "terminate", "terminateId": "q"}
    ]


def test_versions_and_models() -> None:
    version, models = converse({"id": "a", "action": "query_version", "more": 1}, {"id": "b", "action": "query_models"})
    assert (version["id"], version["more"], version["version"]) == ("a", 1, SETUP.version)
    assert version["git_hash"]
    assert models["models"][0]["name"] == "tengen"


def test_clearing_the_cache_empties_the_trees() -> None:
    with connected(ONE_ENGINE) as client:
        client.say(query("a", maxVisits=400))
        client.final()
        client.say({"id": "c", "action": "clear_cache"})
        assert client.next() == {"id": "c", "action": "clear_cache"}
        client.say(query("b", maxVisits=400))
        assert client.final()["rootInfo"]["visits"] == 400
