"""A venue where no engine plays: the result of a game is drawn, from the game's own seeds."""

from collections.abc import Callable, Sequence
from random import Random

from match.made_store import game
from tengen.match.definition import Pairing
from tengen.match.store import FinishedGame
from tengen.match.venue import Assignment

Chance = Callable[[Pairing], float]


class FakeVenue:
    """A venue at which the first player of a pairing wins with a given chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    async def play(self, assignment: Assignment) -> FinishedGame:
        drawn = Random(assignment.seeds["black"]).random()
        return game(assignment.pairing, assignment.number, float(drawn < self._chance(assignment.pairing)))

    async def close(self) -> None:
        pass

    async def abort(self) -> None:
        pass


def fake_venues(chance: Chance) -> Callable[[Sequence[Pairing]], list[Callable[[], FakeVenue]]]:
    """Return what finds venues for pairings."""
    return lambda _: [lambda: FakeVenue(chance)]
