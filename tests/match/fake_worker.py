"""A worker that starts no engine: the result of a game is drawn at random, from the game's own seeds."""

from collections.abc import Callable, Sequence
from random import Random

from match.made_store import game
from tengen.match.definition import Pairing
from tengen.match.finished import FinishedGame
from tengen.match.worker import GameJob

Chance = Callable[[Pairing], float]


class FakeWorker:
    """A worker for which the first player of a pairing wins with a given chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    async def play(self, job: GameJob) -> FinishedGame:
        drawn = Random(job.seeds["black"]).random()
        return game(job.pairing, job.number, float(drawn < self._chance(job.pairing)))

    async def close(self) -> None:
        pass

    async def abort(self) -> None:
        pass


def fake_workers(chance: Chance) -> Callable[[Sequence[Pairing]], list[Callable[[], FakeWorker]]]:
    """Return what finds workers for pairings."""
    return lambda _: [lambda: FakeWorker(chance)]
