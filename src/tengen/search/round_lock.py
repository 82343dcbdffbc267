"""The lock by which other threads read the trees of a running search between two of its rounds."""

from threading import Lock
from types import TracebackType


class RoundLock:
    """A lock that a waiting thread gets next, even if its holder wants it again at once.

    A search holds it during each round and takes it again at once for the next. With an ordinary lock of Python, a
    thread that waits to read the trees might wait for seconds.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._next = Lock()  # held by the one thread that waits for the lock

    def __enter__(self) -> None:
        with self._next:
            self._lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()
