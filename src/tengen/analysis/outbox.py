"""The outbox: answers that wait to be written, by a thread of its own."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

import msgspec

from tengen.analysis.messages import Answer

MOST_WAITING = 64
"""If so many messages wait, answers during a search are left out: a client that does not read costs no memory."""


class Outbox(Thread):
    """Writes messages, a line each, in the order in which they come. Any thread may send some."""

    def __init__(self, output: BinaryIO, on_end: Callable[[], None]) -> None:
        """Write to a file; ``on_end`` is called when all is written, or when nothing can be written any more."""
        super().__init__(daemon=True)
        self._output = output
        self._on_end = on_end
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self.error: OSError | None = None
        """Why nothing can be written any more, such as a full disk; None if the client is gone, or all is well."""

    def send(self, message: msgspec.Struct) -> None:
        """Write a message as soon as those before it are written."""
        is_passing = isinstance(message, Answer) and message.is_during_search
        if not (is_passing and self._waiting.qsize() >= MOST_WAITING):
            self.send_object(message)

    def send_object(self, message: msgspec.Struct | dict[str, Any]) -> None:
        """Write a message of any form, which is never left out."""
        self._waiting.put(msgspec.json.encode(message))

    def close(self) -> None:
        """Say that no more messages come."""
        self._waiting.put(None)

    def run(self) -> None:
        """Write messages until the last."""
        try:
            while (line := self._waiting.get()) is not None:
                self._output.write(line + b"\n")
                self._output.flush()
        except BrokenPipeError:
            pass  # the client is gone, and nobody is left to tell
        except OSError as error:
            self.error = error
        finally:
            self._on_end()
