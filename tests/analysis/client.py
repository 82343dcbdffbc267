"""A client of the analysis protocol, in the test's own process."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from queue import Empty, Queue
from threading import Thread
from typing import Any, BinaryIO, cast

from tengen import Engine
from tengen.analysis.server import Setup, run

SECONDS = 900  # more than any of this takes, also on a busy machine that has to compile first
SMALL = {"playout.policy": "random", "memory": 8}
"""Options of a search that is quickly compiled."""

Message = dict[str, Any]


def small_engine(number: int, options: Mapping[str, Any]) -> Engine:
    return Engine("tengen", {**SMALL, **options}, seed=number)


SETUP = Setup(small_engine, parallel=2)
ONE_ENGINE = Setup(small_engine)


def query(identity: str = "q", **fields: Any) -> Message:
    """Return a query about an empty board of 5x5, with some fields changed, or left out if they are None."""
    usual = {"moves": [], "rules": "chinese", "komi": 5.5, "boardXSize": 5, "boardYSize": 5, "maxVisits": 40}
    return {"id": identity, **{name: value for name, value in {**usual, **fields}.items() if value is not None}}


class Client:
    """What the server reads from, and writes to."""

    def __init__(self) -> None:
        self._requests: Queue[bytes | None] = Queue()
        self._answers: Queue[Message] = Queue()

    def say(self, *requests: Message | bytes) -> None:
        for request in requests:
            self._requests.put(request if isinstance(request, bytes) else json.dumps(request).encode())

    def end(self) -> None:
        self._requests.put(None)

    def next(self, seconds: float = SECONDS) -> Message:
        return self._answers.get(timeout=seconds)

    def final(self, seconds: float = SECONDS) -> Message:
        """Return the next answer that is not from the midst of a search."""
        while (answer := self.next(seconds)).get("isDuringSearch"):
            pass
        return answer

    def is_silent(self, seconds: float) -> bool:
        try:
            self._answers.get(timeout=seconds)
        except Empty:
            return True
        return False

    def rest(self) -> list[Message]:
        return [self._answers.get() for _ in range(self._answers.qsize())]

    def __iter__(self) -> Iterator[bytes]:
        while (request := self._requests.get(timeout=SECONDS)) is not None:
            yield request

    def write(self, line: bytes) -> None:
        assert line.endswith(b"\n")
        self._answers.put(json.loads(line))

    def flush(self) -> None:
        pass


@contextmanager
def connected(setup: Setup = SETUP) -> Iterator[Client]:
    """Talk to a server; it must end by itself after the end of input."""
    client = Client()
    server = Thread(target=run, args=(setup, client, cast(BinaryIO, client)), daemon=True)
    server.start()
    yield client
    client.end()
    server.join(SECONDS)
    assert not server.is_alive()


def converse(*requests: Message | bytes, setup: Setup = SETUP) -> list[Message]:
    """Say everything at once and return all answers."""
    with connected(setup) as client:
        client.say(*requests)
    return client.rest()


def only(*requests: Message | bytes) -> Message:
    """The same for requests that have one answer in all, with one engine, so that it can be repeated."""
    (answer,) = converse(*requests, setup=ONE_ENGINE)
    return answer
