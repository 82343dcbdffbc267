"""The public API: ``tengen.Engine``, ``Limit`` and ``Report``."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen import Engine, Game, Limit
from tengen.parts.settings import Origin

LIGHT = {"playout.policy": "random", "memory": 8}


def light(**keywords: Any) -> Engine:
    return Engine("tengen", LIGHT, seed=1, **keywords)


def test_a_position_is_analysed_and_a_move_is_played() -> None:
    game = Game(size=5, komi=0.5)
    with light(threads=2) as engine:
        report = engine.analyse(game, Limit(simulations=500))
        assert report.simulations == 500
        assert report is engine.report
        assert [report.best.name] == list(report.best.sequence[:1])
        assert report.game is not game
        assert 0 <= report.best.win_rate <= 1
        move = engine.play(game, Limit(simulations=300))
        assert (move.colour, move.is_pass, move.is_resign) == (game.to_play, False, False)
        assert game.is_legal(move.name)
        assert game.moves == []
        assert engine.win_rate is not None
        assert engine.play(game, Limit(simulations=50), colour="white").colour == 2
        assert sum(node.visits for node in engine.walk(1, 0.0)) > 0


def test_options_by_keyword_and_by_dotted_name_as_text_or_as_values() -> None:
    with Engine("pachi", {"tree.rave.equivalence": "1500", "threads": 4}, threads="2", reuse=False) as engine:
        options: Any = engine.options
        assert (options.tree.rave.equivalence, options.threads, options.reuse) == (1500.0, 2, False)
        engine.set({"tree.rave.equivalence": 3000, "memory": 16})
        options = engine.options
        assert (options.tree.rave.equivalence, options.memory) == (3000.0, 16.0)
        assert engine.settings.origin("memory") is Origin.PYTHON
        with pytest.raises(tengen.OptionError, match="memory=0 is not valid"):
            engine.set({"threads": 3, "memory": 0})
        options = engine.options
        assert options.threads == 2, "nothing is changed"


@pytest.mark.parametrize(
    ("preset", "options", "message"),
    [
        ("pachy", {}, "did you mean 'pachi'"),
        ("pachi", {"thread": 2}, "did you mean 'threads'"),
        ("pachi", {"tree.rave.equivalance": 2}, "did you mean 'tree.rave.equivalence'"),
        ("pachi", {"threads": "many"}, "threads=many is not valid"),
    ],
)
def test_mistakes_name_the_nearest(preset: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(tengen.OptionError, match=message):
        Engine(preset, options)


@pytest.mark.parametrize("limit", [{"simulations": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"simulations": -1}])
def test_a_limit_is_positive(limit: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a limit of"):
        Limit(**limit)


LIMITS: list[tuple[dict[str, Any], Limit]] = [
    ({}, Limit(simulations=10_000)),
    ({"seconds": 2}, Limit(seconds=2.0)),
    ({"simulations": 50}, Limit(simulations=50)),
    ({"simulations": 50, "seconds": 2}, Limit(50, 2.0)),
    ({"simulations": 0, "seconds": 2}, Limit(seconds=2.0)),
    ({"seconds": 0}, Limit(simulations=10_000)),
]


@pytest.mark.parametrize(("options", "expected"), LIMITS)
@pytest.mark.parametrize("way", ["python", "file", "gtp", "command line"])
def test_a_limit_of_the_user_replaces_that_of_the_preset(
    options: dict[str, Any], expected: Limit, way: str, tmp_path: Path
) -> None:
    file = tmp_path / "my.toml"
    file.write_text("".join(f"{name} = {value}\n" for name, value in options.items()))
    engine = Engine("pachi", options if way == "python" else {}, config=file if way == "file" else None)
    if way in ("gtp", "command line"):
        engine.set(options, Origin.GTP if way == "gtp" else Origin.COMMAND_LINE)
    assert engine._limit(None) == expected


def test_without_any_limit_it_is_told() -> None:
    with light(simulations=0) as engine, pytest.raises(tengen.OptionError, match="both 0"):
        engine.analyse(Game(5))


def test_reports_come_live_and_leaving_the_loop_ends_the_search() -> None:
    with light() as engine:
        engine.prepare(Game(5, 0.5))
        seen = []
        for report in engine.stream(Game(5, 0.5), Limit(), every=0.05):
            seen.append(report.simulations)
            if len(seen) == 3:
                break
        assert 0 < seen[0] < seen[1] < seen[2]
        assert engine.analyse(Game(5, 0.5), Limit(simulations=100)).simulations == 100
        counts = [report.simulations for report in engine.stream(Game(5, 0.5), Limit(simulations=100), every=1e-9)]
        assert counts == sorted(set(counts))
        assert counts[-1] == 100


def test_another_search_ends_a_stream() -> None:
    with light() as engine:
        stream = engine.stream(Game(5, 0.5), Limit(), every=0.01)
        next(stream)
        engine.analyse(Game(5, 0.5), Limit(simulations=100))
        assert list(stream) == []
        stream = engine.stream(Game(5, 0.5), Limit(), every=0.01)
        next(stream)
    assert list(stream) == [], "and so does closing the engine"


def seconds_to_stop(engine: Engine) -> float:
    """Return how long a search goes on after another thread has stopped it."""
    stopped: list[float] = []

    def stop() -> None:
        time.sleep(0.3)
        stopped.append(time.perf_counter())
        engine.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    report = engine.analyse(Game(5, 0.5), Limit())
    late = time.perf_counter() - stopped[0]
    thread.join()
    assert report.simulations > 0
    return late


def test_stop_from_another_thread_ends_a_search_within_50_milliseconds() -> None:
    with light(threads=2) as engine:
        engine.prepare(Game(5, 0.5))
        # The best of several: the machine may be busy with other things.
        assert min(seconds_to_stop(engine) for _ in range(5)) < 0.05
        assert engine.analyse(Game(5, 0.5), Limit(simulations=100)).simulations == 100, "it can be used again"


def test_calls_from_several_threads_wait_for_each_other() -> None:
    with light() as engine:
        found: list[int] = []

        def work() -> None:
            for _ in range(5):
                found.append(engine.analyse(Game(5, 0.5), Limit(simulations=100)).simulations)
                engine.play(Game(5, 0.5), Limit(simulations=10))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [100] * 20


def test_the_same_seed_gives_the_same_moves() -> None:
    game = Game(5, 0.5)
    with light() as one, light() as two:
        reports = [engine.analyse(game, Limit(simulations=200)).to_dict() for engine in (one, two)]
        one.reseed(1)
        reports.append(one.analyse(game, Limit(simulations=200)).to_dict())
    assert reports[0]["moves"] == reports[1]["moves"] == reports[2]["moves"]


def test_pondering() -> None:
    before = threading.active_count()
    with light() as engine:
        assert not engine.ponders
        engine.set({"time.ponder": True})
        assert engine.ponders
        game = Game(5, 0.5)
        game.play(engine.play(game, Limit(simulations=100)))
        engine.ponder(game)
        time.sleep(0.2)
        engine.rest()
        engine.ponder(game)
    assert threading.active_count() == before, "leaving the block ends it"


@pytest.mark.parametrize("preset", ["random", "montecarlo", "replay", "joseki"])
def test_an_engine_without_a_search_says_so(preset: str) -> None:
    with Engine(preset, seed=1) as engine:
        assert not engine.can_search
        assert not engine.ponders
        assert engine.report is None
        for ask in (engine.analyse, engine.stream, engine.ponder):
            with pytest.raises(tengen.NoSearchError, match=f"preset '{preset}' searches no tree"):
                ask(Game(5))


def test_a_closed_engine_says_so() -> None:
    engine = light()
    engine.close()
    engine.close()
    with pytest.raises(RuntimeError, match="the engine is closed"):
        engine.play(Game(5))
    engine.stop()


def test_a_report_shows_itself() -> None:
    with light() as engine:
        report = engine.analyse(Game(5, 0.5), Limit(simulations=1000))
    assert str(report).startswith("black to play: ")
    assert report._repr_svg_().startswith("<svg")
    facts = report.to_dict(2)
    assert (len(facts["moves"]), len(facts["ownership"])) == (2, 25)
    assert facts["moves"][0]["move"] == report.best.name


def test_a_program_that_imports_tengen_sees_nothing_on_its_stderr() -> None:
    script = """
import logging, tengen
with tengen.Engine("random", seed=1) as engine:
    logging.getLogger("tengen").warning("a warning")
    print(engine.play(tengen.Game(5)))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stderr == ""


def test_the_prior_probability_of_a_move_is_asked_for_by_either_kind_of_move() -> None:
    with Engine("tengen", LIGHT) as engine:
        report = engine.analyse(Game(5, 0.5), Limit(20))
    assert report.policy_of(report.best) == report.policy_of(report.best.move) > 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda engine: engine.analyse(Game(5), 100), "a Limit is needed, such as Limit(simulations=1000), not 100"),
        (lambda engine: engine.play(Game(5), 2.0), "a Limit is needed, such as Limit(simulations=1000), not 2.0"),
        (lambda engine: engine.play(5), "a Game is needed, such as Game(9), not 5"),
        (lambda engine: Game(5).play(None), "a move is a Move, a name such as 'E5' or a point, not None"),
        (lambda engine: Limit(seconds="2"), "a limit of '2' seconds: a number is needed"),
    ],
)
def test_what_is_given_by_mistake_is_named(call: Callable[[Engine], object], message: str) -> None:
    with Engine("random", seed=1) as engine, pytest.raises(TypeError, match=re.escape(message)):
        call(engine)
