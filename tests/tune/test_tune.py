"""Tuning, with matches whose results are drawn from a known hill, and once with engines."""

import json
import math
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from match.fake_worker import Chance, FakeWorker, fake_workers
from tengen.engines.montecarlo import MonteCarloOptions
from tengen.match.definition import Pairing
from tengen.match.finished import FinishedGame
from tengen.match.statistics import MatchTally, score_of_elo
from tengen.match.store import Store
from tengen.match.worker import GameJob
from tengen.parts.options import knob
from tengen.parts.toml import ConfigError
from tengen.tune.axis import Axis, Range, axis_of
from tengen.tune.games import StudyGames
from tengen.tune.model import best_place, fit
from tengen.tune.plan import Plan, parse_plan
from tengen.tune.study import Result, Sample, best_values, conclude, model_of, samples

PLAN = """
[player]
preset = "montecarlo"
set = { simulations = 100 }

[match]
size = 9
komi = 7.5

[options]
"playout.capture.chance" = {}
playout.ko.age = { low = 1, high = 100, log = true }

[search]
samples = 60
games = 8

[test]
elo1 = 60
games = 400
"""
BEST = (0.25, 10)
"""Where the hill is highest; the start, (1.0, 4), lies 275 Elo lower."""


def height(options: Mapping[str, float]) -> float:
    """Return how high some values lie on the hill, in Elo below the top."""
    chance = options["playout.capture.chance"] - BEST[0]
    age = math.log(options["playout.ko.age"] / BEST[1]) / math.log(100)
    return -440 * chance**2 - 700 * age**2


def hill(pairing: Pairing) -> float:
    """Return the chance of the first player by the difference in height."""
    return score_of_elo(height(pairing.first.options) - height(pairing.second.options))


class Silent:
    def progress(self, pairings: object) -> None:
        pass

    def say(self, message: str) -> None:
        pass


def study(plan: Plan, path: Path, chance: Chance) -> tuple[list[Sample], Result]:
    with closing(Store(path)) as store:
        games = StudyGames(store, fake_workers(chance), Silent())
        found = list(samples(plan, games.play))
        return found, conclude(plan, found, games.play)


def games_in(path: Path) -> int:
    with closing(Store.existing(path)) as store:
        return sum(1 for _ in store.games())


def test_a_plan_takes_ranges_and_start_from_the_declarations() -> None:
    plan = parse_plan(PLAN)
    assert plan.axes == (
        Axis("playout.capture.chance", 0.0, 1.0, 1.0),
        Axis("playout.ko.age", 1.0, 100.0, 4, is_whole=True, is_log=True),
    )
    assert plan.start == {"playout.capture.chance": 1.0, "playout.ko.age": 4}
    pairing = plan.sample_pairing(3, {"playout.capture.chance": 0.5, "playout.ko.age": 7})
    assert (pairing.first.name, pairing.second.name, pairing.games) == ("sample 3", "start", 8)
    assert pairing.first.options["playout.ko.age"] == 7
    assert pairing.first.options["simulations"] == pairing.second.options["simulations"] == 100
    assert plan.test_pairing(plan.start).sprt == plan.test.sprt


MISTAKES = {
    (
        '"playout.capture.chance"',
        '"playout.capture.chanse"',
    ): "line 11: options: unknown option 'playout.capture.chanse'",
    ('"playout.capture.chance"', '"playout.atari.ladders"'): "line 11: options: playout.atari.ladders cannot be tuned",
    (
        '"playout.capture.chance"',
        '"playout.policy"',
    ): "line 11: options: playout.policy cannot be tuned: it is not a number",
    ("low = 1, high = 100", "low = 0, high = 100"): "line 12: options: playout.ko.age: 0 to 100 is not a range within",
    ("low = 1, high = 100", "low = 5, high = 100"): "line 12: options: playout.ko.age starts from 4",
    ("low = 1, high = 100", "low = 9, high = 2"): "line 12: options: playout.ko.age: 9 to 2 is not a range within",
    ("low = 1,", "lw = 1,"): "line 12: options.playout.ko.age: unknown key 'lw'; did you mean 'low'?",
    ("low = 1,", "low = 'a',"): "line 12: options.playout.ko.age: low: Expected `float | null`, got `str`",
    ('preset = "montecarlo"', 'preset = "montecalro"'): "line 3: player: unknown preset 'montecalro'; did you mean",
    (
        "simulations = 100",
        "simulatons = 100",
    ): "line 4: player: unknown option 'simulatons'; did you mean 'simulations'?",
    ("samples = 60", "sample = 120"): "line 15: search: unknown key 'sample'; did you mean 'samples'?",
    ("samples = 60", "samples = 0"): "line 15: search: samples: Expected `int` >= 1",
    ("size = 9", "size = 99"): "line 7: match: size: Expected `int` <= 25",
    ("size = 9", "sise = 9"): "line 7: match: unknown key 'sise'; did you mean 'size'?",
    ("komi = 7.5", "rules = 'chines'"): "line 8: match: unknown rules 'chines'; did you mean 'chinese'?",
    ("komi = 7.5", "openings = 'nothing.sgf'"): "line 8: match: [Errno 2] No such file",
    ("elo1 = 60", "elo1 = -60"): "line 18: test: elo0 = 0.0 must be less than elo1 = -60.0",
    ("[test]", "[tst]"): "line 18: unknown key 'tst'; did you mean 'test'?",
    ("[match]", "[opponent]\nengin = 'x'\n[match]"): "line 7: opponent: unknown key 'engin'; did you mean 'engine'?",
    ("[search]", "[search"): "expected ']' at the end of a table declaration",
}


@pytest.mark.parametrize(("old", "new"), MISTAKES)
def test_mistakes_in_a_plan_are_told_with_line_and_nearest_name(old: str, new: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_plan(PLAN.replace(old, new, 1), "p.toml")
    message = MISTAKES[old, new]
    assert str(caught.value).startswith(f"p.toml, {message}" if message.startswith("line") else f"p.toml: {message}")


def test_an_axis_goes_there_and_back() -> None:
    even, by_factor = Axis("a", -2.0, 6.0, 0.0), Axis("b", 1.0, 10_000.0, 10, is_whole=True, is_log=True)
    assert [even.value(place) for place in (0, 0.25, 1)] == [-2, 0, 6]
    assert [by_factor.value(place) for place in (0, 0.25, 0.5, 1)] == [1, 10, 100, 10_000]
    assert even.value(even.place(1.5)) == 1.5
    assert by_factor.place(100) == pytest.approx(0.5)
    assert even.value(1.0000001) == 6


def test_an_option_without_bounds_needs_a_range() -> None:
    options = MonteCarloOptions()
    leaf = knob(options, "playout.ko.chance")
    unbounded = leaf._replace(meta=type(leaf.meta)(description="x"))
    with pytest.raises(ValueError, match="needs a range"):
        axis_of(unbounded, Range(low=0.0))
    assert axis_of(unbounded, Range(low=0.0, high=2.0)).high == 2.0
    with pytest.raises(ValueError, match="logarithmic"):
        axis_of(unbounded, Range(low=0.0, high=2.0, log=True))


def test_the_model_recovers_a_hill_from_few_games_a_place() -> None:
    rng = np.random.default_rng(5)
    top = np.array([0.3, 0.6, 0.8])
    places = rng.random((400, 3))
    chance = 1 / (1 + np.exp(-(1 - 12 * ((places - top) ** 2).sum(axis=1))))
    model = fit(places, rng.binomial(4, chance).astype(float), np.full(400, 4.0))
    found = best_place(model, places[:5])
    assert np.abs(found - top).max() < 0.1
    score = model.score(top)
    assert score.low < 1 / (1 + math.exp(-1)) < score.high


def test_the_model_stays_where_it_knows_something() -> None:
    places = np.array([[0.5], [0.52], [0.48]])
    model = fit(places, np.array([3.0, 2.0, 2.0]), np.full(3, 4.0))
    assert model.predict([0.5])[1] < model.predict([1.0])[1]
    assert 0.3 < best_place(model, places)[0] < 0.7
    perfect = fit(places, np.full(3, 4.0), np.full(3, 4.0))  # separable data have a maximum all the same
    assert 0.5 < perfect.score([0.5]).value < 1


def test_a_known_optimum_is_found_and_recommended(tmp_path: Path) -> None:
    plan = parse_plan(PLAN)
    found, result = study(plan, tmp_path / "t.sqlite", hill)
    assert len(found) == 60
    assert result.is_recommended
    assert result.recommended == result.best
    assert height(plan.start) < -250
    assert height(result.best) > -100
    assert games_in(tmp_path / "t.sqlite") == 60 * 8 + result.test.games


def test_noise_is_not_recommended(tmp_path: Path) -> None:
    # At most one of a million such tests may err, whatever the options of today make of the seeds.
    plan = parse_plan(PLAN.replace("samples = 60", "samples = 10").replace("elo1 = 60", "elo1 = 150\nalpha = 1e-6"))
    _, result = study(plan, tmp_path / "t.sqlite", lambda _: 0.5)
    assert not result.is_recommended
    assert result.recommended == plan.start


def test_more_samples_continue_a_study() -> None:
    def play(pairing: Pairing) -> MatchTally:
        wins = round(8 * hill(pairing))
        return MatchTally(wins, 8 - wins)

    few, more = (list(samples(parse_plan(PLAN.replace("samples = 60", f"samples = {n}")), play)) for n in (25, 40))
    assert more[:25] == few
    places = [sample.values["playout.capture.chance"] for sample in few[:18]]
    assert min(places) < 0.1 < 0.9 < max(places)  # the spread ones


def mean_drop(spread: int | None, caution: float, monkeypatch: pytest.MonkeyPatch) -> float:
    """Return how far below the top the best of 60 samples lies, in Elo, over 16 seeds."""
    monkeypatch.setattr("tengen.tune.model.CAUTION", caution)
    drops = []
    for seed in range(16):
        plan = parse_plan(PLAN)
        plan = replace(plan, sampling=replace(plan.sampling, seed=seed, spread=spread))

        def play(pairing: Pairing, seed: int = seed) -> MatchTally:
            random, chance = Random(f"{seed} {pairing.first.name}"), hill(pairing)
            wins = sum(random.random() < chance for _ in range(8))
            return MatchTally(wins, 8 - wins)

        found = list(samples(plan, play))
        drops.append(-height(best_values(plan, model_of(plan, found), found)))
    return sum(drops) / len(drops)


@pytest.mark.slow
def test_spread_and_caution_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    drops = {(spread, caution): mean_drop(spread, caution, monkeypatch) for spread in (0, None) for caution in (0, 2)}
    print(drops)
    assert drops[None, 2] == min(drops.values()) < 15


class Stop(BaseException):
    """What kills a study in the middle of a game."""


class MortalWorker(FakeWorker):
    """A worker that dies after some games."""

    left = 0

    async def play(self, job: GameJob) -> FinishedGame:
        if MortalWorker.left == 0:
            raise Stop
        MortalWorker.left -= 1
        return await super().play(job)


def test_a_study_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = parse_plan(PLAN.replace("samples = 60", "samples = 12"))
    whole = study(plan, tmp_path / "whole.sqlite", hill)
    path, kills = tmp_path / "killed.sqlite", 0
    while True:
        MortalWorker.left = 19
        try:
            with closing(Store(path)) as store:
                games = StudyGames(store, lambda _: [lambda: MortalWorker(hill)], Silent())
                found = list(samples(plan, games.play))
                again = found, conclude(plan, found, games.play)
                break
        except Stop:
            kills += 1
            assert games_in(path) == 19 * kills
    assert kills > 4
    assert again == whole
    assert games_in(path) == games_in(tmp_path / "whole.sqlite")


def test_void_games_end_a_study(tmp_path: Path) -> None:
    class VoidWorker(FakeWorker):
        async def play(self, job: GameJob) -> FinishedGame:
            return replace(await super().play(job), void=True, winner="", result="Void", reason="start")

    plan = parse_plan(PLAN)
    with closing(Store(tmp_path / "t.sqlite")) as store:
        games = StudyGames(store, lambda _: [lambda: VoidWorker(hill)], Silent())
        with pytest.raises(ValueError, match="void"):
            games.play(plan.sample_pairing(1, plan.start))


def test_an_unknown_optimiser_is_told() -> None:
    plan = parse_plan(PLAN.replace("games = 8", 'games = 8\noptimiser = "nonesuch"'))
    with pytest.raises(ValueError, match="nonesuch"):
        next(samples(plan, lambda _: MatchTally(1, 1)))


def test_the_command_tunes_with_engines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tengen.cli.main import main

    file = tmp_path / "tiny.toml"
    text = PLAN.replace("simulations = 100", "simulations = 5").replace("samples = 60", "samples = 2")
    text = text.replace("size = 9", "size = 5").replace("games = 8", "games = 2")
    file.write_text(text.replace("games = 400", "games = 2"))
    reports = []
    for _ in range(2):  # the second time all games are there
        with pytest.raises(SystemExit) as end:
            main(["tune", str(file), "--json"])
        assert end.value.code == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0] == reports[1]
    assert reports[0]["is_better_than_start"] is False
    assert reports[0]["recommended"] == {"playout.capture.chance": 1.0, "playout.ko.age": 4}
    assert games_in(tmp_path / "tiny.sqlite") == 6
