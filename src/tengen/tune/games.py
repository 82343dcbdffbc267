"""Playing the games of a study with the match runner, in one store."""

from collections.abc import Callable, Iterable, Sequence

from tengen.match.definition import Pairing
from tengen.match.runner import Runner, Source, Watcher, has_enough, run_match
from tengen.match.statistics import MatchTally
from tengen.match.store import Store
from tengen.match.worker import NewWorker

WorkersFor = Callable[[Sequence[Pairing]], Iterable[NewWorker]]
"""Returns the workers that play some pairings."""


class StudyGames:
    """Plays pairings one after another."""

    def __init__(self, store: Store, workers_for: WorkersFor, watcher: Watcher) -> None:
        self._store = store
        self._workers_for = workers_for
        self._watcher = watcher

    def play(self, pairing: Pairing) -> MatchTally:
        """Play the games of a pairing that the store does not have yet; raises ValueError if too many are void."""
        self._store.add_pairing(pairing)
        if not has_enough(pairing, self._store.tally(pairing.hash)):
            run_match(Runner(Source([pairing]), self._store, self._watcher), self._workers_for([pairing]))
        tally = self._store.tally(pairing.hash)
        if not has_enough(pairing, tally):
            raise ValueError(
                f"{pairing.title}: too many games are void; `tengen match show {self._store.path}` tells why"
            )
        return tally
