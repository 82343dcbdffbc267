"""The runner: gives the games of a match to workers until every pairing has its games, or its stopping rule ends it.

It claims a game in the store, has it played, writes the result, and looks at the file again: edits take effect from the
next game on. Several runners may work on one store.
"""

import asyncio
import gc
import signal
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from tengen.match.definition import Pairing, TimeControl
from tengen.match.engine import clock_note
from tengen.match.finished import FinishedGame
from tengen.match.match_file import read_definition
from tengen.match.statistics import MatchTally, sprt, wilson
from tengen.match.store import Store, StoreBusy, StoreError
from tengen.match.worker import GameJob, LocalGameWorker, NewWorker, WorkerLost, prepare

HEARTBEAT_SECONDS = 10.0
LOOK_SECONDS = 0.5  # between two looks at the file, or for a free game
VOIDS_IN_A_ROW = 3  # after which a pairing is given up
LOSSES_IN_A_ROW = 5  # after which a worker is given up
RETRY_SECONDS = 5.0  # between two attempts to write to a store that cannot be written, such as on a full disk
RETRY_LIMIT = 3600.0  # seconds after which the match ends with an error instead
SWITCH_MARGIN = 0.1  # how far ahead a worker's pairing may be before the worker switches, which restarts two engines


T = TypeVar("T")


class Progress(NamedTuple):
    """The progress of a pairing."""

    pairing: Pairing
    tally: MatchTally
    played_here: int
    """Games that this runner has finished."""
    is_done: bool


class Watcher(Protocol):
    """Shows the progress of a match."""

    def progress(self, pairings: list[Progress]) -> None:
        """Show the progress; called after every game and every change of the file."""
        ...

    def say(self, message: str) -> None:
        """Show a message about something unusual."""
        ...


class Runner:
    """Plays a match."""

    def __init__(self, source: "Source", store: Store, watcher: Watcher) -> None:
        self._source = source
        self._store = store
        self._watcher = watcher
        self._played: Counter[str] = Counter()
        self._voids: Counter[str] = Counter()
        self._pairings: tuple[Pairing, ...] = ()
        self._tallies: dict[str, MatchTally] = {}
        self._busy_since: float | None = None
        self.given_up: set[str] = set()
        """Hashes of pairings that had too many void games in a row."""
        self.failures: list[str] = []
        """After the match: why its result should not be trusted, in words; empty if it can be."""

    async def run(self, workers: Iterable[NewWorker]) -> None:
        """Play until all pairings are done, with these workers.

        When this is cancelled the running games are abandoned and the engines are killed.
        """
        self._take_in()
        background = [asyncio.create_task(self._beat()), asyncio.create_task(self._look())]
        try:
            async with asyncio.TaskGroup() as tasks:
                for new_worker in workers:
                    tasks.create_task(self._work(new_worker))
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
        self._report(self._pairings)
        self.failures = [text for pairing in self._pairings for text in self._failures(pairing)]
        if not self._is_all_done():
            self.failures.append("the match is not finished: all workers are given up")
        for text in self.failures:
            self._watcher.say(text)

    async def _work(self, new_worker: NewWorker) -> None:
        worker, own, lost = new_worker(), None, 0
        try:
            while not self._is_all_done():
                job = await self._patiently(partial(self._next, own))
                if job is None:
                    await asyncio.sleep(LOOK_SECONDS)
                    continue
                own = job.pairing.hash
                try:
                    game = await worker.play(job)
                    lost = 0
                    await self._write(job, game)
                except WorkerLost as loss:
                    lost += 1
                    self._watcher.say(f"{job.pairing.title}, game {job.number + 1} is lost: {loss}")
                    await self._patiently(partial(self._store.release, job.claim))
                    await worker.abort()
                    worker = new_worker()
                    if lost >= LOSSES_IN_A_ROW:
                        self._watcher.say(f"a worker is given up after {lost} lost games in a row")
                        break
        except BaseException:
            await asyncio.shield(worker.abort())
            raise
        await worker.close()

    def _next(self, own: str | None) -> GameJob | None:
        """Claim a game of the pairing with the least progress; None if all remaining games are being played."""
        playing = Counter(key for key, _ in self._store.claims())

        def rank(pairing: Pairing) -> float:
            games = self._tallies[pairing.hash].games + playing[pairing.hash]
            share = games / pairing.games if pairing.games else games / (games + 100)
            return share - (SWITCH_MARGIN if pairing.hash == own else 0.0)

        for pairing in sorted(self._pairings, key=rank):
            if not self._is_done(pairing) and (claim := self._store.claim(pairing.hash, pairing.games)):
                return GameJob(pairing, claim)
        return None

    async def _patiently(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns; while it raises StoreBusy, try again, for up to an hour."""
        while True:
            try:
                done = work()
            except StoreBusy as error:
                now = time.monotonic()
                if self._busy_since is None:
                    self._busy_since = now
                    self._watcher.say(f"{error}; trying again every {RETRY_SECONDS:g} s, finished games are kept")
                if now - self._busy_since > RETRY_LIMIT:
                    raise
                await asyncio.sleep(RETRY_SECONDS)
            else:
                if self._busy_since is not None:
                    self._busy_since = None
                    self._watcher.say(f"{self._store.path}: it works again")
                return done

    async def _write(self, job: GameJob, game: FinishedGame) -> None:
        pairing = job.pairing
        try:
            counts = await self._patiently(partial(self._store.finish, game))
        except BaseException:
            self._watcher.say(f"{pairing.title}, game {game.number + 1} is finished, but could not be written")
            raise
        if not counts:
            self._watcher.say(f"{pairing.title}, game {game.number + 1} was also played by another runner")
        self._played[pairing.hash] += 1
        self._voids[pairing.hash] = self._voids[pairing.hash] + 1 if game.void else 0
        if game.detail and game.reason != "score":
            outcome = f"{pairing.title}, game {game.number + 1}: {game.result} ({game.reason})"
            self._watcher.say(f"{outcome}: {game.detail}")
        if self._voids[pairing.hash] == VOIDS_IN_A_ROW:
            self.given_up.add(pairing.hash)
            self._watcher.say(f"{pairing.title} is given up: {VOIDS_IN_A_ROW} void games in a row")
        await self._patiently(partial(self._report, self._pairings))

    def _report(self, pairings: tuple[Pairing, ...]) -> None:
        """Count the games of the pairings that are to be played from now on, and show them."""
        self._tallies = {pairing.hash: self._store.tally(pairing.hash) for pairing in pairings}
        self._pairings = pairings
        self._watcher.progress(
            [Progress(p, self._tallies[p.hash], self._played[p.hash], self._is_done(p)) for p in pairings]
        )

    def _failures(self, pairing: Pairing) -> Iterable[str]:
        """Yield what to say of a pairing in which an engine has failed in every game: its result means nothing."""
        failed = self._store.failures(pairing.hash)
        if sum(failed) and sum(failed) == self._store.tally(pairing.hash).games:
            names = [f"{player.name} in {n}" for player, n in zip(pairing.players, failed, strict=True) if n]
            yield f"{pairing.title}: an engine failed in every game ({', '.join(names)}); the result says nothing"

    def _is_all_done(self) -> bool:
        return all(map(self._is_done, self._pairings))

    def _is_done(self, pairing: Pairing) -> bool:
        return pairing.hash in self.given_up or has_enough(pairing, self._tallies[pairing.hash])

    def _take_in(self) -> None:
        """Play the pairings that the source has now."""
        pairings, known = self._source.pairings, {pairing.hash for pairing in self._pairings}
        for pairing in pairings:
            self._store.add_pairing(pairing)
        self._report(pairings)
        for pairing in pairings:
            for note in () if pairing.hash in known or pairing.time is None else _clock_notes(pairing, pairing.time):
                self._watcher.say(f"{pairing.title}: {note}")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with suppress(StoreError):  # the workers tell of it, and others see that our process lives
                self._store.beat()

    async def _look(self) -> None:
        """Notice edits of the file, and games that other runners have finished."""
        version, is_new = None, False
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                is_new = self._source.has_changed() or is_new
                if is_new:
                    self._take_in()
                    is_new = False
                    self._watcher.say("the file has changed; it takes effect from the next game on")
                if (now := self._store.version()) != version:
                    version = now
                    self._report(self._pairings)
            except StoreError:
                pass  # the workers tell of it; look again later
            except (OSError, ValueError) as error:
                self._watcher.say(f"{error}; continuing as before")


class Source:
    """Where the pairings come from."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        self.pairings = _distinct(pairings)

    def has_changed(self) -> bool:
        """Return whether the pairings have changed since the last call."""
        return False


class FileSource(Source):
    """The pairings of a file, which may be edited while they are played."""

    def __init__(self, path: Path, games: int | None = None) -> None:
        """Read a file; a number of games given here counts for all pairings. Raises ConfigError, OSError."""
        self.path = path
        self._games = games
        self._stamp = self._new_stamp()
        super().__init__(self._read())

    def _new_stamp(self) -> tuple[int, ...]:
        try:
            status = self.path.stat()
        except OSError:
            return ()
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _read(self) -> Iterable[Pairing]:
        pairings = read_definition(self.path).pairings
        if self._games is None:
            return pairings
        return [msgspec.structs.replace(pairing, games=self._games) for pairing in pairings]

    def has_changed(self) -> bool:
        """Read the file again if it was written. A mistake in it is raised once and changes nothing."""
        stamp = self._new_stamp()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self.pairings = _distinct(self._read())
        return True


def _distinct(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    return tuple({pairing.hash: pairing for pairing in pairings}.values())


def _clock_notes(pairing: Pairing, clock: TimeControl) -> Iterable[str]:
    return filter(None, (clock_note(player, clock) for player in pairing.players))


def has_enough(pairing: Pairing, tally: MatchTally) -> bool:
    """Return whether a pairing has all its games, or its stopping rule ends it."""
    if pairing.games is not None and tally.games >= pairing.games:
        return True
    if pairing.sprt is not None:
        return sprt(tally, pairing.sprt).decision != "open"
    if pairing.interval is not None:
        low, high = wilson(tally.points, tally.games)
        return (high - low) / 2 <= pairing.interval
    return False


def run_match(runner: Runner, workers: Iterable[NewWorker]) -> None:
    """Run a match to its end. Ctrl-C and SIGTERM end it cleanly, with KeyboardInterrupt."""
    run_until_told(runner.run(workers))


def run_until_told(work: Coroutine[Any, Any, None]) -> None:
    """Run runners, alone or several at once, to their end. Ctrl-C and SIGTERM end them, with KeyboardInterrupt."""
    gc.freeze()  # else every collection looks through all imported modules, with Numba a tenth of the runner's time
    try:
        asyncio.run(_until_told(work))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None


async def _until_told(work: Coroutine[Any, Any, None]) -> None:
    this = asyncio.current_task()
    assert this is not None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        with suppress(NotImplementedError, ValueError, RuntimeError):  # not everywhere, and only in the main thread
            loop.add_signal_handler(number, this.cancel)
    await work


def local_workers(workers: int, pairings: Iterable[Pairing]) -> list[NewWorker]:
    """Return workers on this machine, after loading the referee's board for the pairings."""
    prepare(pairings)
    return [LocalGameWorker] * workers
