"""Loads and compiles the engine's code in the background, and tells the pages how far that is.

The page is served before Numba is imported. A request that needs a board or an engine waits in ``ready``; all others
are answered at once.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tengen.web.messages import Preparation, Setup
from tengen.web.setups import new_engine

if TYPE_CHECKING:
    from tengen import Engine

logger = logging.getLogger("tengen.web")

COMPILING_SECONDS = 90.0  # about what compiling everything for a board size takes
LOADING_SECONDS = 3.0  # about what loading compiled code takes
TELL_SECONDS = 0.5


class Preparer:
    """Makes engines ready. Whoever ``listens`` gets the progress."""

    def __init__(self, tell: Callable[[Preparation], None]) -> None:
        self._tell = tell
        self._loaded = threading.Event()
        self._error: BaseException | None = None
        self._compiling: str | None = None
        self._handler = _CompilingHandler(self._note)

    def start(self, size: int, setup: Setup) -> None:
        """Begin to load the code, and then to prepare an engine for a board size; returns at once."""
        logging.getLogger("tengen.compiled").addHandler(self._handler)
        logging.getLogger("tengen.compiled").setLevel(logging.DEBUG)
        threading.Thread(target=self._load, args=(size, setup), name="preparation", daemon=True).start()

    def close(self) -> None:
        """Stop listening to the compiler."""
        logging.getLogger("tengen.compiled").removeHandler(self._handler)

    @property
    def is_loaded(self) -> bool:
        """Whether the code of boards and engines is loaded."""
        return self._loaded.is_set()

    def ready(self) -> None:
        """Wait until the code is loaded; raises RuntimeError if it cannot be."""
        self._loaded.wait()
        if self._error is not None:
            raise RuntimeError(f"the engine cannot be loaded: {self._error}")

    def _load(self, size: int, setup: Setup) -> None:
        try:
            with self.told(size, "loading the engine"):
                try:
                    import tengen
                    import tengen.review.annotate
                    import tengen.web.record_tree

                    game = tengen.Game(size)
                    _ = tengen.Engine
                finally:
                    self._loaded.set()
                with new_engine(setup, megabytes=1) as engine:
                    engine.prepare(game)
        except Exception as error:  # whatever it is, the pages must hear of it
            logger.exception("the engine cannot be loaded")
            self._error = error

    def prepare(self, engine: "Engine", size: int, *, is_explained: bool = False) -> None:
        """Compile or load what an engine needs for a board size, with messages about the progress.

        That is also what tells why a move is searched, if it is to be explained.
        """
        from tengen import Game, Limit

        self.ready()
        with self.told(size, "getting the engine ready"):
            game = Game(size)
            engine.prepare(game)
            if is_explained:
                engine.analyse(game, Limit(simulations=1))
                engine.children((), 1, explained=True)

    def _note(self, name: str | None) -> None:
        self._compiling = name

    @contextmanager
    def told(self, size: int, text: str) -> Iterator[None]:
        """Tell the pages about the progress of the ``with`` block, and at its end that all is ready."""
        ended, began = threading.Event(), time.monotonic()

        def tell() -> None:
            compiling_since: float | None = None
            while not ended.wait(TELL_SECONDS):
                now = time.monotonic()
                if self._compiling is not None and compiling_since is None:
                    compiling_since = now
                expected = LOADING_SECONDS if compiling_since is None else COMPILING_SECONDS
                words = text if self._compiling is None else f"compiling {self._compiling} (once for each board size)"
                share = min(0.95, (now - began) / expected)
                left = None if compiling_since is None else max(1.0, expected - (now - began))
                self._tell(Preparation(size=size, share=share, text=words, seconds_left=left))

        teller = threading.Thread(target=tell, name="progress", daemon=True)
        teller.start()
        try:
            yield
        finally:
            ended.set()
            teller.join()
            self._tell(Preparation(size=size, share=1.0, text="ready"))


class _CompilingHandler(logging.Handler):
    """Tells which function is being compiled."""

    def __init__(self, note: Callable[[str | None], None]) -> None:
        super().__init__()
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        """Tell the name of a function when compiling starts, and None when it ends."""
        if record.levelno >= logging.INFO and record.args:
            is_end = getattr(record, "seconds", None) is not None
            self._note(None if is_end else str(record.args[0]))  # type: ignore[index]  # a tuple
