"""The server: reads requests, hands queries to the engines, and writes answers.

Three kinds of thread: one reads requests, one writes answers, and one for each engine searches. So a request is heard
and an action answered at once, whatever is being searched or compiled, and a client that reads slowly blocks nobody.
Nothing heavy is loaded before the first query.
"""

import logging
import os
import stat
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec import UNSET

from tengen import __version__
from tengen.analysis.messages import Action, Problem
from tengen.analysis.outbox import Outbox
from tengen.analysis.query import QueryError, read_action, read_query, read_request, unused_fields
from tengen.analysis.settings import View
from tengen.parts.lines import lines_of

if TYPE_CHECKING:
    from tengen import Engine
    from tengen.analysis.pool import Pool
    from tengen.analysis.task import Task

_log = logging.getLogger("tengen")

READY = "Started, ready to begin handling requests"
"""What KataGo writes to stderr when it has started; Ogatak looks for it."""
LOOK_EVERY = 0.25  # seconds between two looks at whether the client is still there
LONGEST_LINE = 2**23  # bytes of a request


@dataclass(frozen=True)
class Setup:
    """What a server starts with."""

    new_engine: "Callable[[int, Mapping[str, Any]], Engine]"
    """Makes the engine of a worker, by its number, with the options that a query changes."""
    parallel: int = 1
    """Number of engines, which analyse a turn each at the same time."""
    view: View = "BLACK"
    """Whose win rate and score answers tell, where a query does not say it."""
    preset: str = "tengen"
    version: str = __version__
    is_safe: bool = False
    """Whether queries may not set options that read files, run code or take more memory."""
    waits_at_end: bool = True
    """Whether the queries that are left at the end of input are finished."""


class Server:
    """Answers requests. It never fails: every mistake is answered, and the other queries go on."""

    def __init__(self, setup: Setup, outbox: Outbox) -> None:
        self.setup = setup
        self._outbox = outbox

    @cached_property
    def _pool(self) -> "Pool":
        """The engines, made with the first query."""
        from tengen.analysis.pool import Pool

        return Pool(self.setup, self._outbox.send)

    def hear(self, line: bytes) -> None:
        """Carry out the request of a line; its answers go to the outbox, some of them later."""
        if not line.strip():
            return
        if len(line.removesuffix(b"\n")) > LONGEST_LINE:
            self._outbox.send(Problem(error=f"The line has more than {LONGEST_LINE:,} bytes"))
            return
        try:
            self._carry_out(read_request(line))
        except QueryError as error:
            self._outbox.send(Problem(error=str(error), field=error.field or UNSET, id=error.id or UNSET))
        except Exception as error:  # whatever went wrong, the client gets an answer
            _log.exception("internal error")
            self._outbox.send(Problem(error=f"internal error: {type(error).__name__}: {error}"))

    def finish(self) -> None:
        """Finish all queries, or drop them if the setup says so; then close the engines."""
        if "_pool" in vars(self):
            if self.setup.waits_at_end:
                self._pool.finish()
            else:
                self._pool.abandon()

    def abandon(self) -> None:
        """Drop all queries, and close the engines."""
        if "_pool" in vars(self):
            self._pool.abandon()

    def _carry_out(self, request: dict[str, Any]) -> None:
        if "action" in request:
            self._outbox.send_object(request | self._act(read_action(request)))
            return
        query = read_query(request)
        for field in unused_fields(request):
            message = "Unexpected or unused field, do you have a typo?"
            self._outbox.send(Problem(warning=message, field=field, id=query.id))
        self._pool.submit(query)

    def _act(self, action: Action) -> dict[str, Any]:
        """Carry out an action; return what its answer has besides the fields of the request."""
        if action.action == "query_version":
            return {"version": self.setup.version, "git_hash": "<omitted>"}
        if action.action == "query_models":
            return {"models": [_model(self.setup)]}
        if "_pool" in vars(self):
            if action.action == "clear_cache":
                self._pool.clear()
            else:
                self._pool.terminate(lambda task: _is_meant(task, action))
        return {}


def _is_meant(task: "Task", action: Action) -> bool:
    """Return whether an action terminates a task."""
    has_id = action.action == "terminate_all" or task.query.id == action.terminate_id
    return has_id and (action.turn_numbers is UNSET or task.turn in action.turn_numbers)


def _model(setup: Setup) -> dict[str, Any]:
    """Describe the preset in the terms of a neural network."""
    return {
        "name": setup.preset,
        "internalName": f"tengen-{__version__}-{setup.preset}",
        "maxBatchSize": 1,
        "usesHumanSLProfile": False,
        "version": 0,
        "usingFP16": "false",
    }


def serve(setup: Setup) -> None:
    """Talk on stdin and stdout until the end of input, or until nobody reads the answers.

    From now on whatever else is printed, by us or by a library, goes to stderr. Raises OSError if stdin or stdout is
    closed, or if stdout cannot be written.
    """
    if sys.stdin is None or sys.stdout is None:
        raise OSError("the analysis protocol needs stdin and stdout, and one of them is closed")
    sys.stdout.flush()
    is_deserted = _desertion()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stderr.write(f"tengen {__version__}, preset {setup.preset}: up to {setup.parallel} positions at a time\n")
    sys.stderr.write(f"{READY}\n")
    sys.stderr.flush()
    run(setup, lines_of(sys.stdin.fileno(), LONGEST_LINE), output, is_deserted)


def _desertion() -> Callable[[], bool]:
    """Return a function that tells whether the program that started this one has ended, and left its pipes open.

    KaTrain starts its engine by way of a shell. It ends the shell, and then waits for the end of the engine's output
    without closing the engine's input.
    """
    parent = os.getppid()
    has_pipes = all(stat.S_ISFIFO(os.fstat(descriptor).st_mode) for descriptor in (0, 1))
    return lambda: has_pipes and os.getppid() != parent


def run(
    setup: Setup, lines: Iterable[bytes], output: BinaryIO, is_deserted: Callable[[], bool] = lambda: False
) -> None:
    """Answer lines until their end, or until the output is closed, the client is gone or the user interrupts.

    Raises OSError if the output cannot be written although somebody could read it.
    """
    is_over = Event()
    outbox = Outbox(output, is_over.set)
    server = Server(setup, outbox)

    def hear_all() -> None:
        for line in lines:
            server.hear(line)
        server.finish()
        outbox.close()

    outbox.start()
    Thread(target=hear_all, daemon=True).start()
    try:
        while not is_over.wait(LOOK_EVERY) and not is_deserted():
            pass
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    finally:
        server.abandon()
    if outbox.error is not None:
        raise OSError(f"answers cannot be written to stdout: {outbox.error.strerror}")
