"""A GTP controller's end of the pipe, for engines as they really are.

It waits for slow ones, kills hanging ones together with their children, keeps the end of what they write to stderr, and
understands replies with carriage returns, with wrong ids or none, and with other text before them. What it does not
forgive is silence beyond the limit, death, and a reply without end.
"""

import asyncio
import os
import re
import select
import signal
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

MAX_REPLY = 4_000_000  # bytes; a board of 25 lines with a paragraph for each point has less
STDERR_KEPT = 4_000
QUIT_SECONDS = 3.0  # what Sabaki gives an engine between `quit` and its end

PIECE_MILLISECONDS = 1

_RESPONSE_START = re.compile(rb"(?:^|\n)[=?]")
_RESPONSE_END = re.compile(rb"\n[\r\t ]*\n")
_ENDS = (b"\n\n", b"\n\r\n")
_DROPPED = dict.fromkeys((*range(9), *range(11, 32), 127)) | {9: " "}


class Launch(NamedTuple):
    """How to start an engine."""

    words: tuple[str, ...]
    environment: Mapping[str, str] = MappingProxyType({})
    """In addition to our own."""
    folder: str | None = None


class Refused(Exception):
    """The engine answered that the command failed; the message is its own."""


class EngineFailure(Exception):
    """The engine can be talked to no longer; the message tells the command and what happened."""

    reason = "crashed"


class Crashed(EngineFailure):
    """The engine could not be started, or is gone."""


class Hung(EngineFailure):
    """The engine did not answer in time."""

    reason = "hung"


class Garbled(EngineFailure):
    """The engine's reply has no end."""

    reason = "error"


class Response(NamedTuple):
    """What an engine answered."""

    sign: str
    """``=`` or ``?``."""
    id: str
    """Digits; empty without an id."""
    text: str


class Client:
    """A running engine. One command at a time; made by ``start``."""

    def __init__(self, process: asyncio.subprocess.Process, output: int) -> None:
        assert process.stdin is not None
        assert process.stderr is not None
        self._process = process
        self._stdin = process.stdin
        self._output = _Output(output)
        self._errors = _Tail(process.stderr)
        self._number = 0
        self._uses_ids = True

    @classmethod
    async def start(cls, launch: Launch) -> "Client":
        """Start an engine in a process group of its own; raises Crashed if there is no such program."""
        ours, theirs = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *launch.words,
                stdin=asyncio.subprocess.PIPE,
                stdout=theirs,
                stderr=asyncio.subprocess.PIPE,
                env={**os.environ, **launch.environment},
                cwd=launch.folder,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(ours)
            raise Crashed(f"{launch.words[0]} cannot be started: {error}") from None
        finally:
            os.close(theirs)
        return cls(process, ours)

    @property
    def stderr(self) -> str:
        """The end of what the engine wrote to stderr."""
        return self._errors.text

    @property
    def pid(self) -> int:
        """The number of the engine's process, and of its group."""
        return self._process.pid

    async def ask(self, command: str, seconds: float) -> str:
        """Send a command and return the text of the reply.

        Raises Refused if the engine says that it failed, and EngineFailure if there is no reply in time, after which
        the engine is killed and of no more use.
        """
        self._number += 1
        self._output.forget()  # what came before the question is no answer to it
        prefix = f"{self._number} " if self._uses_ids else ""
        self._stdin.write(f"{prefix}{command}\n".encode())
        deadline = asyncio.get_running_loop().time() + seconds
        try:
            response = await self._output.response(deadline)
            while not self._is_answer(response.id):
                response = await self._output.response(deadline)
        except TimeoutError:
            await self.kill()
            raise Hung(f"no reply to {command!r} within {seconds:g} s") from None
        except EOFError:
            with suppress(TimeoutError):  # its exit code follows at once, unless it only closed its output
                await asyncio.wait_for(self._process.wait(), 0.5)
            end = self._end()
            await self.kill()
            raise Crashed(f"{end}, asked {command!r}") from None
        except OverflowError:
            await self.kill()
            raise Garbled(f"the reply to {command!r} is longer than {MAX_REPLY:,} bytes") from None
        if response.sign == "?":
            raise Refused(response.text)
        return response.text

    def _is_answer(self, identity: str) -> bool:
        """Return whether a response is to the last command, and not a late one to an earlier command."""
        if not self._uses_ids or identity == str(self._number):
            return True
        if self._number == 1 or not identity:
            self._uses_ids = False  # the engine has its own idea of ids, or none: its responses come in order
            return True
        return len(identity) > 9 or not 0 < int(identity) < self._number

    def _end(self) -> str:
        code = self._process.returncode
        if code is None:
            return "the engine closed its output"
        if code < 0:
            with suppress(ValueError):
                return f"the engine was ended by {signal.Signals(-code).name}"
        return f"the engine ended with code {code}"

    async def quit(self) -> None:
        """Ask the engine to end, and see to it that it does, with all its children."""
        with suppress(Refused, EngineFailure):
            await self.ask("quit", QUIT_SECONDS)
            self._stdin.close()
            async with asyncio.timeout(QUIT_SECONDS):
                await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        """End the engine and its children at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._stdin.close()
        with suppress(TimeoutError):  # a child that left the group may hold the pipes, and Python waits for those too
            await asyncio.wait_for(self._process.wait(), QUIT_SECONDS)
        await self._errors.close()
        self._output.close()


class _Output:
    """Reads responses from a pipe.

    GNU Go writes a response in half a dozen pieces. Going through the event loop for each would cost more than all the
    rest of the runner, so it waits for the next piece on the spot for a moment.
    """

    def __init__(self, pipe: int) -> None:
        os.set_blocking(pipe, False)
        self._pipe = pipe
        self._ready = select.poll()
        self._ready.register(pipe, select.POLLIN)
        self._buffer = b""
        self._has_ended = False
        self._waiter: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(pipe, self._on_readable)

    def forget(self) -> None:
        """Throw away what has come so far."""
        self._buffer = b""

    async def response(self, deadline: float) -> Response:
        """Return the next response; raises TimeoutError, EOFError, or OverflowError for one that is too long."""
        while (response := self._take()) is None:
            if self._has_ended:
                raise EOFError
            self._waiter = self._loop.create_future()
            timer = self._loop.call_at(deadline, _expire, self._waiter)
            try:
                await self._waiter
            finally:
                self._waiter = None
                timer.cancel()
        return response

    def _take(self) -> Response | None:
        """Take the next response out of the buffer if it is complete; lines before it are none of ours."""
        start = _RESPONSE_START.search(self._buffer)
        if start is None:
            self._buffer = self._buffer[-MAX_REPLY:] if b"\n" not in self._buffer else self._last_line()
        elif (end := _RESPONSE_END.search(self._buffer, start.end())) is not None:
            text = self._buffer[start.start() : end.start()]
            self._buffer = self._buffer[end.end() :]
            return _parsed(text)
        if len(self._buffer) >= MAX_REPLY:
            raise OverflowError
        return None

    def _last_line(self) -> bytes:
        return self._buffer[self._buffer.rindex(b"\n") :]

    def _on_readable(self) -> None:
        try:
            chunk = os.read(self._pipe, 65536)
            while chunk and not chunk.endswith(_ENDS) and self._ready.poll(PIECE_MILLISECONDS):
                more = os.read(self._pipe, 65536)
                chunk += more
                if not more or len(chunk) > 65536:
                    break
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self._has_ended = True
            self._loop.remove_reader(self._pipe)
        if self._waiter is None:
            self._buffer = b""
            return
        self._buffer += chunk
        if not self._waiter.done():
            self._waiter.set_result(None)

    def close(self) -> None:
        if self._pipe >= 0:
            self._loop.remove_reader(self._pipe)
            os.close(self._pipe)
            self._pipe = -1


def _expire(waiter: "asyncio.Future[None]") -> None:
    if not waiter.done():
        waiter.set_exception(TimeoutError())


def _parsed(data: bytes) -> Response:
    text = data.decode("utf-8", "replace").translate(_DROPPED).lstrip("\n")
    sign, rest = text[0], text[1:]
    digits = len(rest) - len(rest.lstrip("0123456789"))
    return Response(sign, rest[:digits], "\n".join(line.strip() for line in rest[digits:].split("\n")).strip())


class _Tail:
    """Reads a stream to its end, so that the engine never waits for us, and keeps the last part."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._kept = b""
        self._task = asyncio.create_task(self._drain(stream))

    async def _drain(self, stream: asyncio.StreamReader) -> None:
        while chunk := await stream.read(65536):
            self._kept = (self._kept + chunk)[-STDERR_KEPT:]

    @property
    def text(self) -> str:
        return self._kept.decode("utf-8", "replace").strip()

    async def close(self) -> None:
        # A child that left the group may hold the pipe open for ever.
        await asyncio.wait([self._task], timeout=0.5)
        self._task.cancel()
