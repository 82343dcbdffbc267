"""Gets the engine's code ready in the background, and tells the pages how far that is.

The page is served before Numba is imported. What is not compiled yet is compiled in another process: in this one the
compiler would hold Python's lock, and no page would get an answer. A request that needs a board or an engine waits in
``ready``; all others are answered at once.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tengen.compiled.progress import PROGRESS, Progress
from tengen.compiled.warmup import Warmup
from tengen.web.messages import Preparation, Setup
from tengen.web.setups import new_engine, recipe_words

if TYPE_CHECKING:
    from tengen import Engine

logger = logging.getLogger("tengen.web")

LOADING_SECONDS = 3.0  # about what loading compiled code takes
LEAST_SECONDS = 2.0  # of a function that is worth telling about
TELL_SECONDS = 0.5


class Preparer:
    """Makes engines ready. Whoever ``listens`` gets the progress."""

    def __init__(self, tell: Callable[[Preparation], None]) -> None:
        self._tell = tell
        self._loaded = threading.Event()
        self._error: BaseException | None = None
        self._compiling: Progress | None = None
        self._warmups: dict[tuple[str, ...], Warmup] = {}
        self._lock = threading.Lock()
        self._unsubscribe = PROGRESS.subscribe(self._note)

    def start(self, size: int, setup: Setup) -> None:
        """Begin to load the code, and then to prepare an engine for a board size; returns at once."""
        threading.Thread(target=self._load, args=(size, setup), name="preparation", daemon=True).start()

    def close(self) -> None:
        """End what is still compiling."""
        self._unsubscribe()
        with self._lock:
            warmups = list(self._warmups.values())
        for warmup in warmups:
            warmup.end()

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
                self.compile(setup, size, is_explained=False)
                with new_engine(setup, megabytes=1) as engine:
                    engine.prepare(game)
        except Exception as error:  # whatever it is, the pages must hear of it
            logger.exception("the engine cannot be loaded")
            self._error = error

    def compile(self, setup: Setup, size: int, *, is_explained: bool) -> None:
        """Let another process compile what a setup needs on a board size, if it is not compiled yet.

        To explain is to tell why a move is searched, and to make single playouts.
        """
        words = (*recipe_words(setup), *(["--inside"] if is_explained else []))
        with self._lock:
            warmup = self._warmups.setdefault(words, Warmup(words))
        warmup.run(size, self._note)

    def prepare(self, engine: "Engine", setup: Setup, size: int, *, is_explained: bool = False) -> None:
        """Compile or load what an engine needs for a board size, with messages about the progress.

        That is also what tells why a move is searched, if it is to be explained.
        """
        from tengen import Game, Limit

        self.ready()
        with self.told(size, "getting the engine ready"):
            self.compile(setup, size, is_explained=is_explained)
            game = Game(size)
            engine.prepare(game)
            if is_explained:
                engine.analyse(game, Limit(simulations=1))
                engine.children((), 1, explained=True)

    def _note(self, state: Progress) -> None:
        if state.is_finished:
            self._compiling = None
        elif state.seconds + state.seconds_left >= LEAST_SECONDS:
            self._compiling = state

    @contextmanager
    def told(self, size: int, text: str) -> Iterator[None]:
        """Tell the pages about the progress of the ``with`` block, and at its end that all is ready."""
        ended, began = threading.Event(), time.monotonic()

        def tell() -> None:
            share = 0.0
            while not ended.wait(TELL_SECONDS):
                now = self._compiling
                if now is None:
                    share = max(share, min(0.3, 0.3 * (time.monotonic() - began) / LOADING_SECONDS))
                    self._tell(Preparation(size=size, share=share, text=text))
                    continue
                share = max(share, min(0.95, now.share))
                words = f"compiling {now.name} (once for each board size)"
                self._tell(Preparation(size=size, share=share, text=words, seconds_left=max(1.0, now.seconds_left)))

        teller = threading.Thread(target=tell, name="progress", daemon=True)
        teller.start()
        try:
            yield
        finally:
            ended.set()
            teller.join()
            self._tell(Preparation(size=size, share=1.0, text="ready"))
