"""The engines of a game on the server: the person's opponent, and the adviser that counts and gives hints."""

import threading
from typing import TYPE_CHECKING

from tengen import Engine
from tengen.web.messages import Setup
from tengen.web.setups import new_engine

if TYPE_CHECKING:
    from tengen.web.shared import Shared


class TableEngines:
    """The engines of one game. Each is made, and its code loaded, when it is first needed."""

    def __init__(self, shared: "Shared") -> None:
        self._shared = shared
        self._lock = threading.Lock()
        self._opponent: Engine | None = None
        self._setup: Setup | None = None
        self._adviser: Engine | None = None
        self._is_closed = False

    def has_opponent(self, setup: Setup) -> bool:
        """Return whether the opponent of a setup is ready to play."""
        return self._opponent is not None and self._setup == setup

    def opponent(self, setup: Setup, size: int) -> Engine:
        """Return the opponent of a setup, ready for the board; one of another setup is freed."""
        with self._lock:
            if self._opponent is None or self._setup != setup:
                old, self._opponent = self._opponent, None
                if old is not None:
                    old.close()
                self._opponent, self._setup = self._ready(setup, size), setup
            return self._opponent

    def adviser(self, size: int) -> Engine:
        """Return the adviser, ready for the board."""
        with self._lock:
            if self._adviser is None:
                self._adviser = self._ready(self._shared.adviser, size)
            return self._adviser

    def _ready(self, setup: Setup, size: int) -> Engine:
        engine = new_engine(setup, self._shared.limits.engine_megabytes)
        self._shared.preparer.prepare(engine, setup, size)
        if self._is_closed:
            engine.close()
        return engine

    def close(self) -> None:
        """Free all engines, also those that are being made."""
        self._is_closed = True
        engines, self._opponent, self._adviser = (self._opponent, self._adviser), None, None
        for engine in engines:
            if engine is not None:
                engine.close()
