"""Workers of a match: each plays one game after another. Engines are kept between games of the same pairing."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple, Protocol

from tengen import __version__
from tengen.board.rules import rules_named
from tengen.game.game import Game
from tengen.game.replay import from_game
from tengen.match.definition import MatchPlayer, Pairing
from tengen.match.engine import SEED_LIMIT, RunningEngine, SetupFailure, start_engine
from tengen.match.finished import SIDES, FinishedGame, Side, opponent_of
from tengen.match.referee import LiveGame, Outcome, new_live_game, play_game, void
from tengen.match.store import Claim, machine

_log = logging.getLogger("tengen")

ORDINARY = ("score", "resign", "time")  # reasons after which both engines can play the next game


class GameJob(NamedTuple):
    """A game to be played."""

    pairing: Pairing
    claim: Claim

    @property
    def number(self) -> int:
        """The number of the game in its pairing, from 0."""
        return self.claim.number

    @property
    def first_is(self) -> Side:
        """The colour of the pairing's first player."""
        return "black" if self.pairing.first_is_black(self.number) else "white"

    @property
    def players(self) -> dict[Side, MatchPlayer]:
        """The player of each side."""
        first, second = self.pairing.players
        sides = {self.first_is: first, opponent_of(self.first_is): second}
        return {side: sides[side] for side in SIDES}

    @property
    def opening(self) -> tuple[str, ...]:
        """The moves that the game starts with."""
        index = self.pairing.opening_index(self.number)
        return () if index is None else self.pairing.openings[index]

    @property
    def seeds(self) -> dict[Side, int]:
        """A seed for each side, always the same for the same game of the same pairing."""
        return {side: _seed(self.pairing.hash, self.number, self.claim.attempt, side) for side in SIDES}


def _seed(*facts: str | int) -> int:
    digest = hashlib.sha256(repr(facts).encode()).digest()
    return int.from_bytes(digest[:8]) % SEED_LIMIT


class GameWorker(Protocol):
    """Plays games."""

    async def play(self, job: GameJob) -> FinishedGame:
        """Play a game to its end; raises WorkerLost if the worker dies."""
        ...

    async def close(self) -> None:
        """End the engines politely."""
        ...

    async def abort(self) -> None:
        """End the engines at once."""
        ...


NewWorker = Callable[[], GameWorker]


class WorkerLost(Exception):
    """The machine or process of a worker is gone; only the game that it was playing is lost."""


class LocalGameWorker:
    """A worker on this machine: two engines, and the referee in our own process."""

    def __init__(self) -> None:
        self._key: tuple[str, str, int, str] | None = None
        self._engines: list[RunningEngine] = []

    async def play(self, job: GameJob) -> FinishedGame:
        """Play a game to its end. Engines that must not play another game are ended before the next one, not here.

        So the game can be written first, and no engine's end can lose it.
        """
        started = time.time()
        await asyncio.to_thread(prepare, [job.pairing])
        live = new_live_game(job.pairing)
        try:
            first, second = await self._engines_for(job.pairing)
        except SetupFailure as failure:
            return _finished(job, live, void(failure.reason, str(failure)), started)
        engines = {job.first_is: first, opponent_of(job.first_is): second}
        live.engines = {side: engines[side] for side in SIDES}
        outcome = await play_game(live, job.seeds, job.opening)
        simulations = {side: await engine.mean_simulations() for side, engine in live.engines.items()}
        if outcome.reason not in ORDINARY or any(engine.is_broken for engine in self._engines):
            self._key = None
        return _finished(job, live, outcome, started, simulations)

    async def _engines_for(self, pairing: Pairing) -> list[RunningEngine]:
        """Return the engines of both players; those of the last game if the players are the same."""
        key = (pairing.first.hash, pairing.second.hash, pairing.size, pairing.rules)
        if key != self._key:
            await self.close()
            self._key = None  # should the second engine not start, the first one is not taken for another player's
        while len(self._engines) < 2:
            self._engines.append(await start_engine(pairing.players[len(self._engines)], pairing))
        self._key = key
        return self._engines

    async def close(self) -> None:
        """End the engines politely."""
        await self._end(RunningEngine.close)

    async def abort(self) -> None:
        """End the engines at once."""
        await self._end(RunningEngine.kill)

    async def _end(self, how: Callable[[RunningEngine], Awaitable[None]]) -> None:
        """End both engines at the same time. Whatever goes wrong with one of them, the match goes on."""
        engines, self._engines = self._engines, []
        ends = await asyncio.gather(*map(how, engines), return_exceptions=True)
        for engine, error in zip(engines, ends, strict=True):
            if error is not None:
                _log.warning("the engine of %s could not be ended: %r", engine.player.name, error)


def prepare(pairings: Iterable[Pairing]) -> None:
    """Load, or compile, the referee's board for these pairings; during a game that would stop all clocks."""
    for pairing in pairings:
        _load(pairing.size, pairing.rules)


@cache
def _load(size: int, rules: str) -> None:
    game = Game(size, rules=rules)
    game.play("A1")
    game.score(["A1"] if rules_named(rules).removes_dead else [])


def _finished(
    job: GameJob,
    live: LiveGame,
    outcome: Outcome,
    started: float,
    simulations: dict[Side, int | float | None] | None = None,
) -> FinishedGame:
    pairing, players = job.pairing, job.players
    versions: dict[str, str] = {side: engine.version for side, engine in live.engines.items()}
    return FinishedGame(
        pairing=pairing.hash,
        number=job.number,
        black=players["black"].hash,
        white=players["white"].hash,
        first_is=job.first_is,
        result=outcome.result,
        winner=outcome.winner or "",
        reason=outcome.reason,
        void=outcome.void,
        detail=outcome.detail,
        sgf=_sgf(job, live, outcome),
        moves=len(live.game.moves),
        seeds={side: live.seeds.get(side) for side in SIDES},
        opening=pairing.opening_index(job.number),
        handicap=pairing.handicap,
        seconds={side: [round(s, 4) for s in live.seconds[side]] for side in SIDES},
        simulations=simulations or dict.fromkeys(SIDES),
        versions=versions | {"tengen": __version__},
        machine=machine(),
        started=started,
        finished=time.time(),
    )


def _sgf(job: GameJob, live: LiveGame, outcome: Outcome) -> str:
    record, players = from_game(live.game), job.players
    record.black, record.white = players["black"].name, players["white"].name
    record.result = outcome.result
    record.date = datetime.now(UTC).date().isoformat()
    record.root.set_text("GN", f"{job.pairing.title}, game {job.number + 1}")
    if outcome.reason not in ORDINARY or outcome.detail:
        *_, last = record.nodes()
        last.comment = f"{outcome.result} ({outcome.reason})" + (f"\n{outcome.detail}" if outcome.detail else "")
    return record.to_bytes().decode("utf-8")
