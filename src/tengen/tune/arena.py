"""Playing the pairings of a study with the match runner, in one store."""

from collections.abc import Callable, Iterable, Sequence

from tengen.match.definition import Pairing
from tengen.match.runner import Runner, Source, Watcher, has_enough, run_match
from tengen.match.statistics import Tally
from tengen.match.store import Store
from tengen.match.venue import Venue

Venues = Callable[[Sequence[Pairing]], Iterable[Callable[[], Venue]]]


class Arena:
    """Plays pairings one after another."""

    def __init__(self, store: Store, venues: Venues, watcher: Watcher) -> None:
        self._store = store
        self._venues = venues
        self._watcher = watcher

    def play(self, pairing: Pairing) -> Tally:
        """Play what the store does not have yet of a pairing; raises ValueError if its games come to nothing."""
        self._store.add_pairing(pairing)
        if not has_enough(pairing, self._store.tally(pairing.hash)):
            run_match(Runner(Source([pairing]), self._store, self._watcher), self._venues([pairing]))
        tally = self._store.tally(pairing.hash)
        if not has_enough(pairing, tally):
            raise ValueError(
                f"{pairing.title}: too many games are void; `tengen match show {self._store.path}` tells why"
            )
        return tally
