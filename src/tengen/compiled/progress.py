"""What is being compiled, how far it is, and how long it will still take.

A front end subscribes, and is called in the thread that compiles:

    def show(state: Progress) -> None:
        print(f"{state.name}: {state.done} of {state.total} functions, {state.seconds_left:.0f} s left")

    unsubscribe = PROGRESS.subscribe(show)

The total is counted before compiling begins: all functions that the entry calls, directly or not. The rest is guessed
from what the functions before have taken. The same is logged to the logger ``tengen.compiled``.
"""

import logging
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

logger = logging.getLogger("tengen.compiled")

SECONDS_TO_LOWER = 0.07  # a function, until this machine has shown how fast it is
SHARE_OF_LLVM = 0.25  # seconds that optimising takes, for each second that lowering its functions took


class Progress(NamedTuple):
    """How far the compiling of one entry is."""

    name: str
    """The function that is compiled, such as ``search``."""
    done: int
    """Functions that are ready, of those that it consists of."""
    total: int
    """Functions that it consists of. They are counted before; a few may turn out not to be needed."""
    seconds: float
    """Time since it began."""
    seconds_left: float
    """Estimate of the time that it still takes."""
    is_finished: bool

    @property
    def share(self) -> float:
        """The part of the work that is done, from 0 to 1."""
        if self.is_finished:
            return 1.0
        whole = self.seconds + self.seconds_left
        return self.seconds / whole if whole > 0 else 0.0


Subscriber = Callable[[Progress], object]


class Compilations:
    """Tells subscribers what is being compiled. Only one thread compiles at a time: Numba's lock sees to that."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []
        self._entry: _Entry | None = None
        self._lowered = 0
        self._lowering_seconds = 0.0
        self._nested_seconds: list[float] = []
        self.costs: list[tuple[str, str, float]] = []
        """What has been compiled: module, name, and CPU seconds without the functions that it calls; LLVM by itself."""

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call a function with every progress from now on; return a function that ends this."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    @property
    def state(self) -> Progress | None:
        """How far it is now; None if nothing is being compiled."""
        return None if self._entry is None else self._progress(self._entry)

    @contextmanager
    def entry(self, name: str, total: int) -> Iterator[None]:
        """Tell that an entry is compiled, which consists of so many functions.

        Inside another one only the other is told.
        """
        if self._entry is not None:
            yield
            return
        self._entry = _Entry(name, total, time.perf_counter())
        logger.info("compiling %s (once for each board size)", name)
        self._tell()
        try:
            yield
        finally:
            entry, self._entry = self._entry, None
            seconds = time.perf_counter() - entry.started
            logger.info("compiled %s in %.1f s", name, seconds, extra={"seconds": seconds})
            for subscriber in list(self._subscribers):
                subscriber(Progress(name, total, total, seconds, 0.0, is_finished=True))

    @contextmanager
    def lowering(self, name: str, module: str) -> Iterator[None]:
        """Tell that a function is lowered; those that it calls are lowered meanwhile."""
        logger.debug("compiling %s", name)
        started, cpu_started, cpu_before = time.perf_counter(), time.thread_time(), self._cpu_told()
        self._nested_seconds.append(0.0)
        try:
            yield
        finally:
            seconds = time.perf_counter() - started
            own = seconds - self._nested_seconds.pop()
            if self._nested_seconds:
                self._nested_seconds[-1] += seconds
            self._lowered += 1
            self._lowering_seconds += own
            cpu = time.thread_time() - cpu_started - (self._cpu_told() - cpu_before)
            self.costs.append((module, name, cpu))
            logger.debug("compiled %s in %.1f s", name, seconds, extra={"seconds": seconds})

    def _cpu_told(self) -> float:
        return sum(cost for _, _, cost in self.costs)

    @contextmanager
    def linking(self, name: str) -> Iterator[None]:
        """Tell that an entry goes through LLVM."""
        started = time.thread_time()
        yield
        self.costs.append(("LLVM", name, time.thread_time() - started))

    def ready(self, functions: Iterable[object]) -> None:
        """Tell that functions of the entry are ready; each counts once, however often it is told."""
        if self._entry is not None:
            before = len(self._entry.ready)
            self._entry.ready.update(functions)
            if len(self._entry.ready) > before:
                self._tell()

    def _tell(self) -> None:
        state = self.state
        for subscriber in list(self._subscribers):
            if state is not None:
                subscriber(state)

    def _progress(self, entry: "_Entry") -> Progress:
        each = (self._lowering_seconds + 10 * SECONDS_TO_LOWER) / (self._lowered + 10)
        seconds = time.perf_counter() - entry.started
        done = min(len(entry.ready), entry.total)
        whole = entry.total * each * SHARE_OF_LLVM
        left = (entry.total - done) * each + whole
        if done == entry.total:  # only LLVM is left
            entry.lowered_at = entry.lowered_at or seconds
            left = max(0.0, whole - (seconds - entry.lowered_at))
        return Progress(entry.name, done, entry.total, seconds, left, is_finished=False)


class _Entry:
    def __init__(self, name: str, total: int, started: float) -> None:
        self.name, self.total, self.started = name, total, started
        self.ready: set[object] = set()
        self.lowered_at = 0.0


PROGRESS = Compilations()
"""The compilations of this process."""


class CompilingHandler(logging.Handler):
    """Writes a line to stderr for each entry that is compiled: ``tengen: compiling search (...) ... 12.3 s``."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the first half of the line when compiling starts, and the seconds when it ends."""
        seconds: float | None = getattr(record, "seconds", None)
        is_called_from_python = record.levelno == logging.INFO
        if is_called_from_python and seconds is None:
            sys.stderr.write(f"tengen: {record.getMessage()} ...")
        elif is_called_from_python:
            sys.stderr.write(f" {seconds:.1f} s\n")
        elif record.levelno > logging.INFO:
            sys.stderr.write(f"tengen: {record.getMessage()}\n")
        elif seconds is None and sys.stderr.isatty():
            sys.stderr.write(".")
        sys.stderr.flush()


_HANDLER = CompilingHandler()
INTERVAL = 5.0  # seconds between two lines where stderr is no terminal


class _ProgressLine:
    """Shows on stderr how far it is: on a terminal in one line that changes, elsewhere a line every few seconds."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._shown_at = -INTERVAL
        self._width = 0

    def __call__(self, state: Progress) -> None:
        now, is_terminal = time.monotonic(), sys.stderr.isatty()
        is_short = state.seconds + state.seconds_left < INTERVAL
        if not is_terminal and (is_short or (not state.is_finished and now - self._shown_at < INTERVAL)):
            return
        text = f"tengen: compiling for {self._label}: {state.name} {state.share:4.0%}"
        if state.is_finished:
            text += f", {state.seconds:.1f} s"
        elif state.seconds_left:
            text += f", about {state.seconds_left:.0f} s left"
        self._shown_at = -INTERVAL if state.is_finished else now
        end = "\n" if state.is_finished or not is_terminal else ""
        sys.stderr.write((f"\r{text:{self._width}}" if is_terminal else text) + end)
        sys.stderr.flush()
        self._width = 0 if state.is_finished else len(text)


@contextmanager
def showing_progress(label: str) -> Iterator[None]:
    """Show on stderr how far the compiling is and how long it will take, instead of what ``show_compiling`` shows."""
    had_handler = _HANDLER in logger.handlers
    logger.removeHandler(_HANDLER)
    unsubscribe = PROGRESS.subscribe(_ProgressLine(label))
    try:
        yield
    finally:
        unsubscribe()
        if had_handler:
            logger.addHandler(_HANDLER)


def show_compiling() -> None:
    """From now on, show on stderr what is being compiled. Calling it again changes nothing."""
    logger.addHandler(_HANDLER)
    logger.setLevel(logging.DEBUG)
