"""What all pages of a server share: limits, store, cores, preparation, and the open games."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.web.cores import Cores
from tengen.web.laboratory import Laboratory
from tengen.web.limits import Limits
from tengen.web.messages import ANSWERS, GameSetup, Preparation, Setup
from tengen.web.preparation import Preparer
from tengen.web.store import GameStore, StoredGame

if TYPE_CHECKING:
    from tengen.web.table import Table

DATABASE = "games.sqlite"


class Shared:
    """Everything that pages have in common."""

    def __init__(self, folder: Path, limits: Limits, cores: int, adviser: Setup, new_game: GameSetup) -> None:
        """Open the store in a folder; raises OSError and ValueError if that cannot be done."""
        self.folder = folder
        self.limits = limits
        self.store = GameStore(folder / DATABASE)
        self.cores = Cores(cores)
        self.adviser = adviser
        """The engine that gives hints, estimates scores, counts and reviews."""
        self.new_game = new_game
        """What the command line says about a new game."""
        self.preparer = Preparer(self._tell_preparation)
        self.laboratory = Laboratory(folder / "matches", limits.match_workers)
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()
        self.listeners: set[Callable[[ANSWERS], None]] = set()
        self.preparation: Preparation | None = None
        """The last message about the progress of loading."""
        self.lost: list[str] = []
        """The games that could not be saved when the server ended, and why."""

    def table(self, name: str) -> "Table":
        """Return the open game of a name, or open it; raises LookupError if there is none."""
        from tengen.web.table import Table

        with self._lock:
            if name not in self._tables:
                self._tables[name] = Table(self, self.store.load(name))
            return self._tables[name]

    def add(self, stored: StoredGame, *, is_kept: bool = True) -> "Table":
        """Open a new game, which is saved at once if it is to be kept; raises OSError if that cannot be done."""
        from tengen.web.table import Table

        table = Table(self, stored, is_kept=is_kept)
        table.write()
        with self._lock:
            self._tables[stored.game] = table
        return table

    def leave(self, table: "Table") -> None:
        """Forget an open game that no page looks at any more, and free its engines; not while it cannot be saved."""
        with self._lock:
            if table.is_deserted and self._is_saved(table):
                self._tables.pop(table.name, None)
                table.close()

    def _is_saved(self, table: "Table") -> bool:
        """Return whether all of a game is in the store, after another attempt if it was not."""
        with table.lock:
            if table.unsaved is not None:
                table.save()
            return table.unsaved is None

    def delete(self, name: str) -> None:
        """Delete a game. Pages that show it go on without saving it."""
        with self._lock:
            if name in self._tables:
                self._tables[name].is_kept = False
        self.store.delete(name)

    def tell_all(self, message: ANSWERS) -> None:
        """Send a message to all pages."""
        for tell in tuple(self.listeners):
            tell(message)

    def _tell_preparation(self, message: Preparation) -> None:
        self.preparation = message
        self.tell_all(message)

    def close(self) -> None:
        """Free the engines and close the store. Games that cannot be saved until now are lost."""
        with self._lock:
            tables = list(self._tables.values())
            self._tables.clear()
        for table in tables:
            table.close()
            if not self._is_saved(table):
                self.lost.append(f"{table.title}: {table.unsaved}")
        self.laboratory.close()
        self.preparer.close()
        self.store.close()
