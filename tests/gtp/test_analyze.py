"""Analysis over GTP: the forms that clients read, how it ends, and what must not confuse it."""

import re
import time
from typing import Any

import pytest

from gtp.conversation import conversation
from gtp.framing import read_response
from gtp.test_session import new_session
from tengen.gtp.session import Session

PROMPT = 0.2  # seconds that ending a search may take
SLACK = 0.3  # seconds more, for a machine that does other things as well

POINT = r"(?:pass|[A-HJ-Z][1-9][0-9]?)"
LZ = re.compile(
    rf"info move ({POINT}) visits (\d+) winrate (\d+) prior (\d+) lcb (\d+) order (\d+) pv ({POINT}(?: {POINT})*)"
)
FLOAT = r"(-?\d+\.\d+)"
KATA = re.compile(
    rf"info move ({POINT}) visits (\d+) edgeVisits \d+ utility {FLOAT} winrate {FLOAT} "
    rf"scoreMean {FLOAT} scoreStdev {FLOAT} scoreLead {FLOAT} scoreSelfplay {FLOAT} prior {FLOAT} "
    rf"lcb {FLOAT} utilityLcb {FLOAT} weight {FLOAT} order (\d+) pv ({POINT}(?: {POINT})*)"
)


def moves_of(line: str) -> list[str]:
    return re.findall(rf"info move ({POINT})", line)


def infos(line: str) -> list[str]:
    """Return the parts of a line, one for each move, as Lizzie splits it."""
    assert line.startswith("info ")
    return [f"info {part}" for part in f" {line}".split(" info ")[1:]]


@pytest.mark.parametrize(
    "arguments",
    [
        "10", "B 10", "black 10", "interval 10", "b interval 10", "interval 10 b", "10 b", "", "w",
        "b 10 minmoves 3", "interval 10 maxmoves 2", "b 10 avoid b C3 1 avoid w C3,D3 3", "10 allow b B2,D4,pass 1",
        "B 50.5", "b 10 avoid b C3 1 allow w A1 1",
    ],
)  # fmt: skip
def test_all_orders_of_arguments(arguments: str) -> None:
    with conversation() as talk:
        for line in talk.analysis(f"lz-analyze {arguments}", "name"):
            for number, part in enumerate(infos(line)):
                found = LZ.fullmatch(part)
                assert found, part
                assert int(found[6]) == number
                assert found[7].split()[0] == found[1], "the variation begins with the move"
                assert 0 <= int(found[5]) <= int(found[3]) <= 10_000
        assert talk.response().text == "tengen"


@pytest.mark.parametrize(
    "arguments",
    [
        "x", "b 10 foo 3", "interval", "interval x", "10 minmoves", "minmoves -1", "maxmoves x", "avoid b C3", "-5",
        "avoid b C3 0", "avoid b , 1", "avoid q C3 1", "allow b I5 1", "allow b C3 -1", "ownership", "ownership 1",
        "b 10 pvVisits", "interval -5",
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "kata-genmove_analyze", "kata-search_analyze"])
def test_mistakes_are_syntax_errors(command: str, arguments: str) -> None:
    assert session_of("tengen").answer(f"7 {command} {arguments}") == "?7 syntax error\n\n"


def session_of(preset: str) -> Session:
    return new_session(preset, 5, "playout.policy=random", "memory=8", "simulations=100")


def test_a_vertex_beyond_the_edge_is_illegal() -> None:
    assert session_of("tengen").answer("lz-analyze avoid b T19 1") == "? illegal move\n\n"


def test_the_form_of_katago() -> None:
    with conversation() as talk:
        (line, *_) = talk.analysis("kata-analyze b 10", "")
        parts = infos(line)
        for part in parts:
            found = KATA.fullmatch(part)
            assert found, part
            assert 0.0 <= float(found[4]) <= 1.0
        priors = [float(found[9]) for part in parts if (found := KATA.fullmatch(part))]
        assert 0 < sum(priors) <= 1.001


def test_harmless_keys_of_katago_change_nothing() -> None:
    with conversation() as talk:
        keys = "ownershipStdev true movesOwnershipStdev true pvEdgeVisits true noResultValue false"
        (line, *_) = talk.analysis(f"kata-analyze 10 {keys}", "")
        assert all(KATA.fullmatch(part) for part in infos(line))


def test_all_that_may_be_asked_for() -> None:
    with conversation() as talk:
        keys = "ownership true rootInfo true pvVisits true movesOwnership true maxmoves 2"
        (line, *_) = talk.analysis(f"kata-analyze b 10 {keys}", "")
        moves, _, rest = line.partition(" rootInfo ")
        for part in infos(moves):
            sequence, visits, owners = re.split(" pvVisits | movesOwnership ", part.partition(" pv ")[2])
            assert len(sequence.split()) == len(visits.split())
            assert visits.split() == sorted(visits.split(), key=int, reverse=True)
            assert len(owners.split()) == 25
        root, _, owners = rest.partition(" ownership ")
        assert re.fullmatch(
            rf"visits \d+ utility {FLOAT} winrate {FLOAT} scoreMean {FLOAT} scoreStdev {FLOAT} scoreLead {FLOAT} "
            rf"scoreSelfplay {FLOAT} weight {FLOAT}",
            root,
        )
        assert all(-1.0 <= float(owner) <= 1.0 and "." in owner for owner in owners.split())
        assert len(owners.split()) == 25


def test_ownership_begins_at_the_top_left_corner_from_the_view_of_the_side_to_move() -> None:
    with conversation(9) as talk:
        for move in ("b A9", "b B9", "b C9", "b A8", "b B8", "b A7", "b C8", "b B7", "b C7", "b D9", "b D8", "b D7"):
            talk.ask(f"play {move}")
        owners = talk.analysis("kata-analyze w 10 ownership true", "name", 0.5)[-1].split(" ownership ")[1].split()
        assert float(owners[0]) < -0.5, "A9 is Black's, and White is to move"
        assert talk.response().text == "tengen"


def test_moves_that_are_avoided_or_not_allowed_are_not_listed() -> None:
    with conversation() as talk:
        for line in talk.analysis("lz-analyze b 10 avoid b C3 1 avoid b B2,D4 1", "name", 0.3):
            assert not {"C3", "B2", "D4"} & set(moves_of(line))
        talk.response()
        for line in talk.analysis("kata-analyze b 10 allow b B2,D4 1", "name", 0.3):
            assert set(moves_of(line)) <= {"B2", "D4"}
        talk.response()
        assert moves_of(talk.analysis("lz-analyze b 10 allow b E5 1 avoid b E5 1", "name")[-1]) == ["pass"]


def test_a_depth_reaches_further_than_the_root() -> None:
    with conversation() as talk:
        replies = ",".join(f"{letter}{row}" for letter in "ABCDE" for row in range(1, 6) if (letter, row) != ("A", 1))
        lines = talk.analysis(f"lz-analyze b 10 allow b C3 1 avoid w {replies},pass 2", "name", 0.3)
        assert re.search(r" pv C3 A1( |$)", lines[-1])


def test_the_number_of_moves() -> None:
    with conversation() as talk:
        assert all(len(infos(line)) == 1 for line in talk.analysis("lz-analyze b 10 maxmoves 1", "name", 0.2))
        talk.response()
        assert len(infos(talk.analysis("lz-analyze b 10 minmoves 20", "name", 0.2)[-1])) >= 20
        talk.response()
        assert len(infos(talk.analysis("lz-analyze b 10 minmoves 20 maxmoves 3", "name", 0.2)[-1])) == 3


@pytest.mark.parametrize(
    "ended_by", ["", "name", "# a comment", "stop", "lz-analyze b 10", "genmove b", "no_such", "7"]
)
def test_any_line_ends_it(ended_by: str) -> None:
    with conversation() as talk:
        talk.analysis("lz-analyze b 10", "")  # compiles
        talk.say("kata-analyze b 100")
        assert talk.line() == "="
        time.sleep(0.15)
        talk.say(ended_by)
        started = time.perf_counter()
        while talk.line():
            pass
        assert time.perf_counter() - started < PROMPT + SLACK
        talk.say("1 name")
        for _ in range(3):
            if (text := talk.response()).id == "1":
                assert text.text == "tengen"
                return
        raise AssertionError("no answer")


def test_the_first_line_comes_at_once() -> None:
    with conversation() as talk:
        talk.say("3 lz-analyze b 100000")
        assert talk.line() == "=3"
        talk.say("")
        assert talk.line().startswith("info move "), "at least one report, though the interval has not passed"
        assert talk.line() == ""


@pytest.mark.parametrize("last", ["genmove b", "lz-analyze b 10", "kata-analyze 10"])
def test_the_sequences_that_crashed_pachi(last: str) -> None:
    with conversation() as talk:
        for _ in range(3):
            talk.analysis("lz-analyze b 10", "name")
            assert talk.response().text == "tengen"
            talk.say(last)
            if last == "genmove b":
                assert re.fullmatch(POINT, talk.response().text)
                talk.ask("undo")
                continue
            assert talk.line() == "="
            talk.say("")
            while talk.line():
                pass


def test_after_two_passes() -> None:
    with conversation() as talk:
        for colour in "bw":
            talk.ask(f"play {colour} pass")
        line = talk.analysis("kata-analyze 10", "name")[-1]
        assert len(infos(line)) > 1
        talk.response()
        assert re.fullmatch(rf"{POINT}|resign", talk.ask("genmove b"))


def test_where_there_is_no_legal_move_but_the_pass() -> None:
    with conversation() as talk:
        for name in {f"{letter}{row}" for letter in "ABCDE" for row in range(1, 6)} - {"B2", "D4"}:
            talk.ask(f"play b {name}")  # all but two eyes
        assert moves_of(talk.analysis("lz-analyze w 10", "name")[-1]) == ["pass"]
        talk.response()
        assert moves_of(talk.analysis("kata-analyze w 10 minmoves 5", "name")[-1]) == ["pass"]


def test_the_tree_is_kept_when_analysis_is_switched_off_and_on() -> None:
    with conversation() as talk:
        first = visits(talk.analysis("lz-analyze b 10", "name", 0.5)[-1])
        talk.response()
        assert visits(talk.analysis("lz-analyze b 10", "")[0]) >= first


def visits(line: str) -> int:
    return max(int(count) for count in re.findall(r"visits (\d+)", line))


def test_the_view() -> None:
    def rate(view: str, colour: str) -> tuple[float, float]:
        with conversation(view=view) as talk:
            for move in ("b B2", "b D4", "b C3"):
                talk.ask(f"play {move}")
            line = talk.analysis(f"kata-analyze {colour} 10", "name", 0.3)[-1]
            found = KATA.fullmatch(infos(line)[0])
            assert found
            return float(found[4]), float(found[7])

    for view, colour, is_black in (
        ("side", "b", True),
        ("side", "w", False),
        ("black", "w", True),
        ("white", "b", False),
    ):
        win_rate, lead = rate(view, colour)
        assert (win_rate > 0.5) == is_black == (lead > 0), (view, colour)


GENMOVES = ["lz-genmove_analyze", "kata-genmove_analyze"]


@pytest.mark.parametrize("command", GENMOVES)
@pytest.mark.parametrize(
    "arguments", ["b", "black", "b 10", "b 100000", "", "b interval 5 maxmoves 1", "b avoid b C3 1"]
)
def test_genmove_with_reports(command: str, arguments: str) -> None:
    with conversation() as talk:
        lines = talk.ask(f"{command} {arguments}").splitlines()
        assert lines[0] == ""
        assert all(line.startswith("info move ") for line in lines[1:-1])
        move = lines[-1].removeprefix("play ")
        assert move in moves_of(lines[-2]), "there is always a last report, with the move"
        assert talk.session.game.moves[0].name == move


@pytest.mark.parametrize("preset", ["random", "montecarlo"])
@pytest.mark.parametrize("command", GENMOVES)
def test_genmove_with_reports_of_engines_that_search_no_tree(preset: str, command: str) -> None:
    session = new_session(preset, 5, *(["simulations=50"] if preset == "montecarlo" else []))
    lines = read_response(session.answer(f"{command} b") or "").text.splitlines()
    move = lines[-1].removeprefix("play ")
    assert moves_of(lines[-2]) == [move]
    assert lines[-2].endswith(f" order 0 pv {move}")
    assert session.answer(f"{command} b avoid b C3 1") == (
        "? this engine searches no tree, so it cannot leave moves out\n\n"
    )


def test_a_search_without_playing() -> None:
    with conversation() as talk:
        assert re.fullmatch(POINT, talk.ask("kata-search b"))
        assert re.fullmatch(POINT, talk.ask("kata-search"))
        assert talk.ask("kata-search_analyze b 10").splitlines()[-1].startswith("play ")
        assert talk.session.game.moves == []


def test_a_search_that_is_cancelled() -> None:
    with conversation(options={"simulations": 0, "seconds": 30.0}) as talk:
        lines = talk.analysis("kata-search_analyze_cancellable b 10", "name")
        assert lines[-1] == "play cancelled"
        assert talk.response().text == "tengen"
        assert talk.session.game.moves == []


def test_a_search_that_ends_is_not_cancelled() -> None:
    with conversation() as talk:
        talk.say("kata-search_analyze_cancellable b 10")
        assert re.fullmatch(rf"play {POINT}", talk.response().text.splitlines()[-1])


def test_engines_that_search_no_tree_refuse_to_analyse() -> None:
    response = new_session("random").answer("4 lz-analyze b 10") or ""
    assert response.startswith("?4 preset 'random' searches no tree")
    assert response.endswith("\n\n")


def test_an_error_in_the_middle_ends_the_response_properly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with conversation() as talk:
        talk.analysis("lz-analyze b 10", "")

        def broken(*_: Any) -> str:
            raise RuntimeError("made for a test")

        monkeypatch.setattr("tengen.gtp.analysis_line.LineForm.line", broken)
        talk.say("lz-analyze b 10")
        assert [talk.line(), talk.line()] == ["=", ""]
        assert "made for a test" in caplog.text
        monkeypatch.undo()
        assert talk.ask("name") == "tengen"
        assert talk.analysis("lz-analyze b 10", "")[0].startswith("info ")


def test_reports_are_as_frequent_as_asked_for() -> None:
    with conversation() as talk:
        talk.analysis("lz-analyze b 10", "")
        reports = len(talk.analysis("kata-analyze b 5 ownership true", "", 2.0))
        assert reports >= 20, "10 a second, where 20 are asked for"


# Ending a search


def slow() -> Any:
    return conversation(options={"simulations": 0, "seconds": 60.0})


@pytest.mark.parametrize("how", ["stop", "# interrupt", "8 stop"])
@pytest.mark.parametrize("command", ["genmove b", "reg_genmove b", "kata-genmove_analyze b 10", "kata-search b"])
def test_a_search_is_stopped(command: str, how: str) -> None:
    with slow() as talk:
        talk.analysis("lz-analyze b 10", "")
        talk.say(f"7 {command}")
        time.sleep(0.3)
        started = time.perf_counter()
        talk.say(how)
        response = talk.response()
        assert time.perf_counter() - started < PROMPT + SLACK
        assert (response.worked, response.id) == (True, "7")
        assert re.search(rf"{POINT}$", response.text)
        if "stop" in how:
            assert talk.response() == (True, "8" if how[0] == "8" else "", "")
        assert talk.ask("name") == "tengen"


def test_stop_counts_even_if_it_comes_with_the_command() -> None:
    with slow() as talk:
        talk.analysis("lz-analyze b 10", "")
        started = time.perf_counter()
        talk.say("1 genmove b", "2 genmove w", "3 stop", "4 name")
        assert [talk.response().id for _ in range(4)] == ["1", "2", "3", "4"]
        assert time.perf_counter() - started < 2 * (PROMPT + SLACK)
        assert len(talk.session.game.moves) == 2


def test_a_script_gets_all_its_answers_before_quit() -> None:
    with conversation(options={"simulations": 3000}) as talk:
        talk.say("1 genmove b", "2 genmove w", "3 quit")
        assert [talk.response().id for _ in range(3)] == ["1", "2", "3"]
        assert talk.session.simulations == [3000, 3000]


def test_a_thousand_commands_at_once() -> None:
    with conversation() as talk:
        talk.say(*(f"{number} {'play b C3' if number % 2 else 'undo'}" for number in range(1, 1001)), "1001 name")
        for number in range(1, 1001):
            assert talk.response() == (True, str(number), "")
        assert talk.response() == (True, "1001", "tengen")


def test_a_short_soak() -> None:
    """Many searches, each stopped at another moment, in a tree that is full most of the time."""
    with conversation(9, {"memory": 1}) as talk:
        talk.analysis("lz-analyze b 10", "")
        for number in range(12):
            talk.say("kata-analyze b 2 ownership true")
            assert talk.line() == "="
            time.sleep(0.01 + 0.05 * number)
            talk.say(f"{number} stop")
            started = time.perf_counter()
            while talk.line():
                pass
            assert time.perf_counter() - started < PROMPT + SLACK
            assert talk.response() == (True, str(number), "")


# Conversations of clients


def test_lizzie() -> None:
    """Lizzie numbers its commands, reads whole numbers, and ends an analysis by the next command."""
    with conversation(9, name="tengen", version="0.17") as talk:
        talk.say("1 name")
        assert talk.line() == "=1 tengen"
        assert talk.line() == ""
        talk.say("2 version", "3 boardsize 9", "4 komi 7.5", "5 lz-analyze 10")
        assert [talk.response().id for _ in range(3)] == ["2", "3", "4"]
        assert talk.line() == "=5"
        for part in infos(talk.line()):
            data = dict(zip(part.split(" pv ")[0].split()[1::2], part.split(" pv ")[0].split()[2::2], strict=True))
            assert {int(data[key]) for key in ("visits", "winrate", "prior", "lcb", "order")}
        talk.say("6 play B E5", "7 lz-analyze 10")
        while talk.line():
            pass
        assert talk.response() == (True, "6", "")
        assert talk.line() == "=7"
        assert talk.line().startswith("info move ")
        talk.say("8 undo", "9 name")
        while talk.line():
            pass
        assert [talk.response().id for _ in range(2)] == ["8", "9"]


def test_sabaki() -> None:
    """Sabaki gives colour and interval, undoes in bursts, and ends an analysis by ``protocol_version``."""
    variation = re.compile(r"(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*\s*$")
    with conversation(9) as talk:
        names = talk.ask("list_commands").split()
        assert "analyze" not in names
        assert "genmove_analyze" not in names
        assert {"kata-analyze", "lz-analyze", "kata-genmove_analyze", "lz-genmove_analyze", "undo"} <= set(names)
        for line in talk.analysis("kata-analyze B 50", "protocol_version", 0.6):
            for part in re.split(r"\s*info\s+", line.strip())[1:]:
                found = variation.search(part)
                assert found
                assert found.start() > 0
                assert re.search(r"winrate \d+\.\d+ ", part)
        assert talk.response().text == "2"
        for move in ("b C3", "w G7", "b C7", "w G3"):
            talk.ask(f"play {move}")
        talk.say("undo", "undo", "undo", "undo", "kata-analyze B 50")
        assert [talk.response() for _ in range(4)] == [(True, "", "")] * 4
        assert talk.line() == "="
        talk.say("protocol_version")
        assert talk.line().startswith("info ")


def test_q5go() -> None:
    """q5Go asks what is known, gives no interval to genmove, and ends an analysis by ``known_command``."""
    with conversation(9) as talk:
        assert talk.ask("1 known_command kata-analyze") == "true"
        assert talk.ask("2 known_command lz-analyze") == "true"
        talk.say("3 kata-genmove_analyze black")
        lines = talk.response().text.splitlines()
        assert lines[-2].startswith("info ")
        assert lines[-1].startswith("play ")
        talk.say("4 lz-genmove_analyze white 100")
        assert talk.response().text.splitlines()[-1].startswith("play ")
        talk.say("5 kata-analyze interval 20 ownership true")
        assert talk.line() == "=5"
        assert talk.line().count(" ownership ") == 1
        talk.say("6 known_command known_command")
        while talk.line():
            pass
        assert talk.response() == (True, "6", "true")


def test_lizzieyzy() -> None:
    """LizzieYzy knows the list of commands by its first line, and gives unknown engines no colour."""
    with conversation(9) as talk:
        assert talk.ask("list_commands").splitlines()[0] == "protocol_version"
        lines = talk.analysis("lz-analyze 20", "name", 0.5)
        assert LZ.fullmatch(infos(lines[0])[0])


def test_the_client_of_cgos() -> None:
    """The client of CGOS takes the last line of information, and each unknown key as one word with one value."""
    with conversation(9) as talk:
        lines = talk.ask("kata-genmove_analyze b ownership true").splitlines()
        words = lines[-2].split(" ownership ")[0].split(" info ")[0].split(" pv ")[0].split()[1:]
        facts = dict(zip(words[::2], words[1::2], strict=True))
        assert {"move", "visits", "winrate", "scoreMean", "prior"} <= set(facts)
        assert talk.ask("lz-genmove_analyze w 100000").splitlines()[-1].startswith("play ")


def test_options_can_be_changed_while_analysing() -> None:
    with conversation() as talk:
        talk.analysis("lz-analyze b 10", "tengen-option memory 16")
        assert talk.response().worked
        assert talk.analysis("lz-analyze b 10", "boardsize 9")
        assert talk.response().worked
        assert talk.analysis("lz-analyze b 10", "name")
