"""A turn to analyse: the position, what to report, and how far it has come."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from threading import Lock
from typing import Any

from msgspec import UNSET

from tengen import Game, Limit, Restriction
from tengen.analysis.messages import Query
from tengen.analysis.settings import KnownSettings, View


class Stage(Enum):
    """How far a task has come."""

    WAITING = auto()
    """In the queue, or taken by a worker whose engine is still being made or compiled."""
    SEARCHING = auto()
    DONE = auto()
    """Answered for the last time."""


@dataclass(eq=False)
class Task:
    """One turn of a query. Its stage may be changed by any thread; everything else stays."""

    query: Query
    turn: int
    game: Game
    priority: int
    settings: KnownSettings
    options: dict[str, Any]
    """Options of the engine that differ from those of the command line."""
    restriction: Restriction
    view: View
    stop: Callable[[], None] = field(default=lambda: None)
    """Ends the search."""
    _stage: Stage = Stage.WAITING
    _lock: Lock = field(default_factory=Lock)

    def limit(self, usual: Limit) -> Limit:
        """Return when to end the search; what the query does not limit is limited as usual."""
        settings, visits = self.settings, self.query.max_visits
        if visits is UNSET:
            visits = settings.max_visits
        return Limit(
            simulations=None if settings.max_playouts is UNSET else settings.max_playouts,
            seconds=usual.seconds if settings.max_time is UNSET else settings.max_time,
            visits=usual.simulations if visits is UNSET else visits,
        )

    def begin_search(self, stop: Callable[[], None]) -> bool:
        """Say that the search begins, and how it is ended; returns False if the task was terminated before."""
        with self._lock:
            if self._stage is not Stage.WAITING:
                return False
            self._stage, self.stop = Stage.SEARCHING, stop
            return True

    def finish(self) -> bool:
        """Say that the last answer is about to be given; returns False if that has been said before."""
        with self._lock:
            is_first = self._stage is not Stage.DONE
            self._stage = Stage.DONE
            return is_first

    def terminate(self) -> bool:
        """End the task early; returns whether nothing was searched, so that the caller has to answer.

        A search that is running ends, and its worker answers with what it has found.
        """
        with self._lock:
            if self._stage is Stage.WAITING:
                self._stage = Stage.DONE
                return True
            if self._stage is Stage.SEARCHING:
                self.stop()
            return False

    @property
    def is_done(self) -> bool:
        """Whether the last answer has been given."""
        return self._stage is Stage.DONE

    def moves_after(self, earlier: "Task") -> int | None:
        """Return how many moves after another task's position this one is; None if the game is not the same."""
        game, before = self.game, earlier.game
        count = len(game.moves) - len(before.moves)
        is_same_game = (
            count >= 0
            and (game.size, game.compensation, game.rules) == (before.size, before.compensation, before.rules)
            and self.options == earlier.options
            and int(game.start.key) == int(before.start.key)
            and game.moves[: len(before.moves)] == before.moves
        )
        return count if is_same_game else None
