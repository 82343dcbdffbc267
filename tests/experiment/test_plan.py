"""The plan: what games cost, what they teach, and that cores work through it."""

import asyncio
import signal
from pathlib import Path

import pytest
from msgspec.structs import replace

from experiment.made_row import Silent, games
from match.fake_worker import FakeWorker
from tengen.experiment.cost import (
    affordable,
    estimated_seconds,
    halved,
    measured_seconds,
    threads_of,
    wanted_games,
)
from tengen.experiment.plan import PlannedCell, Planner, plan_of, planned_cells
from tengen.experiment.play import pairing_for
from tengen.experiment.results import read_games, results_path, write_games
from tengen.experiment.row import Opponent, Row, parse_row, row_named
from tengen.experiment.work import Work
from tengen.match.finished import FinishedGame
from tengen.match.statistics import MatchTally
from tengen.match.worker import GameJob

TEXT = """
title = "Random against random"
source = "nobody"
beats = [["a", "b"]]
[setting]
preset = "random"
opponent = { preset = "random" }
size = 5
[[cells]]
name = "a"
published = 60
[[cells]]
name = "b"
published = 50
komi = 6.5
[[cells]]
name = "c"
komi = 5.5
"""


def made() -> Row:
    return parse_row("planned", TEXT)


def planned(won: int = 0, lost: int = 0, **facts: object) -> PlannedCell:
    row = made()
    usual: dict[str, object] = {"row": row, "cell": row.cells[2], "tally": MatchTally(won, lost), "wanted": 100}
    return PlannedCell(**(usual | {"seconds": 60.0, "is_measured": True} | facts))  # type: ignore[arg-type]


def test_a_game_costs_what_its_players_thought() -> None:
    played = games("a", 2, 0, moves=51, seconds={"black": [2.0], "white": [1.0]})
    assert measured_seconds(played) == 26 * 2 + 25 * 1
    assert measured_seconds(games("a", 2, 0)) is None


def test_an_unplayed_game_is_estimated_by_simulations_clock_and_board() -> None:
    cell = row_named("mogo-3").cells[0]
    assert 60 < estimated_seconds(cell) < 120
    twice = replace(cell, simulations=140_000)
    assert 1.5 < estimated_seconds(twice) / estimated_seconds(cell) < 2
    assert estimated_seconds(replace(cell, size=19)) > 10 * estimated_seconds(cell)
    itself = Opponent(preset="mogo")
    by_clock = replace(cell, simulations=None, seconds_a_game=100.0, opponent=itself)
    assert estimated_seconds(by_clock) == pytest.approx(190)
    doubled = row_named("tengen-scaling").cells[0]  # the players' own simulations: 500 and 250
    both = replace(doubled, simulations=250)
    assert estimated_seconds(doubled) == pytest.approx(1.5 * estimated_seconds(both))


@pytest.mark.parametrize(("size", "games"), [(5, 100), (9, 100), (13, 50), (19, 30), (25, 30)])
def test_smaller_boards_want_more_games(size: int, games: int) -> None:
    assert wanted_games(size) == games


def test_only_what_takes_more_than_six_hours_is_scaled() -> None:
    mogo = affordable(row_named("mogo-5").cells)
    assert [cell.limit for cell in mogo.values()] == ["17,500 simulations", "70,000 simulations", "210,000 simulations"]
    pachi = affordable(row_named("pachi-4.1").cells)
    assert pachi["value-based against none, 3.6 min"].limit == "5,200 simulations"
    assert pachi["value-based against none, 30 min"].limit == "10,800 simulations"
    for name in ("mogo-4", "mango-1", "pachi-3.3", "pachi-time", "lingo-5"):
        for cell in affordable(row_named(name).cells).values():
            assert cell.limit in row_named(name).cell(cell.name).paper_limits


def test_cells_with_the_same_limit_are_scaled_alike() -> None:
    cheap = replace(row_named("mogo-3").cells[0], simulations=400_000)
    dear = replace(cheap, name="dear", opponent=Opponent(preset="mogo"))
    limits = {cell.limit for cell in affordable([cheap, dear]).values()}
    assert limits == {"100,000 simulations"}
    assert affordable([cheap])[cheap.name].limit == "200,000 simulations"


def test_limits_are_halved_to_whole_numbers() -> None:
    cell = row_named("mogo-3").cells[0]
    assert halved(cell, 0) is cell
    assert halved(cell, 3).limit == "8,750 simulations"
    by_move, by_game = (
        replace(cell, simulations=None, seconds=5.0),
        replace(cell, simulations=None, seconds_a_game=25.0),
    )
    assert (halved(by_move, 1).limit, halved(by_move, 9).limit) == ("2 s a move", "1 s a move")
    assert halved(by_game, 1).limit == "12 s a game"
    unlimited = replace(cell, simulations=None)
    assert halved(unlimited, 3) == unlimited


def test_games_by_the_clock_need_a_core_for_each_thread() -> None:
    same_simulations, same_time = row_named("mogo-threads").cells
    assert (threads_of(same_simulations), threads_of(same_time)) == (1, 4)


def test_the_next_games_teach_less_the_more_there_are() -> None:
    none, few, many = planned(), planned(5, 5), planned(40, 40)
    assert none.margin == 0.5
    assert none.worth > few.worth > many.worth > planned(50, 50).worth == 0
    assert planned(5, 5, seconds=600.0).worth < few.worth
    assert planned(5, 5, is_open=True).worth == 2 * few.worth
    assert planned(5, 5, verdict_hours=1.0).worth > planned(5, 5, verdict_hours=4.0).worth
    assert few.margin > few.next_margin > many.next_margin


@pytest.mark.parametrize(("seconds", "batch"), [(0.0, 10), (60.0, 10), (130.0, 4), (900.0, 2)])
def test_a_batch_takes_about_ten_minutes(seconds: float, batch: int) -> None:
    assert planned(seconds=seconds).batch == batch
    assert planned(50, 49, seconds=seconds).batch == 1


def test_a_row_near_its_verdict_comes_first(tmp_path: Path) -> None:
    row = made()
    pairing = pairing_for(row.cells[0], 1).hash
    write_games(
        results_path(tmp_path, "planned"), games("a", 15, 4, pairing=pairing, seconds={"black": [1], "white": [1]})
    )
    a, b, c = planned_cells(row, tmp_path)
    assert (a.tally.games, b.tally.games, a.is_measured, a.seconds) == (19, 0, True, 50.0)
    assert a.verdict_hours == b.verdict_hours == pytest.approx(50 / 3600)
    assert c.verdict_hours is None
    assert [one.cell.name for one in plan_of([row], tmp_path)] == ["b", "a", "c"]  # the fewest games first
    write_games(results_path(tmp_path, "planned"), games("a", 15, 4, pairing="of an older definition"))
    assert planned_cells(row, tmp_path)[0].tally.games == 0


def test_what_cannot_be_played_here_comes_last(tmp_path: Path) -> None:
    text = TEXT.replace('name = "a"', 'name = "a"\nopponent = { command = "no-such-program --gtp" }')
    text = text.replace('name = "c"', 'name = "c"\nset = { nonesuch = 1 }\nseconds = 1')
    plan = plan_of([parse_row("planned", text), row_named("mango-cost")], tmp_path)
    assert [(one.cell.name, one.lacking) for one in plan] == [
        ("b", ()),
        ("a", ("program no-such-program",)),
        ("c", ("option nonesuch=1",)),
    ]
    assert all(one.verdict_hours is None for one in plan)  # the row cannot get a verdict
    (threads,) = (one for one in planned_cells(row_named("mogo-threads"), tmp_path) if one.cell.name == "same time")
    assert threads.lacking == ("4 cores",)
    assert not planned_cells(row_named("mogo-threads"), tmp_path, cores=4)[1].lacking


def test_a_planner_gives_out_no_cell_twice_and_keeps_to_the_time(tmp_path: Path) -> None:
    planner = Planner([made()], tmp_path, 1)
    first = planner.next_cell(60)
    assert first is not None
    second = planner.next_cell(60, {("planned", first.cell.name)})
    assert second is not None
    assert second.cell.name != first.cell.name
    planner.refuse(first)
    again = planner.next_cell(60)
    assert again is not None
    assert again.cell.name != first.cell.name
    assert Planner([row_named("pachi-5")], tmp_path, 1).next_cell(60) is None  # minutes for each game


class Watching(Silent):
    """A watcher that keeps how many pairings were shown at once."""

    def __init__(self) -> None:
        super().__init__()
        self.most = 0

    def progress(self, pairings: object) -> None:
        assert isinstance(pairings, list)
        self.most = max(self.most, len(pairings))


class SlowWorker(FakeWorker):
    """Lets the other cores have their turn."""

    async def play(self, job: GameJob) -> FinishedGame:
        await asyncio.sleep(0)
        return await super().play(job)


def work(folder: Path, watcher: Silent, seconds: float = 1e6) -> Work:
    return Work(Planner([made()], folder, 2), folder, seconds, watcher)


def test_cores_work_through_the_plan_and_continue(tmp_path: Path) -> None:
    watcher = Watching()
    count = work(tmp_path, watcher).run([lambda: SlowWorker(lambda _: 0.5)] * 2)
    played = read_games(results_path(tmp_path, "planned"))
    assert count == len(played) == 300
    assert {cell: sum(game.cell == cell for game in played) for cell in "abc"} == {"a": 100, "b": 100, "c": 100}
    assert watcher.most == 2
    assert any(message.endswith("100 of 100 games") for message in watcher.messages)
    assert work(tmp_path, watcher).run([lambda: SlowWorker(lambda _: 0.5)]) == 0


def test_no_batch_is_begun_when_the_time_is_over(tmp_path: Path) -> None:
    times = iter([0.0, 0.0, 11.0])
    small = work(tmp_path, Silent(), 10.0)
    small.clock = lambda: next(times)
    assert small.run([lambda: FakeWorker(lambda _: 0.5)]) == 10


class StoppedWorker(FakeWorker):
    """Is interrupted in its fourth game."""

    async def play(self, job: GameJob) -> FinishedGame:
        if job.number == 3:
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(60)
        return await super().play(job)


def test_an_interrupt_loses_no_finished_game(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        work(tmp_path, Silent()).run([lambda: StoppedWorker(lambda _: 0.5)])
    assert len(read_games(results_path(tmp_path, "planned"))) == 3


class FailingWorker(FakeWorker):
    """Its engine never starts."""

    async def play(self, job: GameJob) -> FinishedGame:
        played = await super().play(job)
        return replace(played, void=True, winner="", result="Void", reason="start", detail="no such program")


def test_a_cell_whose_games_fail_is_given_up(tmp_path: Path) -> None:
    watcher = Silent()
    assert work(tmp_path, watcher).run([lambda: FailingWorker(lambda _: 0.5)]) == 0
    assert sum("is given up" in message for message in watcher.messages) == 3
