"""A session that runs in a thread, with pipes, as a front end sees it; quicker to start than a process."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any

from gtp.framing import Response, read_response
from tengen import Engine
from tengen.gtp.inbox import LONGEST_LINE
from tengen.gtp.session import Session, Setup
from tengen.parts.lines import lines_of

LIGHT = {"playout.policy": "random", "memory": 8, "simulations": 200}
PATIENCE = 120.0  # seconds: more than anything takes, compiling included


class Conversation:
    """One end of it."""

    def __init__(self, setup: Setup) -> None:
        self.session = Session(setup)
        reader, self._input = os.pipe()
        output, writer = os.pipe()
        self._output = os.fdopen(output, "rb")
        self._thread = Thread(target=self._run, args=(reader, writer), daemon=True)
        self._thread.start()

    def _run(self, reader: int, writer: int) -> None:
        with os.fdopen(writer, "wb") as output:
            self.session.run(lines_of(reader, LONGEST_LINE), output)
        self.session.close()
        os.close(reader)

    def say(self, *lines: str) -> None:
        """Say lines, all at once."""
        os.write(self._input, "".join(f"{line}\n" for line in lines).encode())

    def line(self) -> str:
        """Return the next line of output, without its end."""
        return self._output.readline().decode().rstrip("\n")

    def response(self) -> Response:
        """Return the next whole response."""
        lines = [self.line()]
        while lines[-1]:
            lines.append(self.line())
        return read_response("\n".join(lines) + "\n")

    def ask(self, line: str) -> str:
        """Say a line and return the text of its response, which must be a success."""
        self.say(line)
        response = self.response()
        assert response.worked, f"{line}: {response.text}"
        return response.text

    def analysis(self, command: str, ended_by: str, seconds: float = 0.0, reports: int = 1) -> list[str]:
        """Analyse until there are so many reports and seconds have passed; return the lines."""
        self.say(command)
        started = time.perf_counter()
        assert self.line() == "="
        lines = [self.line() for _ in range(reports)]
        time.sleep(max(0.0, seconds - (time.perf_counter() - started)))
        self.say(ended_by)
        while line := self.line():
            lines.append(line)
        return lines

    def end(self) -> None:
        """Close the input, and wait for the end of the session."""
        os.close(self._input)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._output.close()


@contextmanager
def conversation(size: int = 5, options: dict[str, Any] | None = None, **setup: Any) -> Iterator[Conversation]:
    """Talk to an engine with light playouts."""
    engine = partial(Engine, "tengen", LIGHT | (options or {}), seed=1)
    talk = Conversation(Setup(engine, size, 0.5, quiet=True, **setup))
    try:
        yield talk
    finally:
        talk.end()
