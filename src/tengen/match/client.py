"""The controller's side of GTP: an engine as a subprocess, asked one thing after another.

The client tolerates responses with wrong ids or none, and text between responses. It gives up on an engine that does
not answer within the limit, that dies, or whose reply has no end.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from subprocess import SubprocessError
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from tengen.match.orphan import dying_with
from tengen.match.response import MAX_REPLY, Response, ResponseBuffer

STDERR_KEPT = 4_000  # bytes
QUIT_SECONDS = 3.0  # between `quit` and killing the engine; as long as Sabaki waits
DRAIN_SECONDS = 0.5  # for the exit code and the rest of stderr of an engine that has ended
STDIN, STDOUT, STDERR = 0, 1, 2


class Launch(NamedTuple):
    """How to start an engine."""

    words: tuple[str, ...]
    environment: Mapping[str, str] = MappingProxyType({})
    """In addition to our own."""
    folder: str | None = None


class Refused(Exception):
    """The engine answered that the command failed; the message is its own."""


class EngineFailure(Exception):
    """The engine cannot be used any more; the message tells the command and what happened."""

    reason = "crashed"


class Crashed(EngineFailure):
    """The engine could not be started, or has ended."""


class Hung(EngineFailure):
    """The engine did not answer in time."""

    reason = "hung"


class Garbled(EngineFailure):
    """The engine's reply has no end."""

    reason = "error"


class Client:
    """A running engine, made by ``start``. It is asked one command, or one list of commands, at a time."""

    def __init__(self, transport: asyncio.SubprocessTransport, output: "_Output") -> None:
        self._transport = transport
        self._output = output
        self._stdin = cast(asyncio.WriteTransport, transport.get_pipe_transport(STDIN))
        self._number = 0
        self._uses_ids = True

    @classmethod
    async def start(cls, launch: Launch) -> "Client":
        """Start an engine in a process group of its own; raises Crashed if there is no such program.

        On Linux the engine is killed when the thread that calls this ends, even by ``kill -9``.
        """
        loop = asyncio.get_running_loop()
        try:
            transport, output = await loop.subprocess_exec(
                lambda: _Output(loop),
                *launch.words,
                env={**os.environ, **launch.environment},
                cwd=launch.folder,
                start_new_session=True,
                preexec_fn=dying_with(os.getpid()),
            )
        except (OSError, ValueError, SubprocessError) as error:
            raise Crashed(f"{launch.words[0]} cannot be started: {error}") from None
        return cls(transport, output)

    @property
    def stderr(self) -> str:
        """The end of what the engine wrote to stderr."""
        return self._output.stderr.decode("utf-8", "replace").strip()

    @property
    def pid(self) -> int:
        """The number of the engine's process, and of its group."""
        return self._transport.get_pid()

    async def ask(self, command: str, seconds: float) -> str:
        """Send a command and return the text of the reply; raises Refused if the engine says that it failed.

        Raises EngineFailure if there is no reply in time; the engine is then killed and cannot be used any more.
        """
        (response,) = await self.ask_all([command], seconds)
        if response.sign == "?":
            raise Refused(response.text)
        return response.text

    async def ask_all(self, commands: Sequence[str], seconds: float) -> list[Response]:
        """Send commands in one go and return the responses, failures too; raises EngineFailure like ``ask``."""
        first = self._number + 1
        self._number += len(commands)
        responses: list[Response] = []

        def is_last(response: Response) -> bool:
            if self._is_answer(response.id, first + len(responses)):
                responses.append(response)
            return len(responses) == len(commands)

        answered = self._output.expect(is_last)
        self._stdin.write(self._text(commands, first))
        try:
            async with asyncio.timeout(seconds):
                await answered
        except (TimeoutError, EOFError, OverflowError) as error:
            raise await self._failure(error, commands[len(responses)], seconds) from None
        finally:
            self._output.ignore()
        return responses

    def _text(self, commands: Sequence[str], first: int) -> bytes:
        lines = (f"{first + k} {command}\n" if self._uses_ids else f"{command}\n" for k, command in enumerate(commands))
        return "".join(lines).encode()

    def _is_answer(self, identity: str, number: int) -> bool:
        """Return whether a response is to this command, and not a late one to an earlier command."""
        if not self._uses_ids or identity == str(number):
            return True
        if number == 1 or not identity:
            self._uses_ids = False  # the engine has its own idea of ids, or none: its responses come in order
            return True
        return len(identity) > 9 or not 0 < int(identity) < number

    async def _failure(self, error: Exception, command: str, seconds: float) -> EngineFailure:
        """Kill the engine, and return what the lack of an answer means."""
        if isinstance(error, EOFError):
            await asyncio.wait([self._output.exited], timeout=DRAIN_SECONDS)  # unless it only closed its stdout
        end = self._end()
        await self.kill()
        if isinstance(error, EOFError):
            return Crashed(f"{end}, asked {command!r}")
        if isinstance(error, TimeoutError):
            return Hung(f"no reply to {command!r} within {seconds:g} s")
        return Garbled(f"the reply to {command!r} is longer than {MAX_REPLY:,} bytes")

    def _end(self) -> str:
        code = self._transport.get_returncode()
        if code is None:
            return "the engine closed its output"
        if code < 0:
            with suppress(ValueError):
                return f"the engine was ended by {signal.Signals(-code).name}"
        return f"the engine ended with code {code}"

    async def quit(self) -> None:
        """Ask the engine to end; if it does not, kill it. Its child processes are killed in any case."""
        with suppress(Refused, EngineFailure):
            await self.ask("quit", QUIT_SECONDS)
            self._stdin.close()
            await asyncio.wait([self._output.exited], timeout=QUIT_SECONDS)
        await self.kill()

    async def kill(self) -> None:
        """End the engine and its child processes at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        await asyncio.wait([self._output.exited], timeout=QUIT_SECONDS)
        # A child that left the group may hold the pipes open for ever.
        await asyncio.wait([self._output.stderr_ended], timeout=DRAIN_SECONDS)
        self._transport.close()
        await asyncio.wait([self._output.closed], timeout=QUIT_SECONDS)


class _Output(asyncio.SubprocessProtocol):
    """Receives what an engine writes: its responses, and the end of its stderr."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._buffer = ResponseBuffer()
        self._is_last: Callable[[Response], bool] = lambda _: False
        self._answered: asyncio.Future[None] | None = None
        self._has_ended = False
        self.stderr = b""
        self.stderr_ended = loop.create_future()
        self.exited = loop.create_future()
        self.closed = loop.create_future()
        """Whether the process has ended and all its pipes are closed."""

    def expect(self, is_last: Callable[[Response], bool]) -> "asyncio.Future[None]":
        """Return a future that is done when ``is_last`` accepts a response; output before this call is dropped.

        It raises EOFError if the engine closes its output, OverflowError for a response that is too long.
        """
        self._buffer.clear()
        self._is_last = is_last
        self._answered = self._loop.create_future()
        if self._has_ended:
            self._answered.set_exception(EOFError())
        return self._answered

    def ignore(self) -> None:
        """Drop all output from now on."""
        self._answered = None

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Keep the end of stderr, and look for responses on stdout."""
        if fd == STDERR:
            self.stderr = (self.stderr + data)[-STDERR_KEPT:]
        elif self._answered is not None and not self._answered.done():
            self._buffer.feed(data)
            self._take_responses(self._answered)

    def _take_responses(self, answered: "asyncio.Future[None]") -> None:
        try:
            while (response := self._buffer.next()) is not None:
                if self._is_last(response):
                    answered.set_result(None)
                    return
        except OverflowError as error:
            answered.set_exception(error)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note that the engine has closed a pipe."""
        if fd == STDERR:
            _finish(self.stderr_ended)
        if fd == STDOUT:
            self._has_ended = True
            if self._answered is not None and not self._answered.done():
                self._answered.set_exception(EOFError())

    def process_exited(self) -> None:
        """Note that the process has ended."""
        _finish(self.exited)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that nothing is left of the process."""
        _finish(self.closed)


def _finish(future: "asyncio.Future[Any]") -> None:
    if not future.done():
        future.set_result(None)
