"""Working through the plan: each core plays a few games of the most worthwhile cell, and then asks for the next."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import msgspec

from tengen.experiment.plan import BATCH_GAMES, PlannedCell, Planner
from tengen.experiment.play import export, pairing_for
from tengen.experiment.results import fill_store, read_games, results_path, store_path
from tengen.match.definition import Pairing
from tengen.match.runner import Progress, Runner, Source, Watcher, run_until_told
from tengen.match.statistics import win_rate
from tengen.match.store import Store
from tengen.match.worker import NewWorker, prepare


class Work(msgspec.Struct):
    """What is to be worked through, how long, and by whom."""

    planner: Planner
    folder: Path
    seconds: float
    """Wall-clock time; a batch of games is begun only if it should end in time."""
    watcher: Watcher
    clock: Callable[[], float] = time.monotonic

    def run(self, workers: Iterable[NewWorker]) -> int:
        """Play with these workers, one for each core, until the time is over; return the number of finished games.

        Ctrl-C and SIGTERM end it, with KeyboardInterrupt; finished games are kept.
        """
        crew = _Crew(self)
        run_until_told(crew.play(workers))
        return crew.finished


class _Crew:
    """The cores at work."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._end = work.clock() + work.seconds
        self._busy: dict[int, PlannedCell] = {}
        self._shown: dict[int, list[Progress]] = {}
        self.finished = 0

    async def play(self, workers: Iterable[NewWorker]) -> None:
        async with asyncio.TaskGroup() as tasks:
            for core, worker in enumerate(workers):
                tasks.create_task(self._play_on(core, worker))

    async def _play_on(self, core: int, worker: NewWorker) -> None:
        while True:
            left = self._end - self._work.clock()
            busy = {(planned.row.id, planned.cell.name) for planned in self._busy.values()}
            planned = self._work.planner.next_cell(left, busy)
            if planned is None or left <= 0:
                break
            self._busy[core] = planned
            games = min(planned.batch, max(BATCH_GAMES[0], int(left / max(planned.seconds, 1.0))))
            try:
                await self._play_batch(core, planned, games, worker)
            finally:
                del self._busy[core]
                self.show(core, [])
            self._work.planner.played(planned.row)

    async def _play_batch(self, core: int, planned: PlannedCell, games: int, worker: NewWorker) -> None:
        """Play the next games of a cell; give the cell up if none of them ends as a game should."""
        pairing = pairing_for(planned.cell, planned.tally.games + games)
        prepare([pairing])
        path = store_path(self._work.folder, planned.row.id)
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(Store(path)) as store:
            store.add_pairing(pairing)
            fill_store(store, read_games(results_path(self._work.folder, planned.row.id)), {pairing.hash})
            before = store.tally(pairing.hash).games
            runner = Runner(Source([pairing]), store, _CoreWatcher(core, planned, self, self._work.watcher))
            try:
                await runner.run([worker])
            finally:
                export(planned.row, store, self._work.folder)
                played = store.tally(pairing.hash).games - before
                self.finished += played
            self._tell(planned, pairing, store)
        if runner.given_up or runner.failures or not played:
            self._work.planner.refuse(planned)

    def _tell(self, planned: PlannedCell, pairing: Pairing, store: Store) -> None:
        tally = store.tally(pairing.hash)
        ours = tally if pairing.first.name == planned.cell.name else tally.of_opponent()
        value, low, high = win_rate(ours)
        rate = f"{value:.1%} ({low:.1%} to {high:.1%})"
        self._work.watcher.say(f"{planned.row.id}, {planned.cell.name}: {rate}, {ours.games} of {planned.wanted} games")

    def show(self, core: int, progress: list[Progress]) -> None:
        """Show what a core plays, beside what the others play."""
        self._shown[core] = progress
        self._work.watcher.progress([one for part in self._shown.values() for one in part])


class _CoreWatcher:
    """Shows the progress of one core."""

    def __init__(self, core: int, planned: PlannedCell, crew: _Crew, watcher: Watcher) -> None:
        self._core = core
        self._row = planned.row.id
        self._crew = crew
        self._watcher = watcher

    def progress(self, pairings: list[Progress]) -> None:
        """Show the games of this core and of all others."""
        self._crew.show(self._core, pairings)

    def say(self, message: str) -> None:
        """Show a message, with the row that it is about."""
        self._watcher.say(f"{self._row}: {message}")
