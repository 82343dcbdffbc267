"""A GTP controller's end of the pipe, for engines as they really are.

It waits for slow ones, kills hanging ones together with their children, keeps the end of what they write to stderr, and
understands replies with carriage returns, with wrong ids or none, and with other text before them. What it does not
forgive is silence beyond the limit, death, and a reply without end.
"""

import asyncio
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

MAX_REPLY = 4_000_000  # bytes; a board of 25 lines with a paragraph for each point has less
STDERR_KEPT = 4_000
QUIT_SECONDS = 3.0  # what Sabaki gives an engine between `quit` and its end

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


class Client:
    """A running engine. One command at a time; made by ``start``."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout
        self._errors = _Tail(process.stderr)
        self._buffer = b""
        self._number = 0
        self._uses_ids = True

    @classmethod
    async def start(cls, launch: Launch) -> "Client":
        """Start an engine in a process group of its own; raises Crashed if there is no such program."""
        try:
            process = await asyncio.create_subprocess_exec(
                *launch.words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**os.environ, **launch.environment},
                cwd=launch.folder,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Crashed(f"{launch.words[0]} cannot be started: {error}") from None
        return cls(process)

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
        prefix = f"{self._number} " if self._uses_ids else ""
        try:
            async with asyncio.timeout(seconds):
                self._stdin.write(f"{prefix}{command}\n".encode())
                await self._stdin.drain()
                return await self._reply(command)
        except TimeoutError:
            await self.kill()
            raise Hung(f"no reply to {command!r} within {seconds:g} s") from None
        except (BrokenPipeError, ConnectionResetError):
            await self.kill()
            raise Crashed(f"{self._end()} before {command!r}") from None
        except EngineFailure:
            await self.kill()
            raise

    async def _reply(self, command: str) -> str:
        while True:
            sign, identity, text = await self._response(command)
            if self._is_answer(identity):
                break
        if sign == "?":
            raise Refused(text)
        return text

    def _is_answer(self, identity: str) -> bool:
        """Return whether a response is to the last command, and not a late one to an earlier command."""
        if not self._uses_ids or identity == str(self._number):
            return True
        if self._number == 1 or not identity:
            self._uses_ids = False  # the engine has its own idea of ids, or none: its responses come in order
            return True
        return len(identity) > 9 or not 0 < int(identity) < self._number

    async def _response(self, command: str) -> tuple[str, str, str]:
        """Return sign, id and text of the next response; lines before it are none of ours."""
        line = await self._line(command)
        while line[:1] not in ("=", "?"):
            line = await self._line(command)
        sign, rest = line[0], line[1:]
        digits = len(rest) - len(rest.lstrip("0123456789"))
        identity, lines = rest[:digits], [rest[digits:].strip()]
        size = len(line)
        while more := await self._line(command):
            lines.append(more)
            size += len(more)
            if size > MAX_REPLY:
                raise Garbled(f"the reply to {command!r} is longer than {MAX_REPLY:,} bytes")
        return sign, identity, "\n".join(lines).strip()

    async def _line(self, command: str) -> str:
        """Return the next line, without control characters."""
        start = 0
        while (end := self._buffer.find(b"\n", start)) < 0:
            if len(self._buffer) > MAX_REPLY:
                raise Garbled(f"a line of the reply to {command!r} is longer than {MAX_REPLY:,} bytes")
            start = len(self._buffer)
            chunk = await self._stdout.read(65536)
            if not chunk:
                with suppress(TimeoutError):  # its exit code follows at once, unless a child of it keeps going
                    await asyncio.wait_for(self._process.wait(), 0.5)
                raise Crashed(f"{self._end()} in reply to {command!r}")
            self._buffer += chunk
        line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
        return line.decode("utf-8", "replace").translate(_DROPPED).rstrip()

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
