"""What waits to be sent to a page. Of the reports of a live search only the newest waits."""

import asyncio
import contextlib
import threading

from tengen.web import messages as m


class Outbox:
    """Messages on their way to one page. ``put`` may be called from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, most: int) -> None:
        self._loop = loop
        self._most = most
        self._lock = threading.Lock()
        self._waiting: list[m.ANSWERS] = []
        self._arrived = asyncio.Event()
        self.is_full = False
        """Whether the page has not read its messages for too long."""

    def put(self, message: m.ANSWERS) -> None:
        """Send a message. A report replaces the one of its slot that still waits."""
        with self._lock:
            if isinstance(message, m.Analysis):
                self._waiting = [
                    one for one in self._waiting if not (isinstance(one, m.Analysis) and one.slot == message.slot)
                ]
            elif isinstance(message, m.Preparation):
                self._waiting = [one for one in self._waiting if not isinstance(one, m.Preparation)]
            self._waiting.append(message)
            self.is_full |= len(self._waiting) > self._most
        with contextlib.suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._arrived.set)

    async def get(self) -> list[m.ANSWERS]:
        """Return all messages that wait; waits for the first one."""
        await self._arrived.wait()
        self._arrived.clear()
        with self._lock:
            messages, self._waiting = self._waiting, []
        return messages
