"""The runner: hands the games of a match to workers until every pairing has what it asked for.

It claims a game in the store, has it played, writes the result, and looks at the file again: what is edited there
counts from the next game on. Several runners may work on one store.
"""

import asyncio
import gc
import signal
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from tengen.match.definition import Pairing, read_definition
from tengen.match.statistics import Tally, sprt, wilson
from tengen.match.store import FinishedGame, Store
from tengen.match.venue import Assignment, LocalVenue, Venue, VenueLost, prepare

HEARTBEAT_SECONDS = 10.0
LOOK_SECONDS = 0.5  # between two looks at the file, or for a game when all are being played
VOIDS_IN_A_ROW = 3  # after which a pairing is given up
LOSSES_IN_A_ROW = 5  # of venues, after which their worker gives up
SWITCH_MARGIN = 0.1  # how far a worker's own pairing may be ahead before it changes, which costs two starts of engines


class Progress(NamedTuple):
    """How far a pairing is."""

    pairing: Pairing
    tally: Tally
    played_here: int
    """Games that this runner has finished."""
    is_done: bool


class Watcher(Protocol):
    """Who is told what happens."""

    def progress(self, pairings: list[Progress]) -> None:
        """See how far it is; after every game and every change."""
        ...

    def say(self, message: str) -> None:
        """Hear of something out of the ordinary."""
        ...


class Runner:
    """Plays a match."""

    def __init__(self, source: "Source", store: Store, watcher: Watcher) -> None:
        self._source = source
        self._store = store
        self._watcher = watcher
        self._played: Counter[str] = Counter()
        self._voids: Counter[str] = Counter()
        self._tallies: dict[str, Tally] = {}
        self.given_up: set[str] = set()
        """Pairings, by hash, of which too many games in a row were void."""

    async def run(self, venues: Iterable[Callable[[], Venue]]) -> None:
        """Play until all pairings are done, with a worker at each venue.

        When this is cancelled the running games are abandoned and the engines are killed.
        """
        self._take_in()
        helpers = [asyncio.create_task(self._beat()), asyncio.create_task(self._look())]
        try:
            async with asyncio.TaskGroup() as workers:
                for new_venue in venues:
                    workers.create_task(self._work(new_venue))
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
        self._report()

    async def _work(self, new_venue: Callable[[], Venue]) -> None:
        venue, own, lost = new_venue(), None, 0
        try:
            while not self._is_all_done():
                assignment = self._next(own)
                if assignment is None:
                    await asyncio.sleep(LOOK_SECONDS)
                    continue
                own = assignment.pairing.hash
                try:
                    self._write(assignment, await venue.play(assignment))
                    lost = 0
                except VenueLost as loss:
                    lost += 1
                    self._watcher.say(f"{assignment.pairing.title}, game {assignment.number + 1} is lost: {loss}")
                    self._store.release(assignment.claim)
                    await venue.abort()
                    venue = new_venue()
                    if lost >= LOSSES_IN_A_ROW:
                        self._watcher.say(f"a worker gives up after losing {lost} games in a row")
                        break
        except BaseException:
            await asyncio.shield(venue.abort())
            raise
        await venue.close()

    def _next(self, own: str | None) -> Assignment | None:
        """Claim a game of the least finished pairing; None if all that is left is being played."""
        playing = Counter(key for key, _ in self._store.claims())

        def rank(pairing: Pairing) -> float:
            games = self._tallies[pairing.hash].games + playing[pairing.hash]
            share = games / pairing.games if pairing.games else games / (games + 100)
            return share - (SWITCH_MARGIN if pairing.hash == own else 0.0)

        for pairing in sorted(self._source.pairings, key=rank):
            if not self._is_done(pairing) and (claim := self._store.claim(pairing.hash, pairing.games)):
                return Assignment(pairing, claim)
        return None

    def _write(self, assignment: Assignment, game: FinishedGame) -> None:
        pairing = assignment.pairing
        if not self._store.finish(game):
            self._watcher.say(f"{pairing.title}, game {game.number + 1} has been played by another runner")
        self._played[pairing.hash] += 1
        self._voids[pairing.hash] = self._voids[pairing.hash] + 1 if game.void else 0
        if game.detail and game.reason != "score":
            outcome = f"{pairing.title}, game {game.number + 1}: {game.result} ({game.reason})"
            self._watcher.say(f"{outcome}: {game.detail}")
        if self._voids[pairing.hash] == VOIDS_IN_A_ROW:
            self.given_up.add(pairing.hash)
            self._watcher.say(f"{pairing.title} is given up: {VOIDS_IN_A_ROW} void games in a row")
        self._report()

    def _report(self) -> None:
        for pairing in self._source.pairings:
            self._tallies[pairing.hash] = self._store.tally(pairing.hash)
        self._watcher.progress(
            [Progress(p, self._tallies[p.hash], self._played[p.hash], self._is_done(p)) for p in self._source.pairings]
        )

    def _is_all_done(self) -> bool:
        return all(map(self._is_done, self._source.pairings))

    def _is_done(self, pairing: Pairing) -> bool:
        return pairing.hash in self.given_up or has_enough(pairing, self._tallies[pairing.hash])

    def _take_in(self) -> None:
        for pairing in self._source.pairings:
            self._store.add_pairing(pairing)
        self._report()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._store.beat()

    async def _look(self) -> None:
        """Take in what is edited in the file, and what other runners have finished."""
        version = self._store.version()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if self._source.has_changed():
                    self._take_in()
                    self._watcher.say("the file has changed, and counts from the next game on")
            except (OSError, ValueError) as error:
                self._watcher.say(f"{error}; going on as before")
            if (now := self._store.version()) != version:
                version = now
                self._report()


class Source:
    """Where the pairings come from."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        self.pairings = _distinct(pairings)

    def has_changed(self) -> bool:
        """Return whether the pairings have changed since this was asked last."""
        return False


class FileSource(Source):
    """The pairings of a file, which may be edited while they are played."""

    def __init__(self, path: Path, games: int | None = None) -> None:
        """Read a file; a number of games given here counts for all pairings. Raises DefinitionError, OSError."""
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
        """Read the file again if it was written. A mistake in it is raised once, and changes nothing."""
        stamp = self._new_stamp()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self.pairings = _distinct(self._read())
        return True


def _distinct(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    return tuple({pairing.hash: pairing for pairing in pairings}.values())


def has_enough(pairing: Pairing, tally: Tally) -> bool:
    """Return whether a pairing has all its games, or its stopping rule says so."""
    if pairing.games is not None and tally.games >= pairing.games:
        return True
    if pairing.sprt is not None:
        return sprt(tally, pairing.sprt).decision != "open"
    if pairing.interval is not None:
        low, high = wilson(tally.points, tally.games)
        return (high - low) / 2 <= pairing.interval
    return False


def run_match(runner: Runner, venues: Iterable[Callable[[], Venue]]) -> None:
    """Run a match to its end. Ctrl-C and SIGTERM end it cleanly, with KeyboardInterrupt."""
    gc.freeze()  # or every collection would look through all that was imported, with Numba a tenth of the runner's time
    try:
        asyncio.run(_until_told(runner, venues))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None


async def _until_told(runner: Runner, venues: Iterable[Callable[[], Venue]]) -> None:
    this = asyncio.current_task()
    assert this is not None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        with suppress(NotImplementedError, ValueError, RuntimeError):  # not everywhere, and only in the main thread
            loop.add_signal_handler(number, this.cancel)
    await runner.run(venues)


def local_venues(workers: int, pairings: Iterable[Pairing]) -> list[Callable[[], Venue]]:
    """Return venues on this machine, after loading what the referee needs for the pairings."""
    prepare(pairings)
    return [LocalVenue] * workers
