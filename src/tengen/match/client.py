"""A GTP controller's end of the pipe, for engines as they really are.

It waits for slow ones, kills hanging ones together with their children, keeps the end of what they write to stderr, and
understands replies with carriage returns, with wrong ids or none, and with other text before them. What it does not
forgive is silence beyond the limit, death, and a reply without end.
"""

import asyncio
import os
import re
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from types import MappingProxyType
from typing import Any, NamedTuple

MAX_REPLY = 4_000_000  # bytes; a board of 25 lines with a paragraph for each point has less
STDERR_KEPT = 4_000
QUIT_SECONDS = 3.0  # what Sabaki gives an engine between `quit` and its end

PIECE_SECONDS = 5e-5  # between two looks for the rest of a response
MORE_PIECES = 3  # how many such looks before the event loop waits for it
FIRST_SECONDS = 2e-4  # until the first of several commands, a move to play, is answered; GNU Go needs 50 us

# One word or none, at the start of what was read. Possessive: a flood of digits must not be tried in all its parts.
_USUAL = re.compile(rb"([=?])(\d*+) ?+([!-~]*+)\n\n")
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
        """Send a command and return the text of the reply; raises Refused if the engine says that it failed.

        Raises EngineFailure if there is no reply in time, after which the engine is killed and of no more use.
        """
        (response,) = await self.ask_all([command], seconds)
        if response.sign == "?":
            raise Refused(response.text)
        return response.text

    async def ask_all(self, commands: Sequence[str], seconds: float) -> list[Response]:
        """Send commands in one go and return the responses, failures too; raises EngineFailure like ``ask``.

        Waking up for each of them costs more than all else that is done about a move.
        """
        first = self._number + 1
        self._number += len(commands)
        numbered = (f"{first + k} {command}\n" for k, command in enumerate(commands))
        text = "".join(numbered) if self._uses_ids else "".join(f"{command}\n" for command in commands)
        responses: list[Response] = []

        def is_last(response: Response) -> bool:
            if self._is_answer(response.id, first + len(responses)):
                responses.append(response)
            return len(responses) == len(commands)

        answered = self._output.expect(is_last, seconds)
        self._stdin.write(text.encode())
        if len(commands) > 1:
            self._output.look_soon()
        try:
            if answered.done():
                await asyncio.sleep(0)  # or a game between very quick engines would not let others have their turn
            await answered
        except (TimeoutError, EOFError, OverflowError) as error:
            raise await self._failure(error, commands[len(responses)], seconds) from None
        finally:
            self._output.ignore()
        return responses

    async def _failure(self, error: Exception, command: str, seconds: float) -> EngineFailure:
        """Return what the lack of an answer means, and see to it that the engine is gone."""
        if isinstance(error, EOFError):
            with suppress(TimeoutError):  # its exit code follows at once, unless it only closed its output
                await asyncio.wait_for(self._process.wait(), 0.5)
        end = self._end()
        await self.kill()
        if isinstance(error, EOFError):
            return Crashed(f"{end}, asked {command!r}")
        if isinstance(error, TimeoutError):
            return Hung(f"no reply to {command!r} within {seconds:g} s")
        return Garbled(f"the reply to {command!r} is longer than {MAX_REPLY:,} bytes")

    def _is_answer(self, identity: str, number: int) -> bool:
        """Return whether a response is to this command, and not a late one to an earlier command."""
        if not self._uses_ids or identity == str(number):
            return True
        if number == 1 or not identity:
            self._uses_ids = False  # the engine has its own idea of ids, or none: its responses come in order
            return True
        return len(identity) > 9 or not 0 < int(identity) < number

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


class _Answer(asyncio.Future[None]):
    """A future after which the waiting task goes on at once, and not after another round of the event loop."""

    _waiting: tuple[Callable[[Any], object], Context] | None = None

    def add_done_callback(self, call: Callable[[Any], object], /, *, context: Context | None = None) -> None:
        """Remember the task that waits; there is only one."""
        if context is not None:
            self._waiting = call, context
        super().add_done_callback(call, context=context)

    def finish(self) -> None:
        """Set the result, and let a task that waits already go on before this returns. Other tasks must not call it."""
        if self._waiting is None:
            self.set_result(None)
            return
        call, context = self._waiting
        self.remove_done_callback(call)
        self.set_result(None)
        context.run(call, self)


class _Output:
    """Reads responses from a pipe.

    GNU Go writes a response in four pieces. To wake up for each would cost more than all the rest of the runner, so it
    waits a moment for the others when the first has come, and so it does for the answer to a move.
    """

    def __init__(self, pipe: int) -> None:
        os.set_blocking(pipe, False)
        self._pipe = pipe
        self._buffer = b""
        self._has_ended = False
        self._is_last: Callable[[Response], bool] = lambda _: False
        self._answered: _Answer | None = None
        self._deadline = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(pipe, self._on_readable)

    def expect(self, is_last: Callable[[Response], bool], seconds: float) -> "asyncio.Future[None]":
        """Return what is done when a response is the last one that was waited for; earlier output is thrown away.

        It raises TimeoutError, EOFError, or OverflowError for a response that is too long.
        """
        self._buffer = b""
        self._is_last = is_last
        self._answered = _Answer(loop=self._loop)
        self._deadline = self._loop.time() + seconds
        if self._timer is None or self._timer.when() > self._deadline:
            self._set_timer()
        if self._has_ended:
            self._fail(EOFError())
        return self._answered

    def ignore(self) -> None:
        """Throw away what comes from now on."""
        self._answered = None

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._deadline, self._on_timer)

    def _on_timer(self) -> None:
        """Look whether it is too late. A timer stays for many responses, as making one for each costs time."""
        self._timer = None
        if self._answered is None:
            return
        if self._loop.time() < self._deadline:
            self._set_timer()
        else:
            self._fail(TimeoutError())

    def _fail(self, error: Exception) -> None:
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(error)

    def _take(self) -> Response | None:
        """Take the next response out of the buffer if it is complete; lines before it are none of ours."""
        if usual := _USUAL.match(self._buffer):
            self._buffer = self._buffer[usual.end() :]
            sign, identity, word = usual.groups()
            return Response(sign.decode(), identity.decode(), word.decode())
        start = _RESPONSE_START.search(self._buffer)
        if start is None:
            self._buffer = self._buffer[-MAX_REPLY:] if b"\n" not in self._buffer else self._last_line()
        elif (end := _RESPONSE_END.search(self._buffer, start.end())) is not None:
            text = self._buffer[start.start() : end.start()]
            self._buffer = self._buffer[end.end() :]
            return _parsed(text)
        return None

    def _last_line(self) -> bytes:
        return self._buffer[self._buffer.rindex(b"\n") :]

    def _on_readable(self) -> None:
        chunk = self._read()
        for _ in range(MORE_PIECES):
            if not chunk or chunk.endswith(_ENDS):
                break
            time.sleep(PIECE_SECONDS)
            chunk += self._read() or b""
        if chunk == b"":
            self._has_ended = True
            self._loop.remove_reader(self._pipe)
        if chunk is not None and self._answered is not None and not self._answered.done():
            self._receive(chunk)

    def look_soon(self) -> None:
        """Read what comes in a moment, so that the event loop need not wake up for it."""
        time.sleep(FIRST_SECONDS)
        chunk = self._read()
        if chunk and self._answered is not None and not self._answered.done():
            self._receive(chunk)

    def _read(self) -> bytes | None:
        """Return what is there: nothing at the end, None if there is nothing yet."""
        try:
            return os.read(self._pipe, 65536)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _receive(self, chunk: bytes) -> None:
        assert self._answered is not None
        self._buffer += chunk
        while (response := self._take()) is not None:
            if self._is_last(response):
                self._answered.finish()
                return
        if len(self._buffer) >= MAX_REPLY:
            self._fail(OverflowError())
        if not chunk:
            self._fail(EOFError())

    def close(self) -> None:
        if self._pipe >= 0:
            self._loop.remove_reader(self._pipe)
            os.close(self._pipe)
            self._pipe = -1
            self._has_ended = True
            if self._timer is not None:
                self._timer.cancel()


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
