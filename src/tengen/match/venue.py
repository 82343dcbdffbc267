"""A venue: where games are played one after another. Engines stay between the games of a pairing."""

import asyncio
import hashlib
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple, Protocol

from tengen import __version__
from tengen.board.rules import rules_named
from tengen.game.replay import from_game
from tengen.match.definition import Pairing, Player
from tengen.match.plain_game import PlainGame
from tengen.match.referee import SIDES, Ending, Play, opponent, referee, void
from tengen.match.seat import SEED_LIMIT, Seat, SetupFailure, open_seat
from tengen.match.store import BySide, Claim, FinishedGame, Side, machine

ORDINARY = ("score", "resign", "time")  # endings after which an engine is as good as before


class Assignment(NamedTuple):
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
    def players(self) -> dict[Side, Player]:
        """Who has which colour."""
        first, second = self.pairing.players
        sides = {self.first_is: first, opponent(self.first_is): second}
        return {side: sides[side] for side in SIDES}

    @property
    def opening(self) -> tuple[str, ...]:
        """The moves to begin with."""
        index = self.pairing.opening_index(self.number)
        return () if index is None else self.pairing.openings[index]

    @property
    def seeds(self) -> BySide:
        """A seed for each side, always the same for the same game of the same pairing."""
        return {side: _seed(self.pairing.hash, self.number, self.claim.attempt, side) for side in SIDES}


def _seed(*facts: str | int) -> int:
    digest = hashlib.sha256(repr(facts).encode()).digest()
    return int.from_bytes(digest[:8]) % SEED_LIMIT


class Venue(Protocol):
    """Where games are played."""

    async def play(self, assignment: Assignment) -> FinishedGame:
        """Play a game to its end; raises VenueLost if there will be none."""
        ...

    async def close(self) -> None:
        """End the engines politely."""
        ...

    async def abort(self) -> None:
        """End the engines at once."""
        ...


class VenueLost(Exception):
    """The machine or process that was the venue is gone; only the running game is lost with it."""


class LocalVenue:
    """A venue on this machine: two engines, and the referee in our own process."""

    def __init__(self) -> None:
        self._key: tuple[str, str, int, str] | None = None
        self._seats: list[Seat] = []

    async def play(self, assignment: Assignment) -> FinishedGame:
        """Play a game to its end."""
        started = time.time()
        if assignment.pairing.time:
            await asyncio.to_thread(prepare, [assignment.pairing])
        try:
            first, second = await self._seated(assignment.pairing)
        except SetupFailure as failure:
            play = _no_play(assignment, void(failure.reason, str(failure)))
            return _finished(assignment, play, started)
        seats = {assignment.first_is: first, opponent(assignment.first_is): second}
        seats = {side: seats[side] for side in SIDES}
        play = await referee(assignment.pairing, seats, assignment.seeds, assignment.opening)
        game = _finished(assignment, play, started)
        if game.reason not in ORDINARY or any(seat.is_broken for seat in self._seats):
            await self.close()
        return game

    async def _seated(self, pairing: Pairing) -> list[Seat]:
        """Return the engines of both players, those of the last game if they are the same."""
        key = (pairing.first.hash, pairing.second.hash, pairing.size, pairing.rules)
        if key != self._key:
            await self.close()
        while len(self._seats) < 2:
            self._seats.append(await open_seat(pairing.players[len(self._seats)], pairing))
        self._key = key
        return self._seats

    async def close(self) -> None:
        """End the engines politely."""
        seats, self._seats = self._seats, []
        for seat in seats:
            await seat.close()

    async def abort(self) -> None:
        """End the engines at once."""
        seats, self._seats = self._seats, []
        for seat in seats:
            await seat.kill()


def prepare(pairings: Iterable[Pairing]) -> None:
    """Load what counting may need for these pairings, if one has a clock: loading during a game would stop it."""
    pairings = list(pairings)
    if any(pairing.time for pairing in pairings):
        for pairing in pairings:
            if rules_named(pairing.rules).removes_dead:
                _load(pairing.size, pairing.rules)


@cache
def _load(size: int, rules: str) -> None:
    game = PlainGame(size, rules=rules)
    game.play("A1")
    game.compiled().score(["A1"])


def _no_play(assignment: Assignment, ending: Ending) -> Play:
    pairing = assignment.pairing
    return Play(pairing, PlainGame(pairing.size, pairing.komi, pairing.rules), {}, {}, ending=ending)


def _finished(assignment: Assignment, play: Play, started: float) -> FinishedGame:
    pairing, ending, players = assignment.pairing, play.ending, assignment.players
    assert ending is not None
    versions: dict[str, str] = {side: seat.version for side, seat in play.seats.items()}
    return FinishedGame(
        pairing=pairing.hash,
        number=assignment.number,
        black=players["black"].hash,
        white=players["white"].hash,
        first_is=assignment.first_is,
        result=ending.result,
        winner=ending.winner or "",
        reason=ending.reason,
        void=ending.is_void,
        detail=ending.detail,
        sgf=_sgf(assignment, play, ending),
        moves=len(play.game.moves),
        seeds={side: play.seeds.get(side) for side in SIDES},
        opening=pairing.opening_index(assignment.number),
        handicap=pairing.handicap,
        seconds={side: [round(s, 4) for s in play.seconds[side]] for side in SIDES},
        simulations={side: players[side].options.get("simulations") for side in SIDES},
        versions=versions | {"tengen": __version__},
        machine=machine(),
        started=started,
        finished=time.time(),
    )


def _sgf(assignment: Assignment, play: Play, ending: Ending) -> str:
    record, players = from_game(play.game), assignment.players
    record.black, record.white = players["black"].name, players["white"].name
    record.result = ending.result
    record.date = datetime.now(UTC).date().isoformat()
    record.root.set_text("GN", f"{assignment.pairing.title}, game {assignment.number + 1}")
    if ending.reason not in ORDINARY or ending.detail:
        *_, last = record.nodes()
        last.comment = f"{ending.result} ({ending.reason})" + (f"\n{ending.detail}" if ending.detail else "")
    return record.to_bytes().decode("utf-8")
